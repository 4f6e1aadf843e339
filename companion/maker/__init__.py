"""The maker: a kit built by touch, written as readable TOML.

``wire`` is what its page sends and gets, ``shape`` every table and key that it offers. ``blocks`` splits a kit's text
into its tables, ``toml_text`` writes values, ``document`` makes the edits, ``references`` renames. ``place`` finds the
fields of faults, ``trial`` plays the kit, and ``maker`` puts them together.

Law: nothing is stored and nothing of the table is touched. A text is read within the bounds of any stranger's file
before it is edited. An edit that can't be made changes nothing.
"""
