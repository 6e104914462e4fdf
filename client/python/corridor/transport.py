from __future__ import annotations

import http.client
import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import CorridorError

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 20.0
# A longer wait is left to the caller: a daily quota may take hours to reset.
LONGEST_TOLD_SECONDS = 60.0


class _NoRedirects(HTTPRedirectHandler):
    """Follows nothing: urllib would take the key along to wherever an answer points."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


def encode(body: Any) -> bytes:
    """The bytes of a body as they are signed and sent."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)


def _refusal(answer: HTTPError) -> CorridorError:
    try:
        body = json.loads(answer.read())
    except (ValueError, OSError, http.client.HTTPException):
        body = None
    error = body.get("error") if isinstance(body, dict) else None
    told = answer.headers.get("Retry-After", "")
    retry_after = float(told) if told.isascii() and told.isdigit() else None
    return CorridorError(answer.code, error if isinstance(error, dict) else {}, retry_after)


def _may_retry(refusal: CorridorError) -> bool:
    """Whether it waits a moment and is then tried again; a conflict with a request that still runs is one of it."""
    if refusal.retry_after is not None and refusal.retry_after > LONGEST_TOLD_SECONDS:
        return False
    return refusal.status == 429 or refusal.status >= 500 or refusal.code == "IN_PROGRESS"


def _pause(attempt: int, told: float | None) -> float:
    if told is not None:
        return told
    growing = min(FIRST_PAUSE_SECONDS * 2**attempt, LONGEST_PAUSE_SECONDS)
    # Half of it by chance, so that clients that failed together do not come back together.
    return growing / 2 + random.random() * growing / 2


class Transport:
    """Sends requests, and again where that does nothing twice."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 3,
        timeout_seconds: float = 30.0,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: bytes | None = None,
        idempotency_key: str | None = None,
        strict: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The body of the answer. Raises CorridorError for a refusal, OSError when the service cannot be reached."""
        asked = urlencode({name: _text(value) for name, value in (query or {}).items() if value is not None})
        request = Request(f"{self._base_url}{path}{asked and '?'}{asked}", data=body, method=method)
        request.add_header("Authorization", f"Bearer {self._api_key}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if method == "POST" or idempotency_key is not None:
            request.add_header("Idempotency-Key", idempotency_key or str(uuid.uuid4()))
        if strict:
            request.add_header("Prefer", "handling=strict")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        return self._until_answered(request)

    def json(self, method: str, path: str, *, body: Any = None, **request: Any) -> Any:
        """The JSON of an answer; None where it has no content."""
        answer = self.send(method, path, body=None if body is None else encode(body), **request)
        return json.loads(answer) if answer else None

    def data(self, method: str, path: str, **request: Any) -> Any:
        """`data` of an answer that is wrapped."""
        return self.json(method, path, **request)["data"]

    def pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Every item of a list, a page at a time as they are asked for."""
        cursor = None
        while True:
            page = self.data("GET", path, query={**query, "cursor": cursor})
            yield from page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _until_answered(self, request: Request) -> bytes:
        for attempt in range(self._max_retries + 1):
            is_last = attempt == self._max_retries
            told = None
            try:
                with _opener.open(request, timeout=self._timeout_seconds) as answer:
                    return bytes(answer.read())
            except HTTPError as answer:
                with answer:
                    refusal = _refusal(answer)
                    told = refusal.retry_after
                if is_last or not _may_retry(refusal):
                    raise refusal from None
            except http.client.HTTPException as fault:
                if is_last:
                    raise ConnectionError(f"The answer broke off: {fault}") from fault
            except OSError:
                if is_last:
                    raise
            self._sleep(_pause(attempt, told))
        raise AssertionError("a request has one try at least")
