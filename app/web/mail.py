"""Mail that carries a link for signing in: written in the reader's language, sent by the mail server of the settings.

Without a mail server the link goes to the log, where whoever runs the game finds it.
"""

import logging
from email.message import EmailMessage
from typing import Final

import aiosmtplib

from app.i18n import Language
from app.settings import Settings
from app.web import render
from app.web.render import Frame

_LOG: Final = logging.getLogger("app.mail")
_SECONDS: Final = 15


class NotSent(Exception):
    """The mail server did not take the mail."""


def letter(language: Language, *, to: str, sender: str, link: str, name: str | None) -> EmailMessage:
    """The mail, as plain text and as simple HTML; `name` is whose progress it is about, None for a stranger's."""
    say = language.gettext
    mail = EmailMessage()
    mail["Subject"] = say("Your link to opolyx")
    mail["From"] = sender
    mail["To"] = to
    mail["Auto-Submitted"] = "auto-generated"
    asked = (
        say("Somebody asked for this link to sign in to opolyx with this address.")
        if name is None
        else say("%(name)s asked for this link to sign in to opolyx with this address.") % {"name": name}
    )
    lines = (
        asked,
        say("Open it, and press the button on the page. It works once, for 20 minutes."),
        link,
        say("If that was not you, do nothing: without the button nothing happens."),
    )
    mail.set_content("\n\n".join(lines) + "\n")
    html = render.page("account/mail.html", Frame(language, ""), name=name, link=link)
    mail.add_alternative(html, subtype="html")
    return mail


async def send(settings: Settings, mail: EmailMessage, link: str, *, to: str) -> None:
    """Hands the mail over, or prints the link where there is no mail server. Raises NotSent."""
    post = settings.smtp_url
    if post is None:
        _LOG.info("no SMTP_URL is set; the link for signing in is %s", link)
        return
    try:
        await aiosmtplib.send(
            mail,
            recipients=[to],
            hostname=post.host,
            port=post.port,
            username=post.user,
            password=post.password,
            use_tls=post.tls,
            start_tls=post.starttls,
            timeout=_SECONDS,
        )
    except (aiosmtplib.SMTPException, OSError) as error:
        # The error may repeat the address, which is nobody's business in a log.
        _LOG.warning("a mail was not sent: %s", type(error).__name__)
        raise NotSent from error
