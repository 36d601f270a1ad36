"""How long a page takes to show what was played. The time of whoever is next does not run before that, within bounds.

The figures are those of the page, in milliseconds; see `client/src/scene/motion/playback.ts`. They are for what
everybody can see, so that they tell nobody a secret.
"""

from copy import copy

from tilora.kernel import SPECTATOR, Action, Match
from tilora.scene import Beat, beats_of
from tilora.table.events import Time

ANNOUNCE = 420
MOVE = 320
SENTENCE = 430
POINTS = 620
REST = 260
LONGEST = 3_000
"""The time of a seat starts at most so late, however much there is to show."""
SHARE = 6
"""With so much time for a turn, at most this part of it: one in six."""


def show_time(match: Match, action: Action) -> int:
    """Return how long it takes to show the action, with the draft before it; 0 if it is a draft itself."""
    trial = copy(match)
    settled = trial.played - trial.drafted
    trial.play(action)
    if trial.drafted:
        return 0
    total = 0
    for before, code, after in trial.passages(None, settled):
        beats = beats_of(trial.game, before, code, after, SPECTATOR)
        total += sum(map(_beat_time, beats)) + ANNOUNCE + REST
    return min(total, LONGEST)


def _beat_time(beat: Beat) -> int:
    return POINTS if beat.points else MOVE if beat.moves else SENTENCE


def longest_wait(time: Time) -> int:
    """Return how late the time of a seat may start."""
    return min(LONGEST, time.seconds * 1000 // SHARE) if time.kind == "bullet" else LONGEST
