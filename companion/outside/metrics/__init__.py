"""Metrics: counts of the table, as text of Prometheus.

Law: a count changes at the reveal, and no label contains a name. Only the counts import ``prometheus_client``.
"""
