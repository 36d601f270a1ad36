"""Bots at tables: when a table waits for a program, its decision is computed in another process.

Imports `tables`; what runs in that process imports the AI, and knows nothing of tables.
"""
