"""`python -m tilora.scene GAME`: the picture of a position, to look at while drawing a game's scene."""

import argparse
import sys
from pathlib import Path

from tilora.kernel import Match, TiloraError
from tilora.scene.svg import picture_of
from tilora.scene.themes import THEMES


def main(words: list[str]) -> str:
    """The picture that the words ask for; it is in the file as well, if they name one."""
    parser = argparse.ArgumentParser(prog="python -m tilora.scene", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--position", help="begin there, not at the start")
    parser.add_argument("--play", default="", metavar="ACTIONS", help="what to play first: '3 blue 2; middle red 1'")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="then play N actions, picked by the seed")
    parser.add_argument("--seat", type=int, help="whose view, from 0; a spectator's without it")
    parser.add_argument("--area", action="append", help="only this area; can be given several times")
    parser.add_argument("--theme", choices=tuple(THEMES), default="light")
    parser.add_argument("--out", type=Path, help="write the SVG there, not to the terminal")
    asked = parser.parse_args(words)
    try:
        match = Match(asked.game, seats=asked.seats, seed=asked.seed, position=asked.position)
        for action in filter(None, map(str.strip, asked.play.split(";"))):
            match.play(action)
        for number in range(asked.random):
            if not match.over:
                legal = match.legal()
                match.play(legal[(asked.seed + 1) * (number + 3) * 7919 % len(legal)])
        drawn = picture_of(match.view(asked.seat), asked.area, asked.theme)
    except TiloraError as error:
        parser.exit(2, f"{error}\n")
    if asked.out:
        asked.out.write_text(drawn, encoding="utf-8")
    return drawn if not asked.out else f"{asked.out}\n"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
