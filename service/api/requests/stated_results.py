"""Stated results: the result in a state, which must follow from the state's cards."""

from typing import Any

from marshmallow import EXCLUDE, ValidationError
from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from service.api.answers.matches import result_answer
from service.api.requests.fields import MOST_PLAYERS, Boolean, Integer, Json, Player
from service.api.requests.hands import ShownMelds
from service.api.requests.request_objects import Member, Members, RequestObject, mistakes_in
from service.api.requests.showdowns import SentLayOff, chosen_lay_offs, lay_offs_field
from service.api.requests.states import ResultPlace, StatedMatch
from service.api.words.sentences import sentence
from service.rules.faults import FaultCode, ImpossibleError, fault, refuse
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.result_check import StatedResult, after_faults, check_result
from service.rules.match.state import State
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject


class _End(Struct, frozen=True):
    player: str
    melds: tuple[ShownMeld, ...] | None
    lay_offs: tuple[SentLayOff, ...] | None


class _Showdown(Struct, frozen=True):
    closer: _End | None
    opponents: tuple[_End, ...]


class _Score(Struct, frozen=True):
    player: str
    before: int
    out: bool


class _Result(Struct, frozen=True):
    showdown: _Showdown
    scores: tuple[_Score, ...]


class _Lenient(RequestObject[Any]):
    """An object with members that aren't read; the whole is compared afterwards."""

    class Meta:
        """Members that aren't read may be there."""

        unknown = EXCLUDE


class _EndRequest(_Lenient):
    value = _End
    player = Player(required=True)
    melds = ShownMelds(load_default=None, allow_none=False)
    lay_offs = lay_offs_field(required=True)


class _ShowdownRequest(_Lenient):
    value = _Showdown
    closer = Member(_EndRequest(), required=True, allow_none=True)
    opponents = Members(_EndRequest(), 1, MOST_PLAYERS, required=True)


class _ScoreRequest(_Lenient):
    value = _Score
    player = Player(required=True)
    before = Integer(required=True)
    out = Boolean(required=True)


class _ResultRequest(_Lenient):
    value = _Result
    showdown = Member(_ShowdownRequest(), required=True)
    scores = Members(_ScoreRequest(), 2, MOST_PLAYERS, required=True)


_RESULT = _ResultRequest()


def check_stated_result(state: State, stated: StatedMatch) -> State:
    """The state with the result that it states.

    Raises `ImpossibleError` if the result doesn't follow from the cards and from what was chosen.
    """
    result = stated.result or {}
    try:
        read: _Result = _RESULT.read(result)
    except ValidationError as error:
        raise ImpossibleError(
            fault(
                FaultCode.RESULT_MALFORMED,
                ResultPlace(Part.RESULT, path=path),
                mistake=sentence(mistake.code, mistake.facts),
            )
            for path, mistake in mistakes_in(error)
        ) from None
    chosen = _chosen(state, stated, read)
    score = check_result(state, chosen)
    expected: Json = decode(encode(result_answer(score, stated.rules.sent)))
    differences = [
        fault(FaultCode.RESULT_DIFFERS, Subject(Part.RESULT, name=name))
        for name in dict.fromkeys([*expected, *result])
        if name not in result or name not in expected or result[name] != expected[name]
    ]
    refuse([*differences, *after_faults(state, score, chosen.rejoined)])
    return replace(state, result=score)


def _chosen(state: State, stated: StatedMatch, result: _Result) -> StatedResult:
    """What everybody showed and laid off in the round, and the totals before it."""
    showdown = result.showdown
    ends = [*([showdown.closer] if showdown.closer else []), *showdown.opponents]
    held = {player.player: player.cards for player in state.players}
    hands: dict[str, ShowdownHand] = {}
    for position, end in enumerate(ends):
        is_closer = stated.closer is not None and end.player == stated.closer.player
        melds = stated.closer.melds if is_closer and stated.closer else end.melds
        if end.player in held:
            lay_offs = chosen_lay_offs(end.lay_offs)
            cards = held[end.player]
            hands[end.player] = ShowdownHand(end.player, cards, position, melds or (), lay_offs)
    out = {score.player for score in result.scores if score.out}
    return StatedResult(
        {score.player: score.before for score in result.scores},
        hands,
        frozenset(p.player for p in state.players if p.player in out and not p.out),
    )
