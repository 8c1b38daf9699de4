"""The components of rules, derived from the groups of parameters."""

from collections.abc import Mapping

from service.api.requests.fields.basic import Described, Json, ref, schema_of
from service.api.requests.fields.parameter_groups import GROUPS
from service.api.words.sentences import sentence
from service.rules.table.profiles import PROFILES


def rules_schemas() -> dict[str, Json]:
    """Return the components of rules: as a request sends them, and with every parameter."""
    components: dict[str, Json] = {
        "ProfileName": {
            "type": "string",
            "description": "The name of a built-in table.",
            "enum": list(PROFILES),
        }
    }
    overrides: dict[str, Json] = {}
    full: dict[str, Json] = {}
    for group, schema in GROUPS.items():
        name = "".join(word.capitalize() for word in group.split("_"))
        members = {
            field: _with_meaning(f"{group}.{field}", schema_of(member))
            for field, member in schema.fields.items()
            if isinstance(member, Described)
        }
        # Both have all the members: from an `allOf` that adds nothing but `required`, generators
        # make a type whose members are all optional.
        components[f"{name}Override"] = _closed(
            f"Changed parameters of `{group}`; the others are those of the base.", members, []
        )
        components[f"{name}Rules"] = _closed(
            f"The parameters of `{group}`.", members, list(members)
        )
        overrides[group] = ref(f"{name}Override")
        full[group] = ref(f"{name}Rules")
    named: Json = ref("ProfileName")
    components["RulesOverride"] = _closed(
        "A built-in table with changed parameters.", {"base": named} | overrides, ["base"]
    )
    components["FullRules"] = _closed(
        "Every parameter of a table. It can be sent as `rules`.",
        {"base": named} | full,
        ["base", *full],
    )
    components["NamedRules"] = _closed(
        "A built-in table with every parameter.", {"name": named} | full, ["name", *full]
    )
    components["Rules"] = {
        "description": "A table: a built-in one by its name, or one with changed parameters.",
        "oneOf": [named, ref("RulesOverride")],
    }
    return components


def _with_meaning(parameter: str, schema: Json) -> Json:
    """The schema of a parameter, with its meaning and its section of the rule book."""
    meaning = sentence(f"parameter.{parameter}")
    return schema | {"description": f"{meaning} See docs/rules.md#{parameter}."}


def _closed(description: str, members: Mapping[str, Json], required: list[str]) -> Json:
    schema: Json = {
        "type": "object",
        "description": description,
        "properties": dict(members),
        "additionalProperties": False,
    }
    return schema | {"required": required} if required else schema
