"""Metrics: counts of the table, as text of Prometheus.

Law: a count steps at the reveal, and no label holds a name. ``prometheus_client`` is imported by the counts alone.
"""
