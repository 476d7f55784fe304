"""Whether a scenario file has the keys and the kinds of values that its form asks for."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect

from engine.scenario.errors import BadScenario, suggest

_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
_KIND_OF: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.ListType: list,
    inspect.DictType: dict,
    inspect.StructType: dict,
}


@cache
def _read_form(form: Any) -> inspect.Type:
    return inspect.type_info(form)


def check_shape(written: Any, form: Any) -> None:
    """Raise ``BadScenario`` for the first key or value that the form does not have."""
    _check(written, _read_form(form), "")


def _check(value: Any, wanted: inspect.Type, place: str) -> None:
    alternatives = list(_alternatives(wanted))
    fitting = [each for each in alternatives if _KIND_OF.get(type(each)) in (type(value), None)]
    if not fitting:
        raise _wrong_kind(value, alternatives, place)
    for each in fitting:
        match each:
            case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
                if not least <= value <= most:
                    why = f"expected a whole number from {least} to {most}, not {value}"
                    raise BadScenario(why, place, str(value))
            case inspect.LiteralType(values=words) if value not in words:
                raise _wrong_kind(value, alternatives, place)
            case _:
                _check_inside(value, each, place)


def _check_inside(value: Any, wanted: inspect.Type, place: str) -> None:
    """Check what a table, a dict or a list holds."""
    match wanted:
        case inspect.StructType():
            _check_table(value, wanted, place)
        case inspect.DictType():
            for key, entry in value.items():
                _check(entry, wanted.value_type, f"{place}.{key}")
        case inspect.ListType():
            is_steps = isinstance(wanted.item_type, inspect.StructType)
            for number, entry in enumerate(value, start=1):
                _check(entry, wanted.item_type, f"{place} {number}" if is_steps else place)


def _alternatives(wanted: inspect.Type) -> Iterator[inspect.Type]:
    """What a value may be; nothing is ever written for None."""
    types = wanted.types if isinstance(wanted, inspect.UnionType) else (wanted,)
    return (each for each in types if not isinstance(each, inspect.NoneType))


def _check_table(value: dict[str, Any], form: inspect.StructType, place: str) -> None:
    fields = {field.name: field for field in form.fields}
    for key, entry in value.items():
        if key not in fields:
            raise BadScenario(
                f"there is no key {key!r} here{suggest(key, fields, 'the keys are')}", place, key
            )
        _check(entry, fields[key].type, f"{place}.{key}" if place else key)
    for field in form.fields:
        if field.required and field.name not in value:
            raise BadScenario(
                f"the key {field.name!r} is missing" if place else f"[{field.name}] is missing", place
            )


def _wrong_kind(value: Any, alternatives: list[inspect.Type], place: str) -> BadScenario:
    expected = " or ".join(dict.fromkeys(map(_describe, alternatives)))
    wants_list = any(isinstance(each, inspect.ListType) for each in alternatives)
    hint = ""
    if isinstance(value, dict) and wants_list:
        hint = f"; write [[{place}]] in two brackets"
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        hint = f"; write [{place}] in one bracket"
    elif isinstance(value, str) and wants_list:
        hint = f'; write ["{value}"]'
    return BadScenario(f"expected {expected}, not {_show(value)}{hint}", place, str(value))


def _show(value: Any) -> str:
    """A value that is not what was expected."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {value!r}"
        case _:
            return _KINDS.get(type(value), f"a {type(value).__name__}")


def _describe(wanted: inspect.Type) -> str:
    if isinstance(wanted, inspect.LiteralType):
        return " or ".join(f'"{value}"' for value in wanted.values)
    return _KINDS[_KIND_OF[type(wanted)]]
