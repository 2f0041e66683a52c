"""Which devices are believed: a public push service's address, keys of the right form, and so many a person."""

import os

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.people import devices as people
from app.people.devices import MOST, BadDevice, is_plausible, read
from app.store import devices, players
from app.store.db import Connection, Database
from app.store.devices import Device
from tests.jobs.push_service import text

KEY = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
AUTH = os.urandom(16)
ENDPOINT = "https://push.example.com/send/1"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QABC",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
        "https://push.example.com:443/send/1",
    ],
)
def test_addresses_of_push_services_are_believed(endpoint: str) -> None:
    assert is_plausible(endpoint, anywhere=False)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "push",
        "http://push.example.com/send/1",
        "ftp://push.example.com/send/1",
        "https:///send/1",
        "https://localhost/send/1",
        "https://push.localhost/1",
        "https://database/send/1",
        "https://db.internal/send/1",
        "https://printer.local./send/1",
        "https://127.0.0.1/send/1",
        "https://127.1/send/1",
        "https://2130706433/send/1",
        "https://0x7f.0.0.0x1/send/1",
        "https://[::1]/send/1",
        "https://[::ffff:10.0.0.1]/send/1",
        "https://10.0.0.1./send/1",
        "https://push.example.com:8443/send/1",
        "https://push.example.com:99999/send/1",
        "https://me:secret@push.example.com/send/1",
        "https://push..example.com/send/1",
        "https://push.example.com/send\r\nX: y",
        "https://push.example.com/send 1",
        "https://püsh.example.com/send/1",
        "https://push.example.com/" + "x" * 1024,
    ],
)
def test_addresses_that_could_lead_into_our_own_network_are_not(endpoint: str) -> None:
    assert not is_plausible(endpoint, anywhere=False)


def test_tests_may_send_to_this_machine() -> None:
    assert is_plausible("http://127.0.0.1:8000/send/1", anywhere=True)
    assert not is_plausible("file:///etc/passwd", anywhere=True)


@pytest.mark.parametrize("padding", ["", "="])
def test_keys_are_read_with_and_without_padding(padding: str) -> None:
    found = read(ENDPOINT, text(KEY) + padding, text(AUTH), "en", anywhere=False)
    assert found == Device(ENDPOINT, KEY, AUTH, "en")


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        ("", text(AUTH)),
        (text(KEY), ""),
        (text(KEY[:-1]), text(AUTH)),
        (text(KEY), text(AUTH + b"x")),
        (text(b"\x04" + b"\x01" * 64), text(AUTH)),
        ("!" * 87, text(AUTH)),
        ("ü" * 87, text(AUTH)),
    ],
    ids=["no_key", "no_auth", "short_key", "long_auth", "no_point", "no_base64", "no_ascii"],
)
def test_keys_of_another_form_are_refused(key: str, auth: str) -> None:
    with pytest.raises(BadDevice):
        read(ENDPOINT, key, auth, "en", anywhere=False)


def device(number: int, language: str = "en") -> Device:
    return Device(f"https://push.example.com/send/{number}", KEY, AUTH, language)


async def owners(c: Connection) -> list[tuple[str, str, str]]:
    found = await c.fetch("SELECT endpoint, player_id, language FROM devices ORDER BY created_at, endpoint")
    return [(one["endpoint"], one["player_id"], one["language"]) for one in found]


async def test_a_device_belongs_to_whoever_switched_it_on_last_and_is_there_once(db: Database) -> None:
    async with db.connection() as c:
        one, other = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
        await people.switch_on(c, one.id, device(1))
        await people.switch_on(c, one.id, device(1, "de"))
        assert await owners(c) == [(device(1).endpoint, one.id, "de")]
        await people.switch_on(c, other.id, device(1))
        assert await owners(c) == [(device(1).endpoint, other.id, "en")]


async def test_of_too_many_devices_the_oldest_goes(db: Database) -> None:
    async with db.connection() as c:
        one, other = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
        await people.switch_on(c, other.id, device(100))
        for number in range(MOST + 2):
            await people.switch_on(c, one.id, device(number))
        left = [endpoint for endpoint, owner, _ in await owners(c) if owner == one.id]
        assert left == [device(number).endpoint for number in range(2, MOST + 2)]
        assert len(await owners(c)) == MOST + 1


async def test_only_its_owner_switches_a_device_off(db: Database) -> None:
    async with db.connection() as c:
        one, other = [await players.create(c, name=name, language="en") for name in ("Ana", "Ben")]
        await people.switch_on(c, one.id, device(1))
        assert not await devices.forget(c, other.id, device(1).endpoint)
        assert await devices.forget(c, one.id, device(1).endpoint)
        assert await owners(c) == []
