"""The table's parts by group, each built and joined in one place.

The daemon joins the groups.

Law: a group gets what it needs handed in, and looks for no other. What many evenings never use is a `Late`.
"""
