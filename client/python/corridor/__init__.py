"""Client of the Corridor API."""

from . import types
from .client import Client
from .errors import CorridorError, RequestExpiredError, SignatureError
from .partner import Partner
from .webhooks import verify_webhook

__all__ = ["Client", "CorridorError", "Partner", "RequestExpiredError", "SignatureError", "types", "verify_webhook"]
