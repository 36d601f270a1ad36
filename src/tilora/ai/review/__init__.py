"""Reviews of finished matches: what each decision cost, what chance gave and took, and why another action was better.

Imports players, searches and networks, and scenes for where points come from; knows no game by name and no table.
"""
