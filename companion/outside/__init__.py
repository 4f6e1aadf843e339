"""Messages to and from a broker, a webhook or a metrics page.

Law: nothing is told that a watcher without a seat may not know, and nothing before its reveal: all of it is made of
published states, as the mirror's pages are. Play never waits for anything here: the session only leaves its newest
state, and each way out has a thread of its own. What comes in from outside is hostile until it is read as one of the
messages of this room. None of the libraries is imported unless its way is switched on.
"""
