from __future__ import annotations

import http.client
import json
import random
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypedDict, TypeVar, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import CorridorError

Item = TypeVar("Item")
Page = TypeVar("Page")

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 20.0
# A longer wait is left to the caller: a daily quota may take hours to reset.
LONGEST_TOLD_SECONDS = 60.0


class _NoRedirects(HTTPRedirectHandler):
    """Follows nothing: urllib would take the key along to wherever an answer points."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


def part(text: str) -> str:
    """A part of a path: what is no id stays in its place. Raises ValueError for one that would lead elsewhere."""
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is no id")
    return quote(text, safe="")


def _encode(body: Any) -> bytes | None:
    """The bytes of a body as they are signed and sent: text and bytes as they are, else JSON."""
    if body is None or isinstance(body, bytes):
        return body
    if isinstance(body, str):
        return body.encode()
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)


def _refusal(answer: HTTPError, asked: str) -> CorridorError:
    try:
        body = json.loads(answer.read())
    except (ValueError, OSError, http.client.HTTPException):
        body = None
    error = body.get("error") if isinstance(body, dict) else None
    told = answer.headers.get("Retry-After", "")
    retry_after = float(told) if told.isascii() and told.isdigit() else None
    if isinstance(error, dict):
        return CorridorError(answer.code, error, retry_after)
    return CorridorError(answer.code, {"message": f"{asked} was answered {answer.code}."}, retry_after)


def _may_retry(refusal: CorridorError, is_repeatable: bool) -> bool:
    """Whether it waits a moment and is then tried again; a conflict with a request that still runs is one of it."""
    if refusal.retry_after is not None and refusal.retry_after > LONGEST_TOLD_SECONDS:
        return False
    if refusal.status == 429 or refusal.code == "IN_PROGRESS":
        return True
    return is_repeatable and (refusal.status >= 500 or refusal.code == "CONNECTION")


def _pause(attempt: int, told: float | None) -> float:
    if told is not None:
        return told
    growing = min(FIRST_PAUSE_SECONDS * 2**attempt, LONGEST_PAUSE_SECONDS)
    # Half of it by chance, so that clients that failed together do not come back together.
    return growing / 2 + random.random() * growing / 2


class Pages(Generic[Item, Page]):
    """A list: iterating gives every item, a page at a time as they are asked for; `page` gives one page."""

    def __init__(self, read: Callable[[str | None], Any]) -> None:
        self._read = read

    def page(self, cursor: str | None = None) -> Page:
        """cursor: nextCursor or next_cursor of the page before; the first page where it is None."""
        return cast(Page, self._read(cursor))

    def __iter__(self) -> Iterator[Item]:
        cursor = None
        while True:
            page = self._read(cursor)
            yield from page["items"] if "items" in page else page["data"]
            cursor = page["nextCursor"] if "items" in page else page["next_cursor"]
            if cursor is None:
                return


class StreamedEvent(TypedDict):
    """An event of the log; of a stream of a subscription, its delivery as it would be sent."""

    id: str
    """`after` of a stream that goes on from here"""
    type: str
    data: dict[str, Any]


def _events(lines: Iterable[bytes]) -> Iterator[StreamedEvent]:
    """The server-sent events of an answer: https://html.spec.whatwg.org/multipage/server-sent-events.html"""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(":")
        if name or value:
            fields[name] = value.removeprefix(" ")
            continue
        if "data" in fields:
            yield {"id": fields.get("id", ""), "type": fields.get("event", ""), "data": json.loads(fields["data"])}
        fields = {}


class Transport:
    """Sends requests, and again where that does nothing twice.

    sign: headers that sign a request, of its method, its path with the query, and its body; for partners in signed mode,
    whose requests are all named: a signature is taken once, or a repeat.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 3,
        timeout_seconds: float = 30.0,
        sleep: Callable[[float], object] = time.sleep,
        sign: Callable[[str, str, bytes], Mapping[str, str]] | None = None,
    ) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url is no address: {base_url}")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._sign = sign

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content_type: str = "application/octet-stream",
        idempotency_key: str | None = None,
        strict: bool = False,
        headers: Mapping[str, str] | None = None,
        is_repeatable: bool | None = None,
    ) -> Any:
        """The answer of any operation: of JSON its value as it was sent, None of 204, and else the bytes.

        body: sent as JSON, but str and bytes as they are, as `content_type`; is_repeatable: whether it is sent again when
        no answer came, which a POST without an idempotency_key is not. Raises CorridorError for a refusal, and when no
        answer came.
        """
        asked = {name.rstrip("_"): _text(value) for name, value in (query or {}).items() if value is not None}
        target = f"{path}?{urlencode(asked)}" if asked else path
        sent = _encode(body)
        request = Request(self._base_url + target, data=sent, method=method)
        request.add_header("Authorization", f"Bearer {self._api_key}")
        if sent is not None:
            request.add_header("Content-Type", content_type if isinstance(body, (str, bytes)) else "application/json")
        if method == "POST" or self._sign is not None:
            request.add_header("Idempotency-Key", idempotency_key or str(uuid.uuid4()))
        if strict:
            request.add_header("Prefer", "handling=strict")
        signed = {} if self._sign is None else self._sign(method, target, sent or b"")
        for name, value in {**signed, **(headers or {})}.items():
            request.add_header(name, value)
        if is_repeatable is None:
            is_repeatable = method != "POST" or idempotency_key is not None
        return self._until_answered(request, is_repeatable, self._read)

    def data(self, method: str, path: str, **request: Any) -> Any:
        """`data` of an answer that is wrapped."""
        return self.request(method, path, **request)["data"]

    def pages(self, path: str, query: Mapping[str, Any], *, is_wrapped: bool) -> Pages[Any, Any]:
        def read(cursor: str | None) -> Any:
            # A cursor takes the place of where the list began.
            asked = query if cursor is None else {**query, "after": None, "cursor": cursor}
            answer = self.request("GET", path, query=asked)
            return answer["data"] if is_wrapped else answer

        return Pages(read)

    def stream(self, path: str, query: Mapping[str, Any]) -> Iterator[StreamedEvent]:
        """Server-sent events until the service ends the stream."""
        target = f"{path}?{urlencode({name: _text(value) for name, value in query.items() if value is not None})}"
        request = Request(self._base_url + target, headers={"Authorization": f"Bearer {self._api_key}"})
        with self._until_answered(request, True, lambda answer: answer) as answer:
            yield from _events(answer)

    @staticmethod
    def _read(answer: Any) -> Any:
        with answer:
            body = bytes(answer.read())
        if answer.status == 204:
            return None
        if not answer.headers.get("Content-Type", "").startswith("application/json"):
            return body
        try:
            return json.loads(body)
        except ValueError:
            raise CorridorError(answer.status, {"message": f"{answer.url} answered what is no JSON."}) from None

    def _until_answered(self, request: Request, is_repeatable: bool, read: Callable[[Any], Any]) -> Any:
        asked = f"{request.get_method()} {request.full_url.partition('?')[0]}"
        for attempt in range(self._max_retries + 1):
            cause: Exception | None = None
            try:
                return read(_opener.open(request, timeout=self._timeout_seconds))
            except HTTPError as answer:
                with answer:
                    refusal = _refusal(answer, asked)
            except (http.client.HTTPException, OSError) as fault:
                cause = fault
                reason = getattr(fault, "reason", None) or fault
                refusal = CorridorError(0, {"code": "CONNECTION", "message": f"{asked} got no answer: {reason}"})
            if attempt == self._max_retries or not _may_retry(refusal, is_repeatable):
                raise refusal from cause
            self._sleep(_pause(attempt, refusal.retry_after))
        raise AssertionError("a request has one try at least")
