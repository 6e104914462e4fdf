"""Client of the Corridor API."""

from . import types
from .client import Client
from .errors import CorridorError, SignatureError
from .partner import Partner
from .webhooks import verify_webhook

__all__ = ["Client", "CorridorError", "Partner", "SignatureError", "types", "verify_webhook"]
