"""Mail to a real mail server, over TLS: the password goes to nobody else, and what does not arrive is known."""

import asyncio
import datetime as dt
import ipaddress
import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from app.i18n import ENGLISH
from app.settings import Post, Settings
from app.web import mail
from app.web.mail import NotSent, letter, send

LINK = "https://play.example.org/sign-in/link/abc"
PASSWORD = "correct horse"


class Sink:
    """A mail server's memory: what it took, and every password it was told."""

    def __init__(self) -> None:
        self.taken: list[Envelope] = []
        self.told: list[bytes] = []

    async def handle_RCPT(self, _: Any, __: Any, envelope: Envelope, address: str, ___: Any) -> str:  # noqa: N802
        if address == "gone@example.org":
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, _: Any, __: Any, envelope: Envelope) -> str:  # noqa: N802  # aiosmtpd's own names
        self.taken.append(envelope)
        return "250 kept"

    def authenticate(self, _: Any, __: Any, ___: Any, ____: str, data: object) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.told.append(data.password)
        return AuthResult(success=data == LoginPassword(b"me", PASSWORD.encode()))


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of this machine that it signed itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "certificate.pem"
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(made.public_bytes(pem) + secret)
    return file


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate is one of those that this machine believes."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@asynccontextmanager
async def serving(sink: Sink, *, tls: ssl.SSLContext | None = None, **options: Any) -> AsyncIterator[int]:
    """A mail server; its port."""

    def session() -> SMTP:
        return SMTP(sink, authenticator=sink.authenticate, **options)

    listening = await asyncio.get_running_loop().create_server(session, "127.0.0.1", 0, ssl=tls)
    yield listening.sockets[0].getsockname()[1]
    listening.close()


def context(certificate: Path) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate)
    return made


async def post(port: int, *, to: str = "ada@example.org", **how: Any) -> None:
    """Sends a link through the server at this port."""
    settings = Settings(smtp_url=Post(host="127.0.0.1", port=port, **how), mail_from="play@example.org")
    written = letter(ENGLISH, to=to, sender="play@example.org", link=LINK, name=None)
    await send(settings, written, LINK, to=to)


@pytest.mark.usefixtures("trusted")
async def test_a_mail_goes_over_tls_and_says_who_sends_it(sink: Sink, certificate: Path) -> None:
    async with serving(sink, tls=context(certificate), auth_require_tls=False) as port:
        await post(port, tls=True, user="me", password=PASSWORD)
    (taken,) = sink.taken
    assert (taken.mail_from, taken.rcpt_tos) == ("play@example.org", ["ada@example.org"])
    assert isinstance(taken.content, bytes)
    assert LINK.encode() in taken.content


@pytest.mark.usefixtures("trusted")
async def test_a_mail_changes_to_tls_before_the_password(sink: Sink, certificate: Path) -> None:
    async with serving(sink, tls_context=context(certificate), require_starttls=True) as port:
        await post(port, starttls=True, user="me", password=PASSWORD)
    assert len(sink.taken) == len(sink.told) == 1


@pytest.mark.parametrize("how", [{"tls": True}, {"starttls": True}])
async def test_a_server_whose_certificate_nobody_believes_is_told_nothing(
    sink: Sink, certificate: Path, how: dict[str, Any]
) -> None:
    encrypted: dict[str, Any] = {"tls": context(certificate)} if "tls" in how else {"tls_context": context(certificate)}
    async with serving(sink, auth_require_tls=False, **encrypted) as port:
        with pytest.raises(NotSent):
            await post(port, user="me", password=PASSWORD, **how)
    assert (sink.taken, sink.told) == ([], [])


async def test_a_server_that_cannot_change_to_tls_is_told_nothing(sink: Sink) -> None:
    async with serving(sink, auth_require_tls=False) as port:
        with pytest.raises(NotSent):
            await post(port, starttls=True, user="me", password=PASSWORD)
    assert (sink.taken, sink.told) == ([], [])


@pytest.mark.usefixtures("trusted")
async def test_a_wrong_password_is_known_and_not_in_the_log(
    sink: Sink, certificate: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="app"):
        async with serving(sink, tls_context=context(certificate)) as port:
            with pytest.raises(NotSent):
                await post(port, starttls=True, user="me", password="wrong battery")
    assert sink.told == [b"wrong battery"]
    assert sink.taken == []
    assert "a mail was not sent" in caplog.text
    assert not any(secret in caplog.text for secret in ("wrong battery", "ada@example.org", LINK))


async def test_a_refused_address_is_known(sink: Sink) -> None:
    async with serving(sink) as port:
        with pytest.raises(NotSent):
            await post(port, to="gone@example.org")
    assert sink.taken == []


async def test_a_server_that_says_nothing_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "_SECONDS", 0.2)
    silent = await asyncio.start_server(lambda _, writer: asyncio.sleep(30), "127.0.0.1", 0)
    with pytest.raises(NotSent):
        await post(silent.sockets[0].getsockname()[1])
    silent.close()


async def test_a_server_that_is_not_there_is_known() -> None:
    gone = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = gone.sockets[0].getsockname()[1]
    gone.close()
    await gone.wait_closed()
    with pytest.raises(NotSent):
        await post(port)
