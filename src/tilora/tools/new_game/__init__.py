"""Writes the package of a new game, which can be played at once and passes `tilora check`.

It imports the kernel only. `template` holds the files, with marks such as {{NAME}} for what is the game's own.
"""
