"""Scenes: what a view looks like, as data; and their pictures as SVG."""
