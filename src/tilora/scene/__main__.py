"""`python -m tilora.scene GAME`: draws a position, to look at while you work on a game's scene."""

import argparse
import sys
from pathlib import Path

from tilora.kernel import Match, TiloraError
from tilora.scene.svg import picture_of
from tilora.scene.themes import THEMES


def main(arguments: list[str]) -> str:
    """Return the picture that the arguments ask for, or write it to a file and return its name."""
    parser = argparse.ArgumentParser(prog="python -m tilora.scene", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--position", help="begin at this position")
    parser.add_argument("--play", default="", metavar="ACTIONS", help="what to play first: '3 blue 2; middle red 1'")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="then play N actions, picked by the seed")
    parser.add_argument("--seat", type=int, help="whose view, from 0; without it, a spectator's")
    parser.add_argument("--area", action="append", help="draw only this area; may be repeated")
    parser.add_argument("--theme", choices=tuple(THEMES), default="light")
    parser.add_argument("--out", type=Path, help="write the SVG to this file")
    options = parser.parse_args(arguments)
    try:
        match = Match(options.game, seats=options.seats, seed=options.seed, position=options.position)
        for action in filter(None, map(str.strip, options.play.split(";"))):
            match.play(action)
        for number in range(options.random):
            if not match.over:
                legal = match.legal()
                match.play(legal[(options.seed + 1) * (number + 3) * 7919 % len(legal)])
        drawn = picture_of(match.view(options.seat), options.area, options.theme)
    except TiloraError as error:
        parser.exit(2, f"{error}\n")
    if options.out:
        options.out.write_text(drawn, encoding="utf-8")
    return drawn if not options.out else f"{options.out}\n"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
