from __future__ import annotations

from typing import Any

from .operations import Root
from .transport import Transport


class Client(Root):
    """The API of the service: every operation, in groups; those of operators with the key of one.

    base_url: address of the service, such as `https://corridor.example`; options: `max_retries` (3),
    `timeout_seconds` of one try (30), and `sleep` between tries, for tests.
    """

    def __init__(self, base_url: str, api_key: str, **options: Any) -> None:
        super().__init__(Transport(base_url, api_key, **options))

    def request(self, method: str, path: str, **options: Any) -> Any:
        """Any request, with the retries of the others: of JSON the whole answer, None of 204, and else the bytes.

        options: `query`, `body` (sent as JSON, but str and bytes as they are, as `content_type`), `headers`, `strict`, and
        `idempotency_key`, without which a POST is not sent again when no answer came. Raises CorridorError for a refusal,
        and when no answer came.
        """
        return self._transport.request(method, path, **options)
