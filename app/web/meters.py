"""What is counted for /metrics. Labels have few values: routes, not paths; codes, not sentences."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

REQUESTS: Final = Counter("opolyx_requests", "Requests answered.", ["method", "route", "status"])
SECONDS: Final = Histogram(
    "opolyx_request_seconds",
    "Seconds until an answer began.",
    ["route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
MOVES: Final = Counter("opolyx_moves", "Moves made by persons.", ["action"])
REFUSALS: Final = Counter("opolyx_refusals", "Requests refused, by the code of the refusal.", ["code"])
STREAMS: Final = Gauge("opolyx_streams_open", "Streams open now.", multiprocess_mode="livesum")
WAKES_LOST: Final = Gauge("opolyx_wakes_lost", "Times the listening connection was lost.", multiprocess_mode="livesum")
