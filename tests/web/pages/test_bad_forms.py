"""Forms as no browser sends them: refused as such, never taken for a fault of ours."""

import re

import httpx
import pytest


@pytest.mark.parametrize("path", ["/play", "/rooms", "/games/none/join", "/games/none/act"])
async def test_a_part_in_an_encoding_that_nobody_knows_is_refused(client: httpx.AsyncClient, path: str) -> None:
    found = re.search(r'name="_csrf_token" value="(\w+)"', (await client.get("/")).text)
    assert found
    part = (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=nope\r\n\r\nAnn\r\n'
    )
    headers = {"content-type": "multipart/form-data; boundary=x", "x-csrftoken": found[1]}
    answer = await client.post(path, content=part + b"--x--\r\n", headers=headers)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/html")
