"""Formulas of kits and the page's free field: dice and expressions.

``dice`` reads dice notation into ``terms``, and ``throw`` evaluates it. ``odds`` gives its exact chances: ``fates``
says how many dice count, ``weights`` adds them up. ``fault`` is the error of every formula that can't be read.

``expression`` reads a number or condition of a kit with the names of a ``vocabulary``, by the tokens of ``lexer``. The
result is a ``tree``. ``evaluation`` gives its value and ``canonical_text`` its text.

Law: pure and bounded. A formula asks chance for its dice and knows no kit, clock or random source.
"""
