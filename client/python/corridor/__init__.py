"""Client of the Corridor API."""

from . import types
from .client import Client
from .errors import CorridorError, RequestExpiredError, SignatureError
from .partner import Partner
from .transport import Pages, StreamedEvent
from .webhooks import verify_webhook

__all__ = [
    "Client",
    "CorridorError",
    "Pages",
    "Partner",
    "RequestExpiredError",
    "SignatureError",
    "StreamedEvent",
    "types",
    "verify_webhook",
]
