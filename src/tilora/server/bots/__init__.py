"""Bots at tables: when a table waits for a program, its decision is computed in another process.

Imports `tables`; the worker imports the AI.
"""
