"""The command line: one small file a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from lexludi import __version__
from lexludi.cli import audit, conform, perft, play, replay, serve, simulate, spec, vectors
from lexludi.core.errors import LexludiError, escaped

__all__ = ["run"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="lexludi %(version)s")
def lexludi() -> None:
    """The rules of card games: read them, play them, hold programs to them."""


for _command in (
    spec.spec,
    simulate.simulate,
    play.play,
    audit.audit,
    conform.conform,
    replay.replay,
    serve.serve,
    vectors.vectors,
    perft.perft,
):
    lexludi.add_command(_command)


def run(arguments: Sequence[str]) -> int:
    """Run a command line. Its exit status: 0 good, 1 a rule was broken, 2 unusable call or input."""
    try:
        status = lexludi.main(list(arguments), prog_name="lexludi", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
        return 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        return _fail("stopped", 130)
    except click.NoSuchOption as error:
        asks_program = error.ctx is not None and any(one.nargs == -1 for one in error.ctx.command.params)
        hint = "; the options of COMMAND come after --" if asks_program and "--" not in arguments else ""
        return _fail(error.format_message().rstrip(".") + hint)
    except click.ClickException as error:
        return _fail(error.format_message())
    except LexludiError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("this takes more memory than there is: are the sizes in the rules meant?")
    except SystemExit as error:
        # So click ends a command whose reader has gone.
        return 0 if error.code == 1 else int(error.code or 0)
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'standard output'}: {error.strerror}")
    return int(status or 0)


def _fail(message: str, status: int = 2) -> int:
    line = escaped(" ".join(message.split()))
    click.echo(f"lexludi: {line}", err=True)
    return status
