"""The doctor: checks of each part of the table, and fixes.

Law: a check is a row of :data:`companion.doctor.checks.CHECKS`. Reading asks the computer and judges nothing; judging
is pure, so that any reading can be judged; neither changes anything. Only a fix does, and only what is safe and needs
no root. What can't be read on a computer is an answer of its own, and no fault.
"""
