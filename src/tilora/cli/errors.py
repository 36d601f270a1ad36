"""Errors on the command line: each is one line on stderr, with exit code 2."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnusedCliTokensError

from tilora.kernel import TiloraError

MAX_ERROR_LENGTH = 400
"""Longest error message, in characters."""
NUMBERS = {int: "a whole number", float: "a number"}


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """End the program with a line on stderr if an error is raised inside."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except CycloptsError as error:
        _fail(_explain(error))
    except TiloraError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output has closed the pipe. Python must not notice again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(130)


def _explain(error: CycloptsError) -> str:
    """Explain what is wrong with the arguments, without words that only programmers know."""
    command = " ".join(["tilora", *(error.command_chain or ())])
    if isinstance(error, MissingArgumentError) and error.argument and not error.keyword:
        return f"`{command}` needs {error.argument.field_info.name.upper()}. {error.argument.parameter.help}"
    if isinstance(error, CoercionError) and error.argument and error.token and error.target_type in NUMBERS:
        return f"{error.argument.name} must be {NUMBERS[error.target_type]}, not {error.token.value!r}."
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"`{command}` does not accept {error.unused_tokens[0]!r}. See `{command} --help`."
    return str(error)


def _fail(message: str) -> None:
    words = "".join(char if char.isprintable() else "\ufffd" for char in " ".join(message.split()))
    print(f"tilora: {words if len(words) <= MAX_ERROR_LENGTH else words[:MAX_ERROR_LENGTH] + '…'}", file=sys.stderr)
    sys.exit(2)
