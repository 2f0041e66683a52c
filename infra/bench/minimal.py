"""The least that a move could be: a Litestar handler with one SELECT and one versioned UPDATE, and nothing around it.

The statements, the table, its rows and indexes are those of the game; so are the server's settings and the size of the
pool. It runs on a copy of the game's database and writes back the bytes it read.

python -m infra.bench.minimal    serves DATABASE_URL on a free port of 127.0.0.1 until it is stopped
"""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg
import msgspec
import uvicorn
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.params import FromPath

from app.store import sql

READ: Final = sql.load("games")["read"]
SAVE: Final = """
UPDATE games
SET
    status = $3, version = $4, due_at = to_timestamp($5::bigint / 1000.0), schema = $6, state = $7, room = $8,
    updated_at = now()
WHERE id = $1 AND version = $2
RETURNING id
"""
"""The first half of `save_move` in sql/queries/games.sql; the other half keeps the record of the move."""


@get("/readyz")
async def ready() -> str:
    return "ok"


@post("/games/{game_id:str}/actions", status_code=200)
async def act(request: Request[Any, Any, Any], game_id: FromPath[str]) -> Response[bytes]:
    msgspec.json.decode(await request.body())
    async with request.app.state.pool.acquire() as c:
        row = await c.fetchrow(READ, game_id)
        version = row["version"] + 1
        saved = await c.fetchval(
            SAVE,
            game_id,
            row["version"],
            row["status"],
            version,
            row["due_at"] + 1,
            row["schema"],
            row["state"],
            row["room"],
        )
    answer = msgspec.json.encode({"version": version, "saved": saved is not None})
    return Response(answer, media_type=MediaType.JSON)


async def _reset(_: Any) -> None:
    """The game's pool does nothing here either."""


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=0, max_size=16, reset=_reset) as pool:
        app.state.pool = pool
        yield


def main() -> None:
    app = Litestar([ready, act], lifespan=[_lifespan], openapi_config=None, logging_config=None)
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        print(f"ready at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        config = uvicorn.Config(
            app,
            loop="uvloop",
            http="httptools",
            ws="none",
            lifespan="on",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_level="warning",
            timeout_keep_alive=75,
        )
        uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
