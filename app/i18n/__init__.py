"""Every word a person reads, in their language: which language, its catalogue, direction, numbers and plural forms.

Why English is the key: the English sentence is the message id, so the source reads as what it says, English needs no
catalogue, and a message that a catalogue lacks is shown in English rather than as a code. Catalogues are read from
their text when the process starts; nothing compiled is kept.

A sentence stands whole in one call of `_`, `gettext`, `ngettext`, `pgettext` or `N_`, with named variables like
`%(name)s`; `infra/messages` collects them. A name that somebody typed goes into `<bdi>` on a page, and through
`Language.isolate` (in templates the filter `isolate`) where there can be no element: in attributes, titles, plain text.
"""

from app.engine.names import N_
from app.i18n.choice import ENGLISH, OFFERED, choose
from app.i18n.language import Language

__all__ = ["ENGLISH", "N_", "OFFERED", "Language", "choose"]
