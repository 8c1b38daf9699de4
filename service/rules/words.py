"""Words: numbers of things as people say them."""


def count_of(number: int, thing: str) -> str:
    """So many of a thing.

    >>> count_of(1, "card"), count_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def times(number: int) -> str:
    """How often.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
