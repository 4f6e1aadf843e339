"""``tidetable games``, ``rules`` and ``simulate``: games listed and tried without a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from companion.cli.shared.library import find, library_of, own_library, read_settings, say
from companion.cli.shared.options import Failed, config_option, data_option, json_option, print_json

if TYPE_CHECKING:
    from companion.engine.game import GameInfo, Mode
    from companion.library.games import Library


@click.command()
@config_option
@data_option
@json_option
@click.option("--check", metavar="GAME", help="Play this game at random and hold all laws against it.")
def games(config: Path | None, data: Path | None, as_json: bool, check: str | None) -> None:
    """List the kits and games, with seats and options, or check one."""
    settings = read_settings(config)
    if data is not None:
        settings = replace(settings, table=replace(settings.table, data=data))
    library = library_of(settings, logs_faults=check is not None)
    if check is not None:
        _check_game(library, check, as_json)
        return
    if as_json:
        print_json([_game_row(library, game) for game in library.games])
    else:
        for game in library.games:
            minimum, maximum = game.seats
            click.echo(f"{game.slug:<24} {game.mode:<8} {minimum}-{maximum} people  {say(library, game.name)}")
    if library.faults:
        raise Failed("\n".join(line for bad in library.faults for line in library.fault_lines(bad)))


def _game_row(library: Library, game: GameInfo) -> dict[str, Any]:
    options = {
        name: {
            "default": option.default,
            **({"choices": list(option.choices)} if option.choices else {"range": [option.minimum, option.maximum]}),
            "text": say(library, option.text),
        }
        for name, option in game.options.items()
    }
    name = say(library, game.name)
    return {"slug": game.slug, "mode": game.mode, "name": name, "seats": list(game.seats), "options": options}


def _check_game(library: Library, slug: str, as_json: bool) -> None:
    """Check all laws on the game *slug*, and print the broken ones.

    Its referee is checked if it has one.
    """
    from companion.library.game_check import check

    has_referee = any((game.slug, game.mode) == (slug, "referee") for game in library.games)
    broken = check(library, find(library, slug, "referee" if has_referee else "kit"))
    if as_json:
        print_json({"game": slug, "broken": broken})
    elif not broken:
        click.echo(f"{slug} keeps all laws.")
    if broken:
        raise Failed("\n".join(f"{law}: {fault}" for law, fault in broken.items()))


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def rules(game: str, as_json: bool) -> None:
    """Print a referee's rules and the game's commands."""
    from msgspec import to_builtins

    from companion.library.catalogue import commands_of, rules_of

    found = find(own_library(), game, "referee")
    if as_json:
        print_json({"rules": to_builtins(rules_of(found)), "commands": commands_of(found)})
        return
    for rule in rules_of(found):
        click.echo(f"{rule.id:<8}{rule.text}")
    click.echo()
    for command in commands_of(found):
        click.echo(f"{command['notation']:<30}{command['example']}")


@click.command()
@click.argument("slug", metavar="GAME")
@click.option(
    "--mode",
    type=click.Choice(["referee", "kit"]),
    default="referee",
    show_default=True,
    help="With all rules, or the kit alone.",
)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(0), help="How many people; the fewest that can play by default.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--policy", default="random", show_default=True, help="Who plays: random, or a player of the game's own.")
@click.option("--steps", type=click.IntRange(1), default=5000, show_default=True, help="Leave a game after so many.")
@click.option("--option", "chosen", metavar="K=V", multiple=True, help="An option of the game; may be repeated.")
@click.option("--records", type=click.Path(path_type=Path), metavar="DIR", help="Write each game's record there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def simulate(
    slug: str,
    mode: Mode,
    count: int,
    players: int | None,
    *,
    seed: int,
    policy: str,
    steps: int,
    chosen: tuple[str, ...],
    records: Path | None,
    as_json: bool,
) -> None:
    """Play whole games without devices and print their ends.

    Rates are for each second of CPU time.
    """
    from companion.engine.game import BadSetup
    from companion.library import simulate as playing
    from companion.records import record as files

    library = own_library()
    game = find(library, slug, mode)
    if policy not in playing.policies(game):
        raise Failed(f"nobody called {policy!r} plays {slug}; there are: {', '.join(playing.policies(game))}")
    people = game.seats[0] if players is None else players
    try:
        setup = game.setup(tuple(f"Player {seat + 1}" for seat in range(people)), playing.options_of(game, chosen))
    except BadSetup as error:
        raise Failed(say(library, error.reason)) from error
    simulation = playing.Simulation(game, setup, policy, steps)
    for number, table in simulation.play(count, seed):
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
            lines = files.write(playing.record_of(game, setup, table))
            (records / f"{slug}-{seed}-{number}.tide").write_text("".join(lines), encoding="utf-8")
    if as_json:
        print_json(simulation.report())
    else:
        for name, value in simulation.report().items():
            click.echo(f"{name}: {value}")
