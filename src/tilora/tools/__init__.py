"""Tools for developers: benchmarks, and the generator of the page's TypeScript types.

They may import everything; only the command line imports them.
"""
