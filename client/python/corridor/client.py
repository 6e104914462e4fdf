from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack
from urllib.parse import quote

from . import types
from .transport import Transport


def _part(text: str) -> str:
    """A part of a path; what is no id stays in its place."""
    return quote(text, safe="")


class _Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Payments(_Resource):
    _PATH = "/api/v1/payments/instructions"

    def create(
        self, body: types.PaymentInstructionRequest, *, idempotency_key: str | None = None, strict: bool = False
    ) -> types.CreatedPaymentInstruction:
        """Submits an instruction; `strict` refuses members that the service would ignore."""
        return self._transport.data("POST", self._PATH, body=body, idempotency_key=idempotency_key, strict=strict)

    def preview(self, body: types.PaymentInstructionRequest, *, strict: bool = False) -> types.PaymentPreview:
        return self._transport.data("POST", "/api/v1/payments/preview", body=body, strict=strict)

    def get(self, instruction_id: str) -> types.PaymentInstruction:
        return self._transport.data("GET", f"{self._PATH}/{_part(instruction_id)}")

    def cancel(self, instruction_id: str, reason: str | None = None) -> types.CancellationAnswer:
        body = {} if reason is None else {"reason": reason}
        return self._transport.data("POST", f"{self._PATH}/{_part(instruction_id)}/cancel", body=body)

    def track(self, **query: Unpack[types.TrackPaymentsQuery]) -> types.TrackedInstructions:
        return self._transport.data("GET", "/api/v1/payments/track", query=query)

    def list(self, **query: Unpack[types.ListPaymentInstructionsQuery]) -> Iterator[types.ListedPaymentInstruction]:
        return self._transport.pages(self._PATH, query)


class Documents(_Resource):
    def generate(
        self, body: types.DocumentRequest, *, idempotency_key: str | None = None, strict: bool = False
    ) -> types.Document:
        path = "/api/v1/documents/generate"
        return self._transport.data("POST", path, body=body, idempotency_key=idempotency_key, strict=strict)

    def get(self, document_id: str) -> types.Document:
        return self._transport.data("GET", f"/api/v1/documents/{_part(document_id)}")

    def download(self, document_id: str) -> bytes:
        """Bytes of the PDF."""
        return self._transport.send("GET", f"/api/v1/documents/{_part(document_id)}/download")

    def list(self, **query: Unpack[types.ListDocumentsQuery]) -> Iterator[types.Document]:
        return self._transport.pages("/api/v1/documents", query)


class Tariffs(_Resource):
    def search(self, body: types.HsCodeSearchRequest) -> types.HsCodeSearchAnswer:
        return self._transport.data("POST", "/api/v1/hs-codes/search", body=body)

    def calculate(self, body: types.TariffCalculationRequest) -> types.TariffCalculation:
        return self._transport.data("POST", "/api/v1/tariffs/calculate", body=body)

    def compare(self, body: types.TariffComparisonRequest) -> types.TariffComparison:
        return self._transport.data("POST", "/api/v1/tariffs/compare", body=body)


class Webhooks(_Resource):
    def create(
        self, body: types.WebhookSubscriptionRequest, *, idempotency_key: str | None = None, strict: bool = False
    ) -> types.CreatedWebhookSubscription:
        return self._transport.json("POST", "/v1/webhooks", body=body, idempotency_key=idempotency_key, strict=strict)

    def get(self, webhook_id: str) -> types.WebhookSubscription:
        return self._transport.json("GET", f"/v1/webhooks/{_part(webhook_id)}")

    def update(self, webhook_id: str, body: types.WebhookSubscriptionUpdate) -> types.WebhookSubscription:
        return self._transport.json("PATCH", f"/v1/webhooks/{_part(webhook_id)}", body=body)

    def delete(self, webhook_id: str) -> None:
        self._transport.json("DELETE", f"/v1/webhooks/{_part(webhook_id)}")

    def test(self, webhook_id: str, event: str) -> types.WebhookTestResult:
        return self._transport.json("POST", f"/v1/webhooks/{_part(webhook_id)}/test", body={"event": event})


class Shipments(_Resource):
    def create(
        self, body: types.ShipmentRequest, *, idempotency_key: str | None = None, strict: bool = False
    ) -> types.Shipment:
        return self._transport.json("POST", "/v1/shipments", body=body, idempotency_key=idempotency_key, strict=strict)

    def get(self, shipment_id: str) -> types.ShipmentWithLinks:
        return self._transport.json("GET", f"/v1/shipments/{_part(shipment_id)}")


class Client:
    """The API of the service for an account.

    base_url: address of the service, such as `https://corridor.example`; options: `max_retries` (3),
    `timeout_seconds` of one try (30), and `sleep` between tries, for tests.
    """

    def __init__(self, base_url: str, api_key: str, **options: Any) -> None:
        self._transport = Transport(base_url, api_key, **options)
        self.payments = Payments(self._transport)
        self.documents = Documents(self._transport)
        self.tariffs = Tariffs(self._transport)
        self.webhooks = Webhooks(self._transport)
        self.shipments = Shipments(self._transport)

    def account(self) -> types.Account:
        """The account of the key, with its plan and limits."""
        return self._transport.json("GET", "/v1/account")
