"""Run by Alembic: the migrations, in the transaction that `tilora.store.migrate` has begun."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
