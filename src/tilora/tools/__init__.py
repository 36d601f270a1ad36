"""Tools for developers: benchmarks, checks and a template for games, and the generator of the page's types.

They may import everything; only the command line imports them.
"""
