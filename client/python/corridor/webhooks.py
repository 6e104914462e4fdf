from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from .errors import SignatureError
from .types import WebhookEvent

TOLERANCE_SECONDS = 300
"""A delivery that is older, or of a later clock, may be a replay."""

LONGEST_TIMESTAMP = 12
"""Digits of seconds since 1970: beyond them a number is no time."""


def read_header(headers: Mapping[str, str], name: str) -> str:
    """A header of whatever letters, as frameworks differ in them; '' where there is none."""
    return next((value for key, value in headers.items() if key.lower() == name), "")


def check_age(timestamp: str, now: float | None, what: str) -> None:
    """Raises SignatureError unless a time in seconds is at most five minutes from now; what: it is the time of."""
    if timestamp == "":
        raise SignatureError(f"The {what} has no timestamp.")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= LONGEST_TIMESTAMP):
        raise SignatureError(f"The timestamp of the {what} is no number of seconds.")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > TOLERANCE_SECONDS:
        apart = "is older than five minutes" if age > 0 else "is of a clock that is more than five minutes ahead"
        raise SignatureError(f"The {what} {apart}.")


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("The secret is not one of a subscription.") from None


def verify_webhook(
    raw_body: bytes, headers: Mapping[str, str], secret: str, *, now: float | None = None
) -> WebhookEvent:
    """Verifies a delivery by its Standard Webhooks signature and gives the event.

    raw_body: the bytes as they came, before anything parsed them; secret: of the subscription, `whsec_...`.
    Raises SignatureError unless it is genuine and at most five minutes old.
    """
    timestamp = read_header(headers, "webhook-timestamp")
    check_age(timestamp, now, "delivery")
    signed = f"{read_header(headers, 'webhook-id')}.{timestamp}.".encode(errors="replace") + raw_body
    expected = b"v1," + base64.b64encode(hmac.digest(_key(secret), signed, hashlib.sha256))
    # While a secret is rotated the header lists one signature for each, separated by spaces.
    given = read_header(headers, "webhook-signature").encode(errors="replace").split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in given):
        raise SignatureError("The signature of the delivery does not verify.")
    return cast(WebhookEvent, json.loads(raw_body))
