"""The tables of this node: decide, commit, show; their cache and timers, and how nodes notify each other.

Imports the store and the pure tables; knows nothing of HTTP. From the ground up: `pubsub`, `subscribers`, `listeners`,
`liveness`; `broadcast`; `cache`; `service`; then `execute`, `timers` and `rematches`, which call the service.
"""
