"""Figures of the code's size and shape, counted from its text."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.support.paths import ROOT, TESTS

SHIPPED = ("companion", "hardware", "firmware_host", "web_ui")
MAX_PARAMETERS, MAX_LINES, MAX_MODULES, MAX_WORDS = 6, 450, 14, 12
OF_COMMANDS = "companion/cli/"
"""Commands import what they need when they are called, and click gives each option as a parameter."""
PARTICIPLE = re.compile(r"(?:.*_)?[a-z]{3,}(?:ing|ed)(?:_up)?")
NOUNS = frozenset({"encoding", "first_evening", "opening", "pairing", "wiring", "wording"})
"""Names of modules that end like participles, and are nouns."""
RELATIVE = re.compile(r"\b(what|who|whom|whose|whoever|whatever)\b", re.IGNORECASE)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A module of the shipped code: its path from the root of the repository, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @property
    def name(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def room(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def functions(self) -> Iterator[Function]:
        return (node for node in self.nodes if isinstance(node, Function))

    @property
    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in self.nodes if isinstance(node, ast.ClassDef))


def modules_in(root: Path, *folders: str) -> tuple[Module, ...]:
    """Read every module below *folders* of *root*."""
    paths = (path for folder in folders for path in sorted((root / folder).rglob("*.py")))
    own = (path for path in paths if "node_modules" not in path.parts)
    return tuple(Module(path.relative_to(root).as_posix(), path.read_text("utf-8")) for path in own)


def lines_of(*folders: Path, suffix: str) -> int:
    """Count the lines of all files below *folders* that end with *suffix*."""
    paths = (path for folder in folders for path in folder.rglob(f"*{suffix}") if "node_modules" not in path.parts)
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def rooms_in(root: Path, *folders: str) -> Mapping[str, int]:
    """Count the modules of each room below *folders*, of Python and of pages."""
    paths = (path for folder in folders for path in (root / folder).rglob("*") if path.suffix in {".py", ".js"})
    own = (path for path in paths if "node_modules" not in path.parts and path.name != "__init__.py")
    return Counter(path.parent.relative_to(root).as_posix() for path in own)


def attributes_of(owner: ast.ClassDef) -> int:
    """Count the attributes that the methods of a class set on ``self``."""
    set_by = {
        node.attr
        for node in ast.walk(owner)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    return len(set_by)


def parameters_of(function: Function) -> int:
    """Count the parameters of *function* without ``self`` or ``cls``."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len([name for name in names if name not in {"self", "cls"}])


def late_imports_of(module: Module) -> int:
    """Count the import statements inside functions."""
    if "import " not in module.text:
        return 0
    at_top = sum(isinstance(node, ast.Import | ast.ImportFrom) for node in _outside_functions(module.tree))
    return sum(isinstance(node, ast.Import | ast.ImportFrom) for node in module.nodes) - at_top


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, Function):
            yield node
            yield from _outside_functions(node)


def splats_of(module: Module) -> int:
    """Count the tuples and dicts that a function makes only to splat them into a call."""
    with_splats = [function for function in module.functions if _splatted_in(function)]
    return sum(len(_made_in(function) & _splatted_in(function)) for function in with_splats)


def _made_in(function: Function) -> set[str]:
    made = set()
    for node in ast.walk(function):
        targets = (
            [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []
        )
        if targets and isinstance(node.value, ast.Tuple | ast.Dict):  # type: ignore[attr-defined]  # both have one
            made |= {target.id for target in targets if isinstance(target, ast.Name)}
    return made


def _splatted_in(function: Function) -> set[str]:
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            splatted = [each.value for each in node.args if isinstance(each, ast.Starred)]
            splatted += [each.value for each in node.keywords if each.arg is None]
            found |= {each.id for each in splatted if isinstance(each, ast.Name)}
    return found


def docstrings_of(module: Module) -> Iterator[str]:
    """Give the first line of each docstring, also of those below constants and fields."""
    for node in module.nodes:
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else []:
            if (
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ):
                yield each.value.value.strip().partition("\n")[0]


def imported_by(module: Module, names: frozenset[str]) -> frozenset[str]:
    """Return the shipped modules among *names* that *module* imports as it is loaded."""
    found: set[str] = set()
    pending: list[ast.AST] = list(module.tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, Function) or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            continue
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        pending += ast.iter_child_nodes(node)
    return frozenset(found & names)


def circles_of(modules: tuple[Module, ...]) -> int:
    """Count the import circles among rooms: each is broken at one arrow before the next is looked for."""
    names = frozenset(module.name for module in modules)
    room_of = {module.name: module.room for module in modules}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules:
        found[module.room] |= {room_of[name] for name in imported_by(module, names)} - {module.room}
    arrows = {room: sorted(others) for room, others in sorted(found.items())}  # the same circles each time
    count = 0
    while True:
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            circle: list[str] = error.args[1]
            arrows[circle[1]].remove(circle[0])
            count += 1
        else:
            return count


def names_twice_of(modules: tuple[Module, ...]) -> int:
    """Count the public class names that more than one module defines."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules:
        for each in module.tree.body:
            if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                places[each.name].add(module.name)
    return sum(len(found) > 1 for found in places.values())


def is_participle(module: Module) -> bool:
    """Return True if *module* is named by a participle or gerund instead of a noun."""
    name = module.name.rpartition(".")[2]
    return bool(PARTICIPLE.fullmatch(name)) and name not in NOUNS and not module.path.endswith("__init__.py")


def figures() -> Mapping[str, int]:
    """Count every figure of the repository, by what it is called in the table."""
    modules = modules_in(ROOT, *SHIPPED)
    beside_commands = [module for module in modules if not module.path.startswith(OF_COMMANDS)]
    first_lines = [line for module in modules for line in docstrings_of(module)]
    return {
        "lines of shipped Python": sum(len(module.text.splitlines()) for module in modules),
        "lines of JavaScript": lines_of(*(ROOT / folder for folder in SHIPPED), suffix=".js"),
        "lines of tests": lines_of(TESTS, suffix=".py"),
        "attributes of the largest class": max(attributes_of(each) for module in modules for each in module.classes),
        "parameter lists over six": sum(
            parameters_of(function) > MAX_PARAMETERS for module in beside_commands for function in module.functions
        ),
        "splatted tuples and dicts": sum(map(splats_of, modules)),
        "imports inside functions": sum(map(late_imports_of, beside_commands)),
        "files over 450 lines": sum(len(module.text.splitlines()) > MAX_LINES for module in modules),
        "rooms over 14 modules": sum(count > MAX_MODULES for count in rooms_in(ROOT, *SHIPPED).values()),
        "import circles": circles_of(modules),
        "class names in two modules": names_twice_of(modules),
        "modules named by a participle": sum(map(is_participle, modules)),
        "docstrings that begin with a relative clause": sum(RELATIVE.search(line) is not None for line in first_lines),
        "docstrings over twelve words": sum(len(line.split()) > MAX_WORDS for line in first_lines),
    }
