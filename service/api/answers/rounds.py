"""Telling how a round ended: the showdown, the scores, the match."""

from service.api.answers.hands import told
from service.api.requests.fields import Json
from service.api.requests.rules import SentRules
from service.rules.round.round_score import RoundScore
from service.rules.round.scoring import Item
from service.rules.round.showdown import CloserEnd, OpponentEnd, Showdown
from service.rules.round.showdown_player import LayOff
from service.rules.round.standings import MatchStatus, Score


def shown_down(showdown: Showdown) -> Json:
    """A showdown as members."""
    return {
        "legal": showdown.legal,
        "violations": told(showdown.violations),
        "closer": None if showdown.closer is None else _closer(showdown.closer),
        "opponents": [_opponent(end) for end in showdown.opponents],
        "table": [{"player": player, "melds": melds} for player, melds in showdown.table],
    }


def _closer(end: CloserEnd) -> Json:
    return {
        "player": end.player,
        "closing": end.closing,
        "lay_offs": [told_lay_off(step) for step in end.lay_offs],
        "unmatched": end.unmatched,
        "points": end.points,
    }


def _opponent(end: OpponentEnd) -> Json:
    return {
        "player": end.player,
        "legal": not end.violations,
        "violations": told(end.violations),
        "melds": end.melds,
        "lay_offs": [told_lay_off(step) for step in end.lay_offs],
        "unmatched": end.unmatched,
        "points": end.points,
    }


def told_lay_off(step: LayOff) -> Json:
    """A lay-off as members."""
    return {
        "card": step.card,
        "owner": step.owner,
        "meld": step.meld,
        "place": step.place,
        "pass": step.number,
    }


def summed_up(summary: RoundScore, rules: object) -> Json:
    """The summary of a round as members; `violations` are the closer's, `rules` those sent."""
    showdown, status = summary.showdown, summary.status
    return {
        "legal": summary.legal,
        "violations": told(showdown.violations) if showdown else [],
        "showdown": None if showdown is None else {"rules": rules} | shown_down(showdown),
        "scores": [_score(score) for score in summary.scores],
        "match": None if status is None else told_status(status),
    }


def _score(score: Score) -> Json:
    return {
        "player": score.player,
        "before": score.before,
        "points": score.points,
        "after": score.after,
        "out": score.out,
        "may_rejoin": score.may_rejoin,
        "rejoin_total": score.rejoin_total,
        "items": [_item(item) for item in score.items],
    }


def _item(item: Item) -> Json:
    card = {} if item.card is None else {"card": item.card}
    return {"code": item.code, **card, "points": item.points}


def told_status(status: MatchStatus) -> Json:
    """What became of a match, as members."""
    return {
        "over": status.over,
        "reason": status.reason,
        "winners": status.winners,
        "draw": status.draw,
        "tied": status.tied,
        "prize": status.prize,
    }


def told_result(summary: RoundScore, sent: SentRules) -> Json:
    """A result as a state has it: the answer of `/score`."""
    return {"rules": sent.sent} | summed_up(summary, sent.sent)
