"""A million hostile messages: what they are, who sends them, and what they cost others. See docs/security.md."""
