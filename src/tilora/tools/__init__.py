"""Tools around the program: benchmarks and the generator of the page's types.

Nothing imports them but the command line; they may import everything.
"""
