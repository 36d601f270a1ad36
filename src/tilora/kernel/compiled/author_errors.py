"""Mistakes in rules, in one sentence for their author: file, line and cause."""

import dis
import re
import traceback

from tilora.kernel.contract import marks

RECORD = re.compile(r"Record\(.*?;\d+;(?:True|False)\)")
"""How Numba writes the type of a state, with all its fields."""
PIPELINE = "Failed in nopython mode pipeline"
MOST = 300
"""The most characters of a cause."""


def place_of(error: Exception) -> str:
    """Return the file and line of the rules that raised the error, as the beginning of a sentence."""
    ours = __file__.rpartition("compiled")[0]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f"{frames[-1].filename}, line {frames[-1].lineno}: " if frames else ""


def explain(error: Exception) -> str:
    """Return where and why compiling failed. Numba says it last, inside a report about every function on the way."""
    if isinstance(error, KeyError):  # all that Numba says about a field that a record does not have
        return f"{_place_of_attribute(str(error.args[0]))}STATE has no field {error.args[0]!r}."
    report = RECORD.sub("state", str(error))
    innermost = report.rpartition(PIPELINE)[2]
    found = re.search(r"\bat (\S[^\n]*) \((\d+)\)", innermost) or re.search(r'File "([^"]+)", line (\d+)', innermost)
    where = f"{found[1]}, line {found[2]}: " if found else ""
    lines = [line.strip() for line in innermost.splitlines() if line.strip()]
    if report != innermost:
        lines = lines[1:]  # the rest of the line that names the pipeline
    cause: list[str] = []
    for line in lines:
        if line.startswith(("File ", "During: ", "raised from ")):
            break
        cause.append(line)
    text = " ".join(cause).rstrip(".")
    return where + ((text if len(text) <= MOST else text[: MOST - 1] + "…") or repr(error)[:MOST]) + "."


def _place_of_attribute(name: str) -> str:
    """Return the file and line where a rule first reads or writes an attribute of that name."""
    for function in marks.marked:
        line = function.__code__.co_firstlineno
        for step in dis.get_instructions(function):
            line = step.positions.lineno or line if step.positions else line
            if step.argval == name and step.opname in ("LOAD_ATTR", "STORE_ATTR", "LOAD_METHOD"):
                return f"{function.__code__.co_filename}, line {line}: "
    return ""
