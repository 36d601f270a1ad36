"""The plain scene, for a game without one of its own: its board in letters, and a button for each action."""

from tilora.kernel import Action, State, View, seat_name
from tilora.scene.vocabulary import Area, Beat, Button, Choice, Scene, Spot, Text

SIZE = 0.4
LETTER = 0.6 * SIZE
LINE = 1.4 * SIZE
MARGIN = 0.5


def plain_scene(view: View) -> Scene:
    """Return the terminal's board on a panel, and a button for each action of the viewer."""
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
    actions = view.actions()
    return Scene(
        areas=(area,),
        buttons=tuple(map(button_for, actions)),
        choices=tuple(Choice(action=action.text, words=action.sentence, path=(f"do {action}",)) for action in actions),
    )


def button_for(action: Action) -> Button:
    """Return the button that plays an action."""
    return Button(id=f"do {action}", label=action.text.capitalize(), about=action.sentence)


def plain_beats(sentence: str, before: State, after: State) -> list[Beat]:
    """Return the sentence about a step, and a beat for each seat whose points changed."""
    beats = [Beat(words=sentence)]
    for seat in range(int(after.seats)):
        points = int(after.score[seat]) - int(before.score[seat])
        if points:
            words = f"{seat_name(seat)} {'gains' if points > 0 else 'loses'} {abs(points)}."
            beats.append(Beat(words=words, seat=seat, points=points, source="points"))
    return beats
