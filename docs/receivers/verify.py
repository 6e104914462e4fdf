import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def is_genuine(secret, headers, body, now=None):
    """Whether a delivery is from Corridor: one of the signatures fits, and it is at most five minutes old.

    headers: a mapping with names in lower case; body: the bytes as they came, before anything parses them.
    """
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # While a secret is rotated the header lists one signature for each, separated by spaces.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, signature) for signature in given])
