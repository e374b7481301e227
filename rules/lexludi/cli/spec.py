"""`lexludi spec`: the specification, a clause of it, or the matrix."""

from __future__ import annotations

import click
from rich.table import Table

import lexludi
from lexludi.cli.shared import OUT
from lexludi.core.errors import BadInput
from lexludi.core.spec import Clause, clause_named, clauses, sentences, spec_text, spec_version
from lexludi.matrix import Row, matrix, orphans


@click.command()
@click.argument("name", metavar="[ID]", required=False)
@click.option("--matrix", "show_matrix", is_flag=True, help="Clause, sentences, functions, tests, vectors; orphans.")
def spec(name: str | None, show_matrix: bool) -> int:
    """Show the specification: its clauses, one clause by its ID, or a whole game by its name."""
    if show_matrix:
        if name is not None and name not in lexludi.GAMES:
            raise BadInput("ID", name, "none, or the name of a game, beside --matrix")
        return _matrix(name)
    if name is None:
        _contents()
    elif name in lexludi.GAMES:
        click.echo(spec_text(f"{name}.md"))
    else:
        _clause(clause_named(name))
    return 0


def _contents() -> None:
    OUT.print(f"Specification {spec_version()}: {len(clauses())} clauses")
    chapter = ""
    for clause in clauses().values():
        if (here := f"{clause.game}, {clause.chapter}") != chapter:
            chapter = here
            OUT.print(f"\n[bold]{chapter}[/bold]")
        first = clause.text.split("\n", maxsplit=1)[0]
        OUT.print(f"  {clause.slug:34} {first if len(first) < 84 else first[:80] + ' …'}", markup=False)


def _clause(clause: Clause) -> None:
    row = next(row for row in matrix() if row.clause.slug == clause.slug)
    OUT.print(f"[bold]{clause.slug}[/bold]  ({clause.game}, {clause.chapter})")
    OUT.print(clause.text + "\n", markup=False)
    OUT.print("[bold]Formally[/bold]")
    OUT.print(clause.formally, markup=False)
    told = {
        "Ruling": clause.ruling,
        "Fields of Rules": ", ".join(clause.fields),
        "Refusals": ", ".join(clause.refusals),
        "Example": clause.example,
        "Sources": ", ".join(clause.sources) or "none",
        "Functions": ", ".join(row.functions),
        "Tests": ", ".join(row.tests) if row.tests is not None else "in the source distribution",
        "Properties": ", ".join(row.properties),
        "Vectors": ", ".join(row.vectors),
    }
    OUT.print()
    for name, text in told.items():
        if text:
            OUT.print(f"[bold]{name}[/bold]: ", end="")
            OUT.print(text, markup=False)


def _matrix(game: str | None) -> int:
    table = Table()
    for name in ("clause", "sentences", "functions"):
        table.add_column(name, overflow="fold")
    for name in ("tests", "properties", "vectors"):
        table.add_column(name, justify="right", no_wrap=True)
    rows = [row for row in matrix() if game in (None, row.clause.game)]
    for row in rows:
        counts = (_count(row.tests), str(len(row.properties)), str(len(row.vectors)))
        table.add_row(row.clause.slug, _sources(row), "\n".join(row.functions), *counts)
    OUT.print(table)
    accounted = sum(bool(sentence.clauses or sentence.no_rule) for sentence in sentences().values())
    hanging = list(orphans())
    for line in hanging:
        OUT.print(f"orphan: {line}", markup=False)
    OUT.print(f"{len(rows)} clauses, {accounted} of {len(sentences())} sentences accounted for, {len(hanging)} orphans")
    return 1 if hanging else 0


def _sources(row: Row) -> str:
    number = row.clause.ruling.split(".")[0]
    ruling = [f"ruling {number}" if number.isdigit() else f"ruling ({number.lower()})"] if number else []
    return "\n".join([*row.clause.sources, *ruling])


def _count(tests: tuple[str, ...] | None) -> str:
    return "–" if tests is None else str(len(tests))
