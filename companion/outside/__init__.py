"""Messages to and from a broker, a webhook or a metrics page.

Messages hold only what a watcher without a seat may know, and never a result before its reveal: they are made of
published states, as the mirror's pages are. Play never waits here. The session leaves its newest state, and each way
out has its own thread. Input from outside is hostile until it is parsed as one of this room's messages. A way's library
is imported only if that way is switched on.
"""
