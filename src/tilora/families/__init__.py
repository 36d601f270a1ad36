"""The games of Tilora, one folder for each family.

They import the kernel and scenes. Nothing imports them: they are found as entry points.
"""
