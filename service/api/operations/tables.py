"""The operations about tables, and the catalogue of violations."""

from msgspec.structs import asdict

from service.api.answers.tables import (
    CheckRulesAnswer,
    FullRules,
    NamedRules,
    PublishedTablesAnswer,
    RulesListAnswer,
    ViolationMeaning,
    ViolationsAnswer,
)
from service.api.operations.operation import DAY, Form, Operation
from service.api.operations.published_tables import published_tables
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
    """List every built-in table."""
    return RulesListAnswer(tuple(_named(name) for name in PROFILES))


def get_rules(request: NamedTable) -> NamedRules:
    """Get one built-in table."""
    return _named(request.name)


def _named(name: str) -> NamedRules:
    return NamedRules(**asdict(PROFILES[name]), name=name)


def list_published(_: NoMembers) -> PublishedTablesAnswer:
    """List every published table."""
    return PublishedTablesAnswer(tuple(published_tables()))


def check_rules(request: CheckRules) -> CheckRulesAnswer:
    """Return a table with every parameter, and its deck."""
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
        summary="List every built-in table with all its parameters.",
        description="A request can name one of them as its `rules`, or change its parameters.",
        answer=RulesListAnswer,
        forms=(Form(NoMembersSchema(), list_rules),),
        max_age=DAY,
    ),
    Operation(
        "getRules",
        "GET",
        "/rules/{name}",
        tag="Tables",
        summary="Get one built-in table with all its parameters.",
        description="It is the element of `GET /rules` with this name.",
        answer=NamedRules,
        forms=(Form(NamedTableSchema(), get_rules),),
        max_age=DAY,
    ),
    Operation(
        "checkRules",
        "POST",
        "/rules",
        tag="Tables",
        summary="Get all parameters of a table with changes, or the contradictions between them.",
        description=(
            "The answer also has the deck, which depends on the number of seats. Parameters that "
            "contradict each other are 422."
        ),
        answer=CheckRulesAnswer,
        forms=(Form(CheckRulesSchema(), check_rules),),
    ),
    Operation(
        "listPublished",
        "GET",
        "/published",
        tag="Tables",
        summary="List the tables that public pages, apps and rule sheets describe.",
        description=(
            "Each table has its source, and rules that can be sent. Of most sources only the "
            "beginning is known: `unknown` names the parameters that may differ. Only the built-in "
            "tables among them keep their values in later versions."
        ),
        answer=PublishedTablesAnswer,
        forms=(Form(NoMembersSchema(), list_published),),
        max_age=DAY,
    ),
    Operation(
        "listViolations",
        "GET",
        "/violations",
        tag="Tables",
        summary="List every code of a violation, with its meaning and its rule.",
        description="`rule` is an anchor in the rule book, docs/rules.md.",
        answer=ViolationsAnswer,
        forms=(Form(NoMembersSchema(), list_violations),),
        max_age=DAY,
    ),
)
