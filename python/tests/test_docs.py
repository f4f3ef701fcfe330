"""Tests docstrings: every public name has one, and compiled ones equal the declared ones."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rankmoves
from rankmoves import _rankmoves

DECLARATIONS = ast.parse(Path(rankmoves.__file__).with_name("_rankmoves.pyi").read_text())
MODULES = ["rankmoves", "rankmoves.env", "rankmoves.env.checkers_v0", "rankmoves.env.gym", "rankmoves.polars"]


def declared(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str | None]]:
    """Yield each declared class and function with its docstring."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield prefix + node.name, ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            yield from declared(node.body, node.name + ".")


def compiled(name: str) -> Any:
    thing: Any = _rankmoves
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


def test_compiled_docstrings_are_those_of_the_declarations() -> None:
    documented = {name: doc for name, doc in declared(DECLARATIONS.body) if doc}
    assert len(documented) > 70
    for name, doc in documented.items():
        assert inspect.cleandoc(compiled(name).__doc__) == doc, name


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_a_docstring(module: str) -> None:
    imported = importlib.import_module(module)
    assert imported.__doc__
    for name in imported.__all__:
        thing = getattr(imported, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name
        if not inspect.isclass(thing) or issubclass(thing, tuple):
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_"):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_help_shows_the_arguments_and_the_text() -> None:
    text = inspect.getdoc(rankmoves.Position.rank) or ""
    assert str(inspect.signature(rankmoves.Position.rank)) == "(self, /, depth, threads=None)"
    assert text.startswith("Return all legal moves")
