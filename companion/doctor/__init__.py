"""The doctor: checks of each part of the table, and fixes.

Law: a check is a row of :data:`companion.doctor.checks.CHECKS`. Reading asks the computer and judges nothing. Judging
is pure, so that any reading can be judged. Only a fix changes anything, and only if it is safe and needs no root. A
reading that this computer can't give is an answer of its own, not a fault.
"""
