"""The session: the one writer of the table. Only this room changes what the journal holds or what is published.

A roll's way through it: ``session`` (the queue) -> ``commands`` (who may, and is it still so) -> ``writer.perform`` ->
``open_game`` (the rules, the entries) -> ``store`` (durable) -> ``reveal`` (shown). Commands that wait together are a
``group``, durable at once. ``opening`` chooses the game, ``table_commands`` and ``table_settings`` are the session's
own, ``deadlines`` let time speak, ``archive`` gives games away as records. It asks no device and no page.
"""
