"""The games of Tilora, one folder a family. Nothing outside knows them by name: they are found as entry points."""
