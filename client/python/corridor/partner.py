from __future__ import annotations

import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from . import types
from .errors import RequestExpiredError, SignatureError
from .transport import Transport, encode
from .webhooks import is_fresh, read_header

_PAYMENTS = "/api/v1/payments/instructions"
_GIVEN = "/api/v1/partner/instructions"


class Partner:
    """The settlement partner's side: reports, settlements, what it was given, and whether a request came from Corridor.

    secret: signing secret of the partner; options: those of Client.
    """

    def __init__(self, base_url: str, api_key: str, secret: str, **options: Any) -> None:
        self._transport = Transport(base_url, api_key, **options)
        self._secret = secret.encode()

    def report(self, instruction_id: str, report: types.PartnerStatusReport) -> types.ReportReceipt:
        """Reports a status; a repeat of the same report changes nothing."""
        return self._signed("PUT", f"{_PAYMENTS}/{quote(instruction_id, safe='')}/status", report)

    def settle(self, instruction_id: str, body: types.SettlementConfirmation) -> types.SettlementReceipt:
        """Confirms the settlement with actual amounts and fees."""
        return self._signed("POST", f"{_PAYMENTS}/{quote(instruction_id, safe='')}/settlement", body)

    def instructions(
        self,
        *,
        since: str | None = None,
        status: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.GivenInstructionPage:
        """One page of what the partner was given, the latest first; cursor: nextCursor of the page before."""
        asked = {"since": since, "status": status, "limit": limit, "cursor": cursor}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return self._signed("GET", f"{_GIVEN}?{query}" if query else _GIVEN)

    def instruction(self, instruction_id: str) -> types.GivenInstruction:
        """An instruction that the partner was given, with its reports and its settlement."""
        return self._signed("GET", f"{_GIVEN}/{quote(instruction_id, safe='')}")

    def verify_request(
        self, method: str, path: str, headers: Mapping[str, str], raw_body: bytes, *, now: float | None = None
    ) -> None:
        """Raises SignatureError unless Corridor sent it within five minutes; path: of the request line, with the query.

        Raises RequestExpiredError, which is one, for what comes after its X-Corridor-Valid-Until: answer 425, and
        Corridor asks or sends again.
        """
        timestamp = read_header(headers, "x-corridor-timestamp")
        if not is_fresh(timestamp, now):
            raise SignatureError("The request has no timestamp, or an old one.")
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

    def _signed(self, method: str, path: str, body: Any = None) -> Any:
        timestamp = str(int(time.time()))
        raw_body = b"" if body is None else encode(body)
        headers = {
            "X-Partner-Timestamp": timestamp,
            "X-Partner-Signature": f"v1={self._sign(timestamp, method, path, raw_body)}",
        }
        # A signature is taken once, unless the report is named: then a repeat is one.
        name = str(uuid.uuid4())
        answer = self._transport.send(method, path, body=raw_body or None, headers=headers, idempotency_key=name)
        return json.loads(answer)["data"]
