"""How the database came to its form: one file a step, never changed once it was released."""
