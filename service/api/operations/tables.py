"""The operations about tables, and the catalogue of violations."""

from msgspec.structs import asdict

from service.api.answers.tables import (
    CheckRulesAnswer,
    FullRules,
    NamedRules,
    RulesListAnswer,
    ViolationMeaning,
    ViolationsAnswer,
)
from service.api.operations.operation import DAY, Form, Operation
from service.api.requests.tables import (
    CheckRules,
    CheckRulesSchema,
    NamedTable,
    NamedTableSchema,
    NoMembers,
    NoMembersSchema,
)
from service.api.words.sentences import meaning
from service.rules.table.profiles import PROFILES
from service.rules.violations import ViolationCode


def list_rules(_: NoMembers) -> RulesListAnswer:
    """List every named table."""
    return RulesListAnswer(tuple(_named(name) for name in PROFILES))


def get_rules(request: NamedTable) -> NamedRules:
    """Get one named table."""
    return _named(request.name)


def _named(name: str) -> NamedRules:
    return NamedRules(**asdict(PROFILES[name]), name=name)


def check_rules(request: CheckRules) -> CheckRulesAnswer:
    """Spell out rules with their overrides."""
    sent, table = request.rules, request.rules.table(request.seats)
    base = sent.sent if isinstance(sent.sent, str) else sent.sent["base"]
    return CheckRulesAnswer(
        FullRules(**asdict(sent.rules), base=base),
        request.seats or sent.rules.players.min,
        table.packs,
        table.deck,
    )


def list_violations(_: NoMembers) -> ViolationsAnswer:
    """List every code of a violation."""
    return ViolationsAnswer(
        tuple(ViolationMeaning(code, meaning(code), code.section) for code in ViolationCode)
    )


OPERATIONS = (
    Operation(
        "listRules",
        "GET",
        "/rules",
        tag="Tables",
        summary="List every named table with all its parameters.",
        description="",
        answer=RulesListAnswer,
        forms=(Form(NoMembersSchema(), list_rules),),
        max_age=DAY,
    ),
    Operation(
        "getRules",
        "GET",
        "/rules/{name}",
        tag="Tables",
        summary="Get one named table with all its parameters.",
        description="",
        answer=NamedRules,
        forms=(Form(NamedTableSchema(), get_rules),),
        max_age=DAY,
    ),
    Operation(
        "checkRules",
        "POST",
        "/rules",
        tag="Tables",
        summary="Spell out a table with its overrides, or say which parameters contradict.",
        description="",
        answer=CheckRulesAnswer,
        forms=(Form(CheckRulesSchema(), check_rules),),
    ),
    Operation(
        "listViolations",
        "GET",
        "/violations",
        tag="Tables",
        summary="List every code of a violation with its meaning and its rule.",
        description="`rule` is an anchor of the rule book, docs/rules.md.",
        answer=ViolationsAnswer,
        forms=(Form(NoMembersSchema(), list_violations),),
        max_age=DAY,
    ),
)
