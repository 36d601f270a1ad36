"""What a view looks like, as data; what happens in a step, beat by beat; and pictures of both as SVG.

Imports only the kernel, and knows no game by name.

>>> import tilora
>>> from tilora.scene import scene_of
>>> scene = scene_of(tilora.match("cyberzul", seed=7).view(0))
>>> [area.id for area in scene.areas]
['middle', 'board-0', 'board-1']
"""

from tilora.scene.art import Art, art_of
from tilora.scene.build import beats_of, explain, preview, scene_of, why
from tilora.scene.changes import AreaChange, SceneChange, ShownScene, apply_change, scene_change
from tilora.scene.guide import Guide, guide_of
from tilora.scene.lesson import Lesson, lesson_of
from tilora.scene.parts import part
from tilora.scene.svg import picture, picture_of
from tilora.scene.vocabulary import (
    Area,
    Beat,
    Button,
    Choice,
    Ending,
    Explanation,
    Faces,
    Ghost,
    Move,
    Piece,
    Preview,
    Scene,
    Spot,
    Takeback,
    Task,
    Term,
    Text,
    Won,
)

__all__ = [
    "Area",
    "AreaChange",
    "Art",
    "Beat",
    "Button",
    "Choice",
    "Ending",
    "Explanation",
    "Faces",
    "Ghost",
    "Guide",
    "Lesson",
    "Move",
    "Piece",
    "Preview",
    "Scene",
    "SceneChange",
    "ShownScene",
    "Spot",
    "Takeback",
    "Task",
    "Term",
    "Text",
    "Won",
    "apply_change",
    "art_of",
    "beats_of",
    "explain",
    "guide_of",
    "lesson_of",
    "part",
    "picture",
    "picture_of",
    "preview",
    "scene_change",
    "scene_of",
    "why",
]
