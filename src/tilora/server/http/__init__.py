"""Everything over HTTP: tables, records, scores, accounts, games, links and the files of the page.

Imports services; never touches the store's connections or a socket.
"""
