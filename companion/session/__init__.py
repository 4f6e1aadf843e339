"""The session: the only writer of the journal and of published states.

A roll's way through it: ``session`` (the queue) -> ``commands`` (permission, staleness, whose press) ->
``game_table.perform`` -> ``open_game`` (the rules, the entries) -> ``store`` (durable) -> ``game_table.publish``
(shown). Commands that wait together form a ``group``, made durable at once; an ``agreement`` waits for somebody else's
consent. ``opening`` chooses the game, ``last_setup`` finds its people's placements in their last one.
``table_commands`` and ``table_settings`` are the session's own, ``deadlines`` enforce time limits, ``archive`` exports
games as records. It asks no device and no page.
"""
