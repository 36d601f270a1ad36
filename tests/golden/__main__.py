"""Write the golden games anew: `make golden`. Read the difference before you commit it."""

from tests.golden.writing import FOLDER, golden_text
from tilora.kernel import games

for game in games():
    for seats in sorted({min(game.seats), max(game.seats)}):
        file = FOLDER / f"{game.name}-{seats}.txt"
        file.write_text(golden_text(game, seats), encoding="utf-8")
        print(file.name)
