from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Mapping
from typing import Any

from .errors import RequestExpiredError, SignatureError
from .operations import PartnerOperations
from .transport import Transport
from .webhooks import check_age, read_header


class Partner(PartnerOperations):
    """The settlement partner's side: reports, settlements, what it was given, and whether a request came from Corridor.

    A repeat of a report changes nothing. secret: signing secret of the partner; options: those of Client.
    """

    def __init__(self, base_url: str, api_key: str, secret: str, **options: Any) -> None:
        self._secret = secret.encode()
        super().__init__(Transport(base_url, api_key, sign=self._headers, **options))

    def verify_request(
        self, method: str, path: str, headers: Mapping[str, str], raw_body: bytes, *, now: float | None = None
    ) -> None:
        """Raises SignatureError unless Corridor sent it within five minutes; path: of the request line, with the query.

        Raises RequestExpiredError, which is one, for what comes after its X-Corridor-Valid-Until: answer 425, and
        Corridor asks or sends again.
        """
        timestamp = read_header(headers, "x-corridor-timestamp")
        check_age(timestamp, now, "request")
        valid_until = read_header(headers, "x-corridor-valid-until")
        signatures = [one.strip() for one in read_header(headers, "x-corridor-signature").split(",")]
        given = next((one[3:] for one in signatures if one.startswith("v2=")), "")
        expected = self._sign(f"{timestamp}.{valid_until}", method, path, raw_body)
        if not hmac.compare_digest(expected.encode(), given.encode(errors="replace")):
            raise SignatureError("The signature of the request does not verify.")
        if (time.time() if now is None else now) > int(valid_until):
            raise RequestExpiredError("The request came after its time.")

    def _sign(self, times: str, method: str, path: str, raw_body: bytes) -> str:
        signed = f"{times}.{method}.{path}.".encode(errors="replace") + raw_body
        return hmac.new(self._secret, signed, hashlib.sha256).hexdigest()

    def _headers(self, method: str, target: str, raw_body: bytes) -> dict[str, str]:
        timestamp = str(int(time.time()))
        signature = self._sign(timestamp, method, target, raw_body)
        return {"X-Partner-Timestamp": timestamp, "X-Partner-Signature": f"v1={signature}"}
