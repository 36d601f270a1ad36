"""The plain scene, for a game that has none of its own: its board in letters, and a button per action."""

from tilora.kernel import State, View
from tilora.scene.vocabulary import Area, Beat, Button, Choice, Scene, Spot, Text

SIZE = 0.4
LETTER = 0.6 * SIZE
LINE = 1.4 * SIZE
MARGIN = 0.5


def plain_scene(view: View) -> Scene:
    """The board of the terminal on a panel, and a button for each action of the viewer."""
    lines = view.game.words.board(view.state).split("\n")
    width = 2 * MARGIN + LETTER * max(map(len, lines))
    height = 2 * MARGIN + LINE * len(lines)
    texts = tuple(
        Text(x=MARGIN, y=MARGIN + LINE * (number + 0.5), text=line, size=SIZE, align="start", role="mono")
        for number, line in enumerate(lines)
        if line
    )
    panel = Spot(id="board", x=0, y=0, w=width, h=height, shape="panel", label="\n".join(lines), texts=texts)
    area = Area(id="table", role="shared", label=view.game.title, w=width, h=height, spots=(panel,))
    actions = [(text, _words_of(view, text)) for text in view.legal()]
    return Scene(
        areas=(area,),
        buttons=tuple(Button(id=f"do {text}", label=text.capitalize(), about=words) for text, words in actions),
        choices=tuple(Choice(action=text, words=words, path=(f"do {text}",)) for text, words in actions),
    )


def _words_of(view: View, text: str) -> str:
    words = view.game.words
    return words.action_words(view.state, words.parse_action(view.state, text))


def plain_beats(said: str, before: State, after: State) -> list[Beat]:
    """What was said of a step, and then the points of each seat that they changed for."""
    beats = [Beat(words=said)]
    for seat in range(int(after.seats)):
        points = int(after.score[seat]) - int(before.score[seat])
        if points:
            words = f"Seat {seat + 1} {'gains' if points > 0 else 'loses'} {abs(points)}."
            beats.append(Beat(words=words, seat=seat, points=points, source="points"))
    return beats
