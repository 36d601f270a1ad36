"""Lists and tables in a state: an array with room for the most there can be, and how many there are.

They stay in rising order, so that equal positions are equal bytes, and what is not used stays 0. Each function returns
how many there are now, or what it has looked up.
"""

from typing import Any

import numpy.typing as npt

from tilora.kernel.contract.marks import rule

Numbers = npt.NDArray[Any]


@rule
def index_in(numbers: Numbers, count: int, number: int) -> int:
    """Return where the number is among the first `count`, or where it would be."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def insert(numbers: Numbers, count: int, number: int) -> int:
    """The list holds the number, too."""
    insert_at(numbers, count, index_in(numbers, count, number), number)
    return count + 1


@rule
def insert_at(numbers: Numbers, count: int, index: int, number: int) -> None:
    """The number stands at the index, and all from there on one place further."""
    for i in range(count, index, -1):
        numbers[i] = numbers[i - 1]
    numbers[index] = number


@rule
def remove_at(numbers: Numbers, count: int, index: int) -> None:
    """The number at the index is gone, and all behind it are one place nearer."""
    for i in range(index, count - 1):
        numbers[i] = numbers[i + 1]
    numbers[count - 1] = 0


# Tables: a list of keys, and beside it the value of each


@rule
def set_value(keys: Numbers, values: Numbers, count: int, key: int, value: int) -> int:
    """The key is in the table, with that value."""
    index = index_in(keys, count, key)
    if index == count or keys[index] != key:
        insert_at(keys, count, index, key)
        insert_at(values, count, index, value)
        return count + 1
    values[index] = value
    return count


@rule
def remove_key(keys: Numbers, values: Numbers, count: int, key: int) -> int:
    """The key is not in the table, whether it was there or not."""
    index = index_in(keys, count, key)
    if index == count or keys[index] != key:
        return count
    remove_at(keys, count, index)
    remove_at(values, count, index)
    return count - 1


@rule
def value_of(keys: Numbers, values: Numbers, count: int, key: int) -> int:
    """Return the value of a key that is in the table."""
    return int(values[index_in(keys, count, key)])


def check_list(numbers: Numbers, count: int) -> list[int]:
    """Return the numbers of a list. Asserts that they rise, and that what is not used is 0. For `invariants.py`."""
    found: list[int] = numbers.tolist()
    if found[:count] != sorted(set(found[:count])) or any(found[count:]):
        raise AssertionError(f"The first {count} of {found} should rise, and the others be 0.")
    return found[:count]
