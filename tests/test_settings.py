"""The environment becomes settings, or a list of what is wrong with it."""

from ipaddress import ip_network

import pytest

from app.people.providers import Provider
from app.settings import BadSettings, Post, Settings, read


def problems(**environ: str) -> list[str]:
    with pytest.raises(BadSettings) as caught:
        read(environ)
    return caught.value.problems


def test_empty_environment_is_enough() -> None:
    assert read({}) == Settings()


def test_empty_variable_is_one_that_is_not_set() -> None:
    assert read({"DATABASE_URL": "", "BOT_PAUSE_MS": " "}) == Settings()


def test_every_variable_is_read() -> None:
    settings = read(
        {
            "DATABASE_URL": "postgresql://u:p@db/o",
            "LISTEN_DATABASE_URL": "postgres://u:p@direct/o",
            "DATABASE_POOLER": "yes",
            "POOL_SIZE": "4",
            "PUBLIC_URL": "https://play.example.org/",
            "TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "COOKIE_SECRET": "c" * 16,
            "SWEEP_SECRET": "s" * 16,
            "SWEEP_IN_PROCESS": "off",
            "OUTAGE_SECONDS": "30",
            "BOT_PAUSE_MS": "0",
            "VAPID_PRIVATE_KEY": "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s",
            "VAPID_CONTACT": "mailto:me@example.org",
            "PUSH_WAIT_SECONDS": "5",
            "PUSH_DAILY_WAIT_SECONDS": "600",
            "PUSH_ANYWHERE": "yes",
            "SMTP_URL": "smtp://me:p%40ss@mail.example.org?starttls",
            "MAIL_FROM": "play@example.org",
            "OIDC_PROVIDERS": "Google",
            "OIDC_GOOGLE_ISSUER": "https://accounts.google.com",
            "OIDC_GOOGLE_CLIENT_ID": "us",
            "OIDC_GOOGLE_CLIENT_SECRET": "secret",
            "LOG_LEVEL": "WARNING",
        }
    )
    assert settings == Settings(
        database_url="postgresql://u:p@db/o",
        listen_database_url="postgres://u:p@direct/o",
        database_pooler=True,
        pool_size=4,
        public_url="https://play.example.org",
        trusted_proxies=(ip_network("10.0.0.0/8"), ip_network("::1")),
        cookie_secret="c" * 16,
        sweep_secret="s" * 16,
        sweep_in_process=False,
        outage_seconds=30,
        bot_pause_ms=0,
        vapid_private_key=b"k" * 32,
        vapid_contact="mailto:me@example.org",
        push_wait_seconds=5,
        push_daily_wait_seconds=600,
        push_anywhere=True,
        smtp_url=Post(host="mail.example.org", port=587, user="me", password="p@ss", starttls=True),
        mail_from="play@example.org",
        oidc_providers=(Provider("Google", "https://accounts.google.com", "us", "secret"),),
        log_level="warning",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SMTP_URL", "mail.example.org"),
        ("SMTP_URL", "smtp://mail.example.org?tls"),
        ("SMTP_URL", "smtps://mail.example.org:99999"),
        ("MAIL_FROM", "play"),
        ("OIDC_PROVIDERS", "Google,google"),
        ("OIDC_PROVIDERS", "a b"),
        ("DATABASE_URL", "mysql://db/o"),
        ("DATABASE_URL", "postgresql://db:99999/o"),
        ("LISTEN_DATABASE_URL", "db:5432"),
        ("DATABASE_POOLER", "perhaps"),
        ("POOL_SIZE", "0"),
        ("POOL_SIZE", "many"),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/opolyx"),
        ("PUBLIC_URL", "https://play.example.org:99999"),
        ("TRUSTED_PROXIES", "10.0.0.0/99"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("COOKIE_SECRET", "short"),
        ("SWEEP_SECRET", "short"),
        ("SWEEP_IN_PROCESS", "2"),
        ("BOT_PAUSE_MS", "-1"),
        ("BOT_PAUSE_MS", "5001"),
        ("VAPID_PRIVATE_KEY", "short"),
        ("VAPID_PRIVATE_KEY", "A" * 43),
        ("VAPID_PRIVATE_KEY", "!" * 43),
        ("VAPID_CONTACT", "me@example.org"),
        ("VAPID_CONTACT", "http://example.org"),
        ("PUSH_WAIT_SECONDS", "-1"),
        ("PUSH_DAILY_WAIT_SECONDS", "a day"),
        ("PUSH_ANYWHERE", "perhaps"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_value_that_cannot_be_used_is_told_by_name(name: str, value: str) -> None:
    environ = {"DATABASE_URL": "postgresql://db/o", "LISTEN_DATABASE_URL": "postgresql://db/o", name: value}
    (problem,) = problems(**environ)
    assert problem.startswith(f"{name} must ")


def test_secret_that_is_too_short_is_not_repeated() -> None:
    assert "hunter2" not in "".join(problems(COOKIE_SECRET="hunter2", SWEEP_SECRET="hunter2"))


def test_all_mistakes_are_told_at_once() -> None:
    assert len(problems(POOL_SIZE="x", LOG_LEVEL="x", BOT_PAUSE_MS="x")) == 3


def test_pooler_without_a_direct_address_is_refused() -> None:
    (problem,) = problems(DATABASE_URL="postgresql://db/o", DATABASE_POOLER="on")
    assert "LISTEN_DATABASE_URL" in problem


def test_silence_between_a_schedulers_calls_is_no_outage() -> None:
    assert read({"SWEEP_IN_PROCESS": "no"}).outage_seconds == 0
    assert read({}).outage_seconds == 10
    with pytest.raises(BadSettings, match="OUTAGE_SECONDS"):
        read({"OUTAGE_SECONDS": "2"})


@pytest.mark.parametrize(
    ("environ", "contact"),
    [
        ({"VAPID_CONTACT": "mailto:me@example.org", "PUBLIC_URL": "https://play.example.org"}, "mailto:me@example.org"),
        ({"PUBLIC_URL": "https://play.example.org:8443"}, "https://play.example.org"),
        ({"PUBLIC_URL": "https://machine"}, "mailto:nobody@localhost"),
        ({}, "mailto:nobody@localhost"),
    ],
)
def test_push_services_may_write_to_the_contact_or_else_to_the_public_address(
    environ: dict[str, str], contact: str
) -> None:
    assert read(environ).push_contact == contact


def test_links_for_strangers_need_an_address_of_ours() -> None:
    """Whatever host a request names would else stand in mail to other people."""
    assert "PUBLIC_URL" in problems(SMTP_URL="smtp://mail.example.org", MAIL_FROM="play@example.org")[0]


def test_mail_needs_a_sender() -> None:
    assert "MAIL_FROM" in problems(SMTP_URL="smtp://mail.example.org", PUBLIC_URL="https://play.example.org")[0]


def test_a_provider_needs_its_three_settings() -> None:
    found = problems(OIDC_PROVIDERS="Google", PUBLIC_URL="https://play.example.org")
    assert [text.split()[0] for text in found] == [
        "OIDC_GOOGLE_CLIENT_ID",
        "OIDC_GOOGLE_CLIENT_SECRET",
        "OIDC_GOOGLE_ISSUER",
    ]
