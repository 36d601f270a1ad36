"""What the clients of the benchmark read of a server's messages. The rest is skipped, which is much faster."""

from collections.abc import Iterator

import msgspec


class ChoicePart(msgspec.Struct):
    """The fields of a choice that a player needs. In a change, those that are new."""

    action: str = ""


class ScenePart(msgspec.Struct):
    """The fields of a scene that a player needs."""

    choices: list[ChoicePart] = []


class SceneChangePart(msgspec.Struct):
    """The same of a change; see `tilora.scene.SceneChange`."""

    choices: list[ChoicePart | tuple[int, int | ChoicePart]] | None = None


class PositionPart(msgspec.Struct):
    """The fields of a position that a player needs."""

    over: bool
    legal: list[str] = []
    scene: ScenePart | None = None
    scene_change: SceneChangePart | None = None


class LookPart(msgspec.Struct, tag_field="kind", tag="look"):
    """The fields of a look that a player needs."""

    moment: int
    position: PositionPart | None = None


class AckPart(msgspec.Struct, tag_field="kind", tag="ack"):
    """An acknowledgement."""


class ErrorPart(msgspec.Struct, tag_field="kind", tag="error"):
    """A refusal."""

    text: str


class OtherPart(msgspec.Struct, tag_field="kind", tag="presence"):
    """A message that players ignore."""


decode_message = msgspec.json.Decoder(LookPart | AckPart | ErrorPart | OtherPart).decode


def rewritten(old: list[str], change: list[ChoicePart | tuple[int, int | ChoicePart]]) -> Iterator[str]:
    """Yield the actions of a list of choices that refers to an old one, as `tilora.scene.apply_change` would."""
    for item in change:
        if isinstance(item, ChoicePart):
            yield item.action
        elif isinstance(item[1], int):
            yield from old[item[0] : item[0] + item[1]]
        else:
            yield item[1].action or old[item[0]]
