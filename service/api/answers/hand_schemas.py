"""What answers about hands, tables and the service itself hold, member by member."""

from service.api.answers.answer_fields import (
    Answer,
    Anything,
    flag,
    list_of,
    many,
    one,
    some_cards,
    text,
)
from service.api.requests.card_fields import CardCode
from service.api.requests.fields import Integer, OneOf, ref
from service.rules.hand.closing import ClosingKind
from service.rules.hand.melds import Kind
from service.rules.violations import Code


class Meld(Answer):
    """Cards that lie together; for each card of a run the card whose place it takes."""

    kind = OneOf(Kind, required=True)
    cards = some_cards()
    stands_for = some_cards(allow_none=True)


class Closing(Answer):
    """A close and what it adds to the closer's total; `score` is null where it wins the match."""

    kind = OneOf(ClosingKind, required=True)
    melds = many("Meld")
    unmatched = some_cards()
    unmatched_points = Integer(required=True)
    wilds = Integer(required=True)
    score = Integer(required=True, allow_none=True)
    wins_match = flag("Whether the match is won on the spot.")


class Melding(Answer):
    """One way to split a hand into melds and unmatched cards."""

    melds = many("Meld")
    unmatched = some_cards()
    unmatched_points = Integer(required=True)


class Choice(Melding):
    """One card to discard and what the seven others make of it."""

    discard = CardCode(required=True)
    closing = one("Closing", allow_none=True)


class Evaluation(Melding):
    """The best melding of a hand, and how it may close."""

    cards = some_cards(metadata={"description": "The hand sorted for showing: melds first."})
    closing = one("Closing", allow_none=True)
    choices = many("Choice", allow_none=True)


class EvaluateAnswer(Evaluation):
    """The evaluation of one hand; the alternatives are there where they were asked for."""

    rules = one("Rules")
    alternatives = Anything(
        list_of(ref("Melding")),
        metadata={"description": "Other meldings with as few points, at most 100."},
    )
    alternatives_total = Integer(metadata={"description": "How many others there are."})


class EvaluatePointsAnswer(Answer):
    """The fewest unmatched points of many hands, in their order."""

    rules = one("Rules")
    unmatched_points = Anything(list_of({"type": "integer"}), required=True)


class EvaluateBatchAnswer(Answer):
    """The evaluations of many hands, in their order."""

    rules = one("Rules")
    results = many("Evaluation")


class Violation(Answer):
    """One reason why something may not be done."""

    code = OneOf(Code, required=True)
    message = text("The reason in words, for people.")
    pointer = text("Where in the request.", required=False)
    card = CardCode()
    player = text("Whose.", required=False)
    limit = Integer(metadata={"description": "The most, or the least, that the rule allows."})
    found = Integer(metadata={"description": "What was found."})


class JudgedMeld(Answer):
    """A shown meld and whether it is one; `kind` is null where it is none."""

    legal = flag("Whether this is a meld.")
    kind = OneOf(Kind, required=True, allow_none=True)
    cards = some_cards()
    stands_for = some_cards(allow_none=True)
    violations = many("Violation")


class MeldsAnswer(Answer):
    """Each shown meld, judged alone."""

    rules = one("Rules")
    melds = many("JudgedMeld")


class CloseAnswer(Answer):
    """Whether one may close so, and the best close of these cards whatever was shown."""

    rules = one("Rules")
    legal = flag("Whether one may close so.")
    violations = many("Violation")
    melding = one("Melding", allow_none=True)
    closing = one("Closing", allow_none=True)
    best = one("Closing", allow_none=True)


class RulesListAnswer(Answer):
    """Every named table."""

    rules = many("NamedRules")


class CheckedRulesAnswer(Answer):
    """A table spelled out, and its deck for so many seats."""

    rules = one("FullRules")
    seats = Integer(2, 12, required=True)
    packs = Integer(1, 2, required=True)
    deck = some_cards(metadata={"description": "Every card in play, in the fixed order."})


class ViolationMeaning(Answer):
    """A code, what it means, and where the rule stands."""

    code = OneOf(Code, required=True)
    meaning = text("What the code means.")
    rule = text("The rule it comes from.")


class ViolationsAnswer(Answer):
    """The catalogue of violations."""

    violations = many("ViolationMeaning")


class Health(Answer):
    """That the service is alive, and which version."""

    status = text("`ok`.")
    version = text("The service's version.")


class Readiness(Answer):
    """That the service wants requests, and which version."""

    status = text("`ready`.")
    version = text("The service's version.")
