"""Rewrite the golden games: `make golden`. Read the difference before you commit it."""

from tests import plugin

plugin.install()

from tests.golden.writing import FOLDER, golden_text  # noqa: E402 - the toy game must be there first
from tilora.kernel import games  # noqa: E402

for game in games():
    for seats in sorted({min(game.seats), max(game.seats)}):
        file = FOLDER / f"{game.name}-{seats}.txt"
        file.write_text(golden_text(game, seats), encoding="utf-8")
        print(file.name)
