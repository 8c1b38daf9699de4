"""Between plain data and what the rules say of a whole match, and of a table, without the edge."""

from typing import Any

import msgspec

from service.rules.faults import refuse_if_any
from service.rules.match.actions import Action, CloseAction, LayOffAction, ShowAction
from service.rules.match.dealing import first_deal
from service.rules.match.faults.action_faults import name_faults, viewer_faults
from service.rules.match.legal_actions import legal_actions
from service.rules.match.replay import Replay, replay
from service.rules.match.state import ShowdownMode
from service.rules.match.view import view
from service.rules.table.cards import Card
from service.rules.table.table import table_of
from support.core_answers import listed, plain, rules_of, shown
from support.core_round_answers import hand_of


def answer(operation: str, rules: Any, given: dict[str, Any]) -> Any:
    """What the rules answer to a case's question about a match or a table."""
    return {"replay": _replay, "view": _view, "actions": _actions, "rules": _rules}[operation](
        rules, given
    )


def _rules(rules: Any, given: dict[str, Any]) -> Any:
    read = rules_of(rules)
    table = table_of(read, given.get("seats"))
    base = rules if isinstance(rules, str) else rules["base"]
    return {"rules": {"base": base, **plain(read)}, "packs": table.packs, "deck": list(table.deck)}


def _replay(rules: Any, given: dict[str, Any]) -> Any:
    replayed = _played(rules, given)
    state = plain(msgspec.structs.replace(replayed.state, table=None))
    if state["result"]:
        state["result"] |= {"match": state["result"].pop("status"), "legal": True}
    return {
        "legal": not replayed.violations,
        "failed_at": replayed.failed_at,
        "violations": listed(replayed.violations, given),
        "state": state,
    }


def _view(rules: Any, given: dict[str, Any]) -> Any:
    state, player = _played(rules, given["after"]).state, given.get("player")
    refuse_if_any(viewer_faults(state, player))
    return plain(view(state, player))


def _actions(rules: Any, given: dict[str, Any]) -> Any:
    return plain(legal_actions(_played(rules, given["after"]).state))


def _played(rules: Any, given: dict[str, Any]) -> Replay:
    players, lead = given["players"], given.get("lead")
    table = table_of(rules_of(rules), len(players))
    refuse_if_any(name_faults(players, lead))
    actions = [_action(action) for action in given["actions"]]
    mode = ShowdownMode(given.get("showdown", "automatic"))
    return replay(first_deal(table, players, given["seed"], lead, mode), actions)


def _action(sent: dict[str, Any]) -> Action:
    if sent["type"] == "close":
        melds = shown(sent["melds"]) if "melds" in sent else None
        return CloseAction(sent["discard"] and Card(sent["discard"]), melds)
    if sent["type"] in {"show", "lay_off"}:
        hand = hand_of({"player": "", "cards": []} | sent, 0)
        if sent["type"] == "show":
            return ShowAction(hand.melds, hand.lay_offs)
        return LayOffAction(hand.lay_offs)
    action: Action = msgspec.convert(sent, Action)
    return action
