"""The page in a real Chromium: played by mouse, keyboard and touch as people do, against real servers."""
