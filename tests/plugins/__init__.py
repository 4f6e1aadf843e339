"""Games by other authors: packages of their own, built as wheels and installed beside the program."""
