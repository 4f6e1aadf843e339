"""Reports on the table: faults, findings, rehearsals and backups."""
