"""A certificate of this computer's own, for tests of TLS."""

from __future__ import annotations

import subprocess
from pathlib import Path


def certificate_in(folder: Path) -> tuple[Path, Path]:
    """Return the files of a certificate for ``localhost`` and 127.0.0.1 and of its key, made in *folder*."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    return certificate, key
