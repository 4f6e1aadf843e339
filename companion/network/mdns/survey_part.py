"""The survey of the network, as an optional part."""

from __future__ import annotations

from companion.network.judgement import Reading
from companion.network.survey import read
from companion.parts.table import Parts


class NetworkSurvey:
    """A reading of the network that a table is in."""

    def read(self, *, came: bool, host: str) -> Reading:
        """Read and test the network at *host* for some seconds."""
        return read(came=came, host=host)


def make(table: Parts) -> NetworkSurvey:
    """Return the survey for *table*."""
    return NetworkSurvey()
