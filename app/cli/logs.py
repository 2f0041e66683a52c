"""How a command that runs for long logs: one line each on standard error, for a person or for a platform to collect."""

import logging.config
from typing import Any

from app.settings import LogLevel


def plan(level: LogLevel) -> dict[str, Any]:
    """The configuration as logging.config takes it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"level": level.upper(), "handlers": ["stderr"]},
        # What they say below a warning is said better by us, or not at all: the last two name the addresses of devices.
        "loggers": {name: {"level": "WARNING"} for name in ("uvicorn", "asyncio", "httpx", "httpcore")},
    }


def configure(level: LogLevel) -> None:
    """Log so from now on."""
    logging.config.dictConfig(plan(level))
