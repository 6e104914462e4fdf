from __future__ import annotations

from typing import Any


class CorridorError(Exception):
    """A refusal of the service, an answer that is none of it, or that there was no answer."""

    def __init__(self, status: int, error: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        """HTTP status; 0 without an answer"""
        self.code: str | None = error.get("code")
        """Code of the refusal, such as `INVALID_REQUEST`; `CONNECTION`: no answer came; None where it carried none"""
        self.request_id: str | None = error.get("requestId")
        self.details: list[dict[str, str]] = error.get("details") or []
        """Every field at fault"""
        self.doc_url: str | None = error.get("doc_url")
        """Page that says what to do"""
        self.retry_after = retry_after
        """Seconds after which another try is worth it; None where the answer said none"""
        faults = [f"{fault.get('field', '')} {fault.get('message', '')}" for fault in self.details]
        super().__init__(" ".join([error.get("message") or f"The service answered {status}.", *faults]))


class SignatureError(Exception):
    """A delivery or a request whose signature is wrong, missing or old."""


class RequestExpiredError(SignatureError):
    """A request of Corridor that came after the end of its validity: a partner does nothing with it and answers 425."""
