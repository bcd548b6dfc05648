"""The version of this SDK; pyproject.toml reads it too."""

VERSION = "1.0.0"
