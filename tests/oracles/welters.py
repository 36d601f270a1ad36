"""Slow, obvious oracle for Welters, written from the rules page alone.

It shares nothing with the engine.  Chance comes from outside: whoever drives the oracle says what
the dice showed and which cards were drawn, and the oracle checks that both were possible.
An action that is refused (AssertionError) leaves the state as it was.
"""

from collections import Counter
from fractions import Fraction

Card = tuple[str, int]  # ("red", 5)
Tile = tuple[str, int, int, int]  # (grade, red, yellow, blue)

COLOURS = ("red", "yellow", "blue")
GRADES = ("water", "sand", "grass", "stone", "metal")

TILES_IN_THE_BOX = {"water": 16, "sand": 12, "grass": 8, "stone": 6, "metal": 3}
TOLERANCE = {"water": 54, "sand": 21, "grass": 15, "stone": 12, "metal": 9}
SCORE = {"water": 1, "sand": 2, "grass": 4, "stone": 8, "metal": 12}

COLUMNS = "abcde"
ROWS = "1234567"
TILE_NAMES = [column + row for row in ROWS for column in COLUMNS]

DIE = range(1, 13)
FULL_HAND = 8
STARTING_HANDS = (5, 8)
ERROR_OF_A_MISSING_COLOUR = 10
HELP_OF_AN_OWN_NEIGHBOUR = 2


def full_deck() -> Counter[Card]:
    """All 105 cards: in each colour 0 and 10 four times, 1 to 9 three times."""
    deck: Counter[Card] = Counter()
    for colour in COLOURS:
        for value in range(11):
            deck[(colour, value)] = 4 if value in (0, 10) else 3
    return deck


def neighbours(name: str) -> list[str]:
    """The tiles that share an edge with this one."""
    column = COLUMNS.index(name[0])
    row = ROWS.index(name[1])
    found: list[str] = []
    for other in TILE_NAMES:
        columns_apart = abs(COLUMNS.index(other[0]) - column)
        rows_apart = abs(ROWS.index(other[1]) - row)
        if columns_apart + rows_apart == 1:
            found.append(other)
    return found


def card_text(card: Card) -> str:
    return f"{card[0]} {card[1]}"


def nonzero(cards: Counter[Card]) -> dict[Card, int]:
    return {card: count for card, count in cards.items() if count != 0}


class Oracle:
    """One game of Welters.

    Once the game is over, legal() is empty and turn stays with the seat that acted last.
    Until then, ranks is an empty list.
    """

    turn: int
    over: bool
    ranks: list[int]

    def __init__(self, tiles: dict[str, Tile], hands: list[list[Card]]) -> None:
        assert set(tiles) == set(TILE_NAMES), "the map needs exactly the tiles a1 to e7"
        grades_used: Counter[str] = Counter()
        for name, (grade, red, yellow, blue) in tiles.items():
            assert grade in GRADES, f"{name}: there is no grade {grade!r}"
            for value in (red, yellow, blue):
                assert 0 <= value <= 10, f"{name}: value {value} is not in 0..10"
            grades_used[grade] += 1
        for grade in GRADES:
            assert grades_used[grade] <= TILES_IN_THE_BOX[grade], (
                f"{grades_used[grade]} tiles of {grade}, only {TILES_IN_THE_BOX[grade]} exist"
            )

        assert len(hands) == 2, "there are two hands"
        for seat in (0, 1):
            assert len(hands[seat]) == STARTING_HANDS[seat], (
                f"seat {seat} starts with {STARTING_HANDS[seat]} cards, not {len(hands[seat])}"
            )

        self._tiles = dict(tiles)
        self._deck = full_deck()
        self._check_the_deck_holds(hands[0] + hands[1])
        self._deck.subtract(hands[0] + hands[1])
        self._hands = [list(hands[0]), list(hands[1])]
        self._chosen: list[Card] = []
        self._spent: Counter[Card] = Counter()
        self._owner: dict[str, int | None] = dict.fromkeys(TILE_NAMES)
        self.turn = 0
        self.over = False
        self.ranks = []

    @property
    def scores(self) -> list[int]:
        totals = [0, 0]
        for name in TILE_NAMES:
            owner = self._owner[name]
            if owner is not None:
                totals[owner] += SCORE[self._tiles[name][0]]
        return totals

    def legal(self) -> set[str]:
        """The texts of everything the seat to move may do now."""
        actions: set[str] = set()
        if self.over:
            return actions

        hand = self._hands[self.turn]
        targets = self._targets()

        if not targets:
            for card in hand:
                actions.add("discard " + card_text(card))
            return actions

        colours_chosen = [colour for colour, _ in self._chosen]
        for card in hand:
            if card[0] not in colours_chosen:
                actions.add(card_text(card))
        if self._chosen:
            for name in targets:
                actions.add("cast " + name)
        return actions

    def play(self, action: str, rolls: list[int], drawn: list[Card]) -> None:
        """Do one action of the seat to move, with the chance that came with it."""
        assert not self.over, f"{action!r}: the game is over"
        assert action in self.legal(), f"{action!r} is not legal for seat {self.turn}"
        words = action.split()

        if words[0] == "cast":
            self._cast(words[1], rolls, drawn)
        elif words[0] == "discard":
            self._discard((words[1], int(words[2])), rolls, drawn)
        else:
            self._choose((words[0], int(words[1])), rolls, drawn)

    def facts(self) -> dict[str, object]:
        return {
            "owner": dict(self._owner),
            "hands": [sorted(hand) for hand in self._hands],
            "chosen": sorted(self._chosen),
            "spent": nonzero(self._spent),
            "deck": nonzero(self._deck),
        }

    def chance_to_capture(self, target: str) -> Fraction:
        """Probability that a cast at target with the cards chosen now captures it."""
        assert f"cast {target}" in self.legal(), f"a cast at {target!r} is not possible now"
        dice = self._number_of_dice(target)
        if dice == 0:
            all_rolls: list[list[int]] = [[]]
        elif dice == 1:
            all_rolls = [[first] for first in DIE]
        else:
            all_rolls = [[first, second] for first in DIE for second in DIE]
        captures = 0
        for rolls in all_rolls:
            if self._captures(target, rolls):
                captures += 1
        return Fraction(captures, len(all_rolls))

    # The three kinds of action.  Each checks everything before it changes anything.

    def _choose(self, card: Card, rolls: list[int], drawn: list[Card]) -> None:
        assert rolls == [], f"choosing a card rolls no dice, but {rolls} were given"
        assert drawn == [], f"choosing a card draws no cards, but {drawn} were given"
        self._hands[self.turn].remove(card)
        self._chosen.append(card)

    def _cast(self, target: str, rolls: list[int], drawn: list[Card]) -> None:
        dice = self._number_of_dice(target)
        assert len(rolls) == dice, f"a cast at {target} rolls {dice} dice, but got {rolls}"
        for roll in rolls:
            assert roll in DIE, f"a roll is 1 to 12, not {roll}"
        self._check_drawn(drawn, len(self._hands[self.turn]))

        if self._captures(target, rolls):
            self._owner[target] = self.turn
        self._spent.update(self._chosen)
        self._chosen = []
        self._end_turn(drawn)

    def _discard(self, card: Card, rolls: list[int], drawn: list[Card]) -> None:
        assert rolls == [], f"discarding rolls no dice, but {rolls} were given"
        self._check_drawn(drawn, len(self._hands[self.turn]) - 1)

        self._hands[self.turn].remove(card)
        self._spent[card] += 1
        self._end_turn(drawn)

    # Casting.

    def _targets(self) -> list[str]:
        return [name for name in TILE_NAMES if self._owner[name] != self.turn]

    def _error(self, target: str) -> int:
        _, red, yellow, blue = self._tiles[target]
        wanted = {"red": red, "yellow": yellow, "blue": blue}
        # A dict is enough: at most one card of each colour can be chosen.
        played = dict(self._chosen)
        error = 0
        for colour in COLOURS:
            if colour in played:
                error += abs(played[colour] - wanted[colour])
            else:
                error += ERROR_OF_A_MISSING_COLOUR
        return error

    def _number_of_dice(self, target: str) -> int:
        # A missing colour costs 10, so an error of 0 always means three exact cards.
        if self._error(target) == 0:
            return 0
        if self._owner[target] == 1 - self.turn:
            return 2
        return 1

    def _captures(self, target: str, rolls: list[int]) -> bool:
        error = self._error(target)
        if error == 0:
            return True
        own_neighbours = 0
        for name in neighbours(target):
            if self._owner[name] == self.turn:
                own_neighbours += 1
        result = error + sum(rolls) - HELP_OF_AN_OWN_NEIGHBOUR * own_neighbours
        grade = self._tiles[target][0]
        return result <= TOLERANCE[grade]

    # Cards and turns.

    def _check_the_deck_holds(self, cards: list[Card]) -> None:
        for card, count in Counter(cards).items():
            held = self._deck[card]
            assert count <= held, f"{count} times {card} asked for, the deck holds {held}"

    def _check_drawn(self, drawn: list[Card], hand_size: int) -> None:
        in_deck = sum(self._deck.values())
        expected = min(FULL_HAND - hand_size, in_deck)
        situation = f"hand {hand_size}, deck {in_deck}"
        assert len(drawn) == expected, f"{situation}: draws {expected}, not {len(drawn)}"
        self._check_the_deck_holds(drawn)

    def _end_turn(self, drawn: list[Card]) -> None:
        self._deck.subtract(drawn)
        self._hands[self.turn].extend(drawn)

        if not self._hands[0] and not self._hands[1]:
            self.over = True
            first, second = self.scores
            if first > second:
                self.ranks = [1, 2]
            elif first < second:
                self.ranks = [2, 1]
            else:
                self.ranks = [1, 1]
            return

        other = 1 - self.turn
        # A seat with an empty hand is passed over; then the same seat moves again.
        if self._hands[other]:
            self.turn = other
