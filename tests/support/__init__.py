"""What tests of several rooms share: fakes, browsers, tables, games to play; each thing has its one home here.

Law: nothing in here is a test, and nothing that ships imports it.
"""
