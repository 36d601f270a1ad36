"""Bots at tables: when a table waits for a program, one is thought out in another process.

Imports `tables`; the worker imports the AI.
"""
