"""The operations of the API in groups. Written by scripts/openapi.mjs; do not edit."""
# ruff: noqa
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from . import types
from .transport import Pages, StreamedEvent, Transport, part


class _Group:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Payments(_Group):
    def create(self, body: types.PaymentInstructionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.CreatedPaymentInstruction:
        """Submit a payment instruction."""
        return self._transport.data("POST", "/api/v1/payments/instructions", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list(self, **query: Unpack[types.ListPaymentInstructionsQuery]) -> Pages[types.ListedPaymentInstruction, types.ListPaymentInstructionsAnswerData]:
        """List payment instructions, the newest first."""
        return self._transport.pages("/api/v1/payments/instructions", query, is_wrapped=True)

    def propose(self, body: types.PaymentProposalRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.ProposedPayment:
        """Propose a payment for people to approve."""
        return self._transport.data("POST", "/api/v1/payments/proposals", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def preview(self, body: types.PaymentInstructionRequest, *, idempotency_key: str | None = None, strict: bool = False, **query: Unpack[types.PreviewPaymentQuery]) -> types.PaymentPreview:
        """Preview route, fee and date of an instruction."""
        return self._transport.data("POST", "/api/v1/payments/preview", query=query, body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get(self, instruction_id: str) -> types.PaymentInstruction:
        """Retrieve one payment instruction."""
        return self._transport.data("GET", f"/api/v1/payments/instructions/{part(instruction_id)}")

    def list_reports(self, instruction_id: str, **query: Unpack[types.ListPaymentReportsQuery]) -> Pages[types.PartnerReport, types.ListPaymentReportsAnswerData]:
        """List the partner's reports on a payment instruction, oldest first."""
        return self._transport.pages(f"/api/v1/payments/instructions/{part(instruction_id)}/reports", query, is_wrapped=True)

    def cancel(self, instruction_id: str, body: types.CancelPaymentInstructionRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.CancellationAnswer:
        """Cancel a payment instruction before it is processed."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/cancel", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def resubmit(self, instruction_id: str, body: types.PaymentCorrections | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.CreatedPaymentInstruction:
        """Resubmit a failed, cancelled or returned payment with corrections."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/resubmit", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def recall(self, instruction_id: str, body: types.RecallRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.RecallAnswer:
        """Recall settled money."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/recall", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def decide_payee_check(self, instruction_id: str, body: types.PayeeDecision, *, idempotency_key: str | None = None, strict: bool = False) -> types.DecidedPayeeCheck:
        """Release or withdraw a payment whose payee’s name does not match."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/payee-check", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def answer_information_request(self, instruction_id: str, information_request_id: str, body: types.InformationAnswer, *, idempotency_key: str | None = None, strict: bool = False) -> types.InformationReceipt:
        """Answer a compliance question."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/information-requests/{part(information_request_id)}/answer", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def approve(self, instruction_id: str, body: types.ApprovalRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.ApprovalAnswer:
        """Approve or reject a payment that waits for approvals."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/approvals", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def put_tracking_link(self, instruction_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> types.TrackingLink:
        """Create a public link to the status of a payment."""
        return self._transport.data("PUT", f"/api/v1/payments/instructions/{part(instruction_id)}/tracking-link", idempotency_key=idempotency_key, strict=strict)

    def delete_tracking_link(self, instruction_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """Revoke the public link of a payment."""
        self._transport.request("DELETE", f"/api/v1/payments/instructions/{part(instruction_id)}/tracking-link", idempotency_key=idempotency_key, strict=strict)

    def create_batch(self, body: types.CreatePaymentBatchRequest | str | bytes, *, content_type: str = "text/csv", idempotency_key: str | None = None, strict: bool = False, **query: Unpack[types.CreatePaymentBatchQuery]) -> types.PaymentBatch:
        """Submit many payments together."""
        return self._transport.data("POST", "/api/v1/payments/batches", query=query, body=body, content_type=content_type, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_batches(self, **query: Unpack[types.ListPaymentBatchesQuery]) -> Pages[types.ListedPaymentBatch, types.ListPaymentBatchesAnswerData]:
        """List batches of payments, the newest first."""
        return self._transport.pages("/api/v1/payments/batches", query, is_wrapped=True)

    def get_batch(self, batch_id: str) -> types.PaymentBatch:
        """Retrieve a batch of payments."""
        return self._transport.data("GET", f"/api/v1/payments/batches/{part(batch_id)}")

    def list_batch_rows(self, batch_id: str, **query: Unpack[types.ListPaymentBatchRowsQuery]) -> Pages[types.PaymentBatchRow, types.ListPaymentBatchRowsAnswerData]:
        """List the rows of a batch, with their payments and faults."""
        return self._transport.pages(f"/api/v1/payments/batches/{part(batch_id)}/rows", query, is_wrapped=True)

    def cancel_batch(self, batch_id: str, body: types.CancelPaymentInstructionRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.PaymentBatch:
        """Cancel what of a batch is not sent."""
        return self._transport.data("POST", f"/api/v1/payments/batches/{part(batch_id)}/cancel", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def retry_batch(self, batch_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> types.PaymentBatch:
        """Make the failed rows of a batch."""
        return self._transport.data("POST", f"/api/v1/payments/batches/{part(batch_id)}/retry", idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def approve_batch(self, batch_id: str, body: types.BatchApprovalRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.PaymentBatch:
        """Approve or reject a batch whose payments all wait for approvals."""
        return self._transport.data("POST", f"/api/v1/payments/batches/{part(batch_id)}/approvals", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def track(self, **query: Unpack[types.TrackPaymentsQuery]) -> types.TrackedInstructions:
        """Track many payment instructions."""
        return self._transport.data("GET", "/api/v1/payments/track", query=query)

    def get_transitions(self) -> types.GetPaymentTransitionsAnswerData:
        """The table of permitted status changes."""
        return self._transport.data("GET", "/api/v1/payments/transitions")

    def get_requirements(self, **query: Unpack[types.GetPaymentRequirementsQuery]) -> types.GetPaymentRequirementsAnswerData:
        """Required fields of an instruction for a currency and a country."""
        return self._transport.data("GET", "/api/v1/payments/requirements", query=query)

    def get_calendar(self, calendar_id: str, **query: Unpack[types.GetCalendarQuery]) -> types.Calendar:
        """Closed days of a country or a payment system."""
        return self._transport.data("GET", f"/api/v1/calendars/{part(calendar_id)}", query=query)


class PartnerOperations(_Group):
    def report(self, instruction_id: str, body: types.PartnerStatusReport, *, idempotency_key: str | None = None, strict: bool = False) -> types.ReportReceipt:
        """Report a status change (settlement partners)."""
        return self._transport.data("PUT", f"/api/v1/payments/instructions/{part(instruction_id)}/status", body=body, idempotency_key=idempotency_key, strict=strict)

    def settle(self, instruction_id: str, body: types.SettlementConfirmation, *, idempotency_key: str | None = None, strict: bool = False) -> types.SettlementReceipt:
        """Confirm final settlement (settlement partners)."""
        return self._transport.data("POST", f"/api/v1/payments/instructions/{part(instruction_id)}/settlement", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def put_settlement(self, instruction_id: str, body: types.SettlementConfirmation, *, idempotency_key: str | None = None, strict: bool = False) -> types.SettlementReceipt:
        """Confirm final settlement (settlement partners)."""
        return self._transport.data("PUT", f"/api/v1/payments/instructions/{part(instruction_id)}/settlement", body=body, idempotency_key=idempotency_key, strict=strict)

    def instructions(self, **query: Unpack[types.ListPartnerInstructionsQuery]) -> Pages[types.GivenInstructionSummary, types.GivenInstructionPage]:
        """List the payment instructions that the calling partner was given, the latest first."""
        return self._transport.pages("/api/v1/partner/instructions", query, is_wrapped=True)

    def instruction(self, instruction_id: str) -> types.GivenInstruction:
        """Retrieve a payment instruction that the calling partner was given, with its reports and its settlement."""
        return self._transport.data("GET", f"/api/v1/partner/instructions/{part(instruction_id)}")

    def list_partner_settlements(self, **query: Unpack[types.ListPartnerSettlementsQuery]) -> Pages[types.OwnSettlementLine, types.ListPartnerSettlementsAnswerData]:
        """List what the calling partner settled, or was to settle, on a day, with totals by currency and state."""
        return self._transport.pages("/api/v1/partner/settlements", query, is_wrapped=True)

    def list_partner_reports(self, **query: Unpack[types.ListPartnerReportsQuery]) -> Pages[types.LoggedReport, types.ReportLogPage]:
        """List the reports of the calling partner with their dispositions, the newest first."""
        return self._transport.pages("/api/v1/partner/reports", query, is_wrapped=True)

    def notify_partner_payment(self, partner_id: str, body: str | bytes, *, content_type: str = "application/json", idempotency_key: str | None = None, strict: bool = False) -> types.NotifyPartnerPaymentAnswerData:
        """Take a notification of a described bank."""
        return self._transport.data("POST", f"/api/v1/partners/{part(partner_id)}/notifications", body=body, content_type=content_type, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)


class Beneficiaries(_Group):
    def create(self, body: types.BeneficiaryRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.SavedBeneficiary:
        """Save a beneficiary."""
        return self._transport.data("POST", "/api/v1/beneficiaries", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list(self, **query: Unpack[types.ListBeneficiariesQuery]) -> Pages[types.SavedBeneficiary, types.SavedBeneficiaryPage]:
        """List saved beneficiaries, the newest first."""
        return self._transport.pages("/api/v1/beneficiaries", query, is_wrapped=True)

    def get(self, id: str) -> types.SavedBeneficiary:
        """Retrieve a saved beneficiary."""
        return self._transport.data("GET", f"/api/v1/beneficiaries/{part(id)}")

    def update(self, id: str, body: types.BeneficiaryChange | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.SavedBeneficiary:
        """Change a saved beneficiary."""
        return self._transport.data("PATCH", f"/api/v1/beneficiaries/{part(id)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def delete(self, id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """Delete a saved beneficiary."""
        self._transport.request("DELETE", f"/api/v1/beneficiaries/{part(id)}", idempotency_key=idempotency_key, strict=strict)

    def confirm(self, id: str, body: types.BeneficiaryConfirmation, *, idempotency_key: str | None = None, strict: bool = False) -> types.SavedBeneficiary:
        """Confirm changed bank details of a beneficiary."""
        return self._transport.data("POST", f"/api/v1/beneficiaries/{part(id)}/confirm", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)


class HsCodes(_Group):
    def search(self, body: types.HsCodeSearchRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.HsCodeSearchAnswer:
        """Find HS codes by words or digits."""
        return self._transport.data("POST", "/api/v1/hs-codes/search", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get(self, code: str) -> types.HsCodeDetail:
        """Describe an HS code."""
        return self._transport.data("GET", f"/api/v1/hs-codes/{part(code)}")

    def get_tariffs(self, code: str, **query: Unpack[types.GetHsCodeTariffsQuery]) -> types.HsCodeTariffs:
        """List the tariff rates of an HS code by country."""
        return self._transport.data("GET", f"/api/v1/hs-codes/{part(code)}/tariffs", query=query)

    def classify(self, body: types.HsCodeClassifyRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.HsCodeClassification:
        """Classify a product by HS code and notify subscribers."""
        return self._transport.data("POST", "/api/v1/hs-codes/classify", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)


class Tariffs(_Group):
    def calculate(self, body: types.TariffCalculationRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.TariffCalculation:
        """Calculate duty and VAT of a consignment."""
        return self._transport.data("POST", "/api/v1/tariffs/calculate", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get_country_profile(self, country: str, **query: Unpack[types.GetCountryTariffProfileQuery]) -> types.CountryTariffProfile:
        """Read a country's tariffs, VAT, agreements and customs documents."""
        return self._transport.data("GET", f"/api/v1/tariffs/countries/{part(country)}", query=query)

    def compare(self, body: types.TariffComparisonRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.TariffComparison:
        """Compare the cost of a consignment in several destinations."""
        return self._transport.data("POST", "/api/v1/tariffs/compare", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def calculate_landed_cost(self, body: types.LandedCostRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.CalculateLandedCostAnswerData:
        """Calculate the landed cost of a consignment."""
        return self._transport.data("POST", "/api/v1/tariffs/landed-cost", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)


class Documents(_Group):
    def generate(self, body: types.DocumentRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.Document:
        """Generate a trade document."""
        return self._transport.data("POST", "/api/v1/documents/generate", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list(self, **query: Unpack[types.ListDocumentsQuery]) -> Pages[types.Document, types.DocumentPage]:
        """List documents."""
        return self._transport.pages("/api/v1/documents", query, is_wrapped=True)

    def get(self, id: str) -> types.Document:
        """Retrieve a document."""
        return self._transport.data("GET", f"/api/v1/documents/{part(id)}")

    def download(self, id: str, **query: Unpack[types.DownloadDocumentQuery]) -> bytes:
        """Download a document."""
        return self._transport.request("GET", f"/api/v1/documents/{part(id)}/download", query=query)

    def get_branding(self) -> types.Branding:
        """Read the branding of documents."""
        return self._transport.request("GET", "/v1/branding")

    def put_branding(self, body: types.BrandingRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Branding:
        """Set the branding of new documents; absent members reset to the default."""
        return self._transport.request("PUT", "/v1/branding", body=body, idempotency_key=idempotency_key, strict=strict)


class Webhooks(_Group):
    def create(self, body: types.WebhookSubscriptionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.CreatedWebhookSubscription:
        """Subscribe to events."""
        return self._transport.request("POST", "/v1/webhooks", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list(self, **query: Unpack[types.ListWebhooksQuery]) -> Pages[types.WebhookSubscription, types.ListWebhooksAnswer]:
        """List subscriptions, the newest first."""
        return self._transport.pages("/v1/webhooks", query, is_wrapped=False)

    def get(self, webhook_id: str) -> types.WebhookSubscription:
        """Details of a subscription."""
        return self._transport.request("GET", f"/v1/webhooks/{part(webhook_id)}")

    def update(self, webhook_id: str, body: types.WebhookSubscriptionUpdate | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.WebhookSubscription:
        """Change parts of a subscription."""
        return self._transport.request("PATCH", f"/v1/webhooks/{part(webhook_id)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def delete(self, webhook_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """Delete a subscription."""
        self._transport.request("DELETE", f"/v1/webhooks/{part(webhook_id)}", idempotency_key=idempotency_key, strict=strict)

    def test(self, webhook_id: str, body: types.WebhookTestRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.WebhookTestResult:
        """Send a sample event once, without retries."""
        return self._transport.request("POST", f"/v1/webhooks/{part(webhook_id)}/test", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def rotate_secret(self, webhook_id: str, body: types.RotateWebhookSecretRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.WebhookSubscriptionWithSecret:
        """Rotate the secret of a subscription."""
        return self._transport.request("POST", f"/v1/webhooks/{part(webhook_id)}/rotate-secret", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def list_deliveries(self, webhook_id: str, **query: Unpack[types.ListWebhookDeliveriesQuery]) -> Pages[types.Delivery, types.ListWebhookDeliveriesAnswer]:
        """Deliveries of a subscription with their attempts."""
        return self._transport.pages(f"/v1/webhooks/{part(webhook_id)}/deliveries", query, is_wrapped=False)

    def get_delivery(self, delivery_id: str) -> types.Delivery:
        """One delivery with its attempts."""
        return self._transport.request("GET", f"/v1/deliveries/{part(delivery_id)}")

    def resend_delivery(self, delivery_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> types.Delivery:
        """Resend the event of a delivery, as a new delivery."""
        return self._transport.request("POST", f"/v1/deliveries/{part(delivery_id)}/resend", idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def recover(self, webhook_id: str, body: types.WebhookRecoveryRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.WebhookRecovery:
        """Resend events that a subscription has missed since a time."""
        return self._transport.request("POST", f"/v1/webhooks/{part(webhook_id)}/recover", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get_recovery(self, webhook_id: str, recovery_id: str) -> types.WebhookRecovery:
        """Read the progress of a recovery."""
        return self._transport.request("GET", f"/v1/webhooks/{part(webhook_id)}/recoveries/{part(recovery_id)}")

    def start_drill(self, body: types.DrillRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.Drill:
        """Examine the receiver of a subscription of the test side."""
        return self._transport.request("POST", "/v1/drills", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get_drill(self, drill_id: str) -> types.Drill:
        """Read what a drill of a receiver has shown."""
        return self._transport.request("GET", f"/v1/drills/{part(drill_id)}")

    def list_event_types(self) -> types.ListEventTypesAnswer:
        """Every event type with its schema and a sample."""
        return self._transport.request("GET", "/v1/event-types")

    def list_events(self, **query: Unpack[types.ListEventsQuery]) -> Pages[types.Event, types.ListEventsAnswer]:
        """List the events of the last 30 days, oldest first; continuing after the last one skips none."""
        return self._transport.pages("/v1/events", query, is_wrapped=False)

    def stream_events(self, **query: Unpack[types.StreamEventsQuery]) -> Iterator[StreamedEvent]:
        """Events as they come, or the deliveries of a subscription with their signatures, as server-sent events."""
        return self._transport.stream("/v1/events/stream", query)

    def get_event(self, event_id: str) -> types.EventWithDeliveries:
        """One event with its deliveries."""
        return self._transport.request("GET", f"/v1/events/{part(event_id)}")


class Root(_Group):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.payments = Payments(transport)
        self.beneficiaries = Beneficiaries(transport)
        self.hs_codes = HsCodes(transport)
        self.tariffs = Tariffs(transport)
        self.documents = Documents(transport)
        self.webhooks = Webhooks(transport)
        self.shipments = Shipments(transport)
        self.operator = Operator(transport)

    def rate_limit(self) -> types.GetRateLimitAnswer:
        """Current rate-limit status of the key."""
        return self._transport.request("GET", "/v1/rate-limit")

    def account(self) -> types.Account:
        """The account of the key, its plan, limits and scopes."""
        return self._transport.request("GET", "/v1/account")

    def list_requests(self, **query: Unpack[types.ListRequestsQuery]) -> Pages[types.ListedRequest, types.ListRequestsAnswer]:
        """List the requests of the key that changed something or were refused in the last seven days, newest first."""
        return self._transport.pages("/v1/requests", query, is_wrapped=False)


class Shipments(_Group):
    def search(self, body: types.ShipmentSearchRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.ShipmentPage:
        """Search shipments."""
        return self._transport.request("POST", "/v1/shipments/search", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def create(self, body: types.ShipmentRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.Shipment:
        """Create a shipment."""
        return self._transport.request("POST", "/v1/shipments", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list(self, **query: Unpack[types.ListShipmentsQuery]) -> Pages[types.Shipment, types.ShipmentPage]:
        """List shipments."""
        return self._transport.pages("/v1/shipments", query, is_wrapped=False)

    def get(self, id: str) -> types.ShipmentWithLinks:
        """Retrieve a shipment."""
        return self._transport.request("GET", f"/v1/shipments/{part(id)}")

    def update(self, id: str, body: types.ShipmentChange | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Shipment:
        """Change a shipment."""
        return self._transport.request("PATCH", f"/v1/shipments/{part(id)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def delete(self, id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """Delete a shipment."""
        self._transport.request("DELETE", f"/v1/shipments/{part(id)}", idempotency_key=idempotency_key, strict=strict)

    def get_file(self, id: str) -> types.ShipmentFile:
        """Compare the papers and payments of a shipment."""
        return self._transport.request("GET", f"/v1/shipments/{part(id)}/file")

    def decide_finding(self, id: str, finding: str, body: types.FindingDecision, *, idempotency_key: str | None = None, strict: bool = False) -> types.ShipmentFinding:
        """Decide about a finding in the papers of a shipment."""
        return self._transport.request("PATCH", f"/v1/shipments/{part(id)}/findings/{part(finding)}", body=body, idempotency_key=idempotency_key, strict=strict)


class Operator(_Group):
    def publish_event(self, body: types.PublishEventRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.Event:
        """Publish an external event to an account, such as buyer.matched."""
        return self._transport.request("POST", "/v1/events", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_payments_that_wait(self, **query: Unpack[types.ListPaymentsThatWaitQuery]) -> Pages[types.WaitingPayment, types.ListPaymentsThatWaitAnswer]:
        """List waiting payments, oldest first."""
        return self._transport.pages("/v1/operator/payments", query, is_wrapped=False)

    def show_payment_to_operator(self, instruction_id: str) -> types.OperatorPayment:
        """Read a waiting payment with its attempts and possible decisions."""
        return self._transport.request("GET", f"/v1/operator/payments/{part(instruction_id)}")

    def decide_payment(self, instruction_id: str, body: types.OperatorDecisionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.OperatorDecision:
        """Decide an ambiguous or waiting payment."""
        return self._transport.request("POST", f"/v1/operator/payments/{part(instruction_id)}/decision", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def assign_payment(self, instruction_id: str, body: types.PaymentAssignmentRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.PaymentAssignment:
        """Take a payment to work on it."""
        return self._transport.request("PUT", f"/v1/operator/payments/{part(instruction_id)}/assignment", body=body, idempotency_key=idempotency_key, strict=strict)

    def unassign_payment(self, instruction_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """Give a payment back."""
        self._transport.request("DELETE", f"/v1/operator/payments/{part(instruction_id)}/assignment", idempotency_key=idempotency_key, strict=strict)

    def note_payment(self, instruction_id: str, body: types.PaymentNoteRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.PaymentNoteReceipt:
        """Add a note to a payment, for operators."""
        return self._transport.request("POST", f"/v1/operator/payments/{part(instruction_id)}/notes", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def prepare_bulk_decision(self, body: types.BulkDecisionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.BulkDecision:
        """Prepare one decision about many waiting payments."""
        return self._transport.request("POST", "/v1/operator/bulk-decisions", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_bulk_decisions(self, **query: Unpack[types.ListBulkDecisionsQuery]) -> Pages[types.ListedBulkDecision, types.ListBulkDecisionsAnswer]:
        """List bulk decisions, the newest first."""
        return self._transport.pages("/v1/operator/bulk-decisions", query, is_wrapped=False)

    def get_bulk_decision(self, bulk_decision_id: str) -> types.BulkDecision:
        """Read how far a bulk decision is."""
        return self._transport.request("GET", f"/v1/operator/bulk-decisions/{part(bulk_decision_id)}")

    def list_bulk_decision_payments(self, bulk_decision_id: str, **query: Unpack[types.ListBulkDecisionPaymentsQuery]) -> Pages[types.BulkDecisionPayment, types.ListBulkDecisionPaymentsAnswer]:
        """List the payments of a bulk decision."""
        return self._transport.pages(f"/v1/operator/bulk-decisions/{part(bulk_decision_id)}/payments", query, is_wrapped=False)

    def start_bulk_decision(self, bulk_decision_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> types.BulkDecision:
        """Start a prepared bulk decision."""
        return self._transport.request("POST", f"/v1/operator/bulk-decisions/{part(bulk_decision_id)}/start", idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def stop_bulk_decision(self, bulk_decision_id: str, body: types.StopBulkDecisionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.BulkDecision:
        """Stop a bulk decision: what waits is skipped."""
        return self._transport.request("POST", f"/v1/operator/bulk-decisions/{part(bulk_decision_id)}/stop", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def list_settlements(self, **query: Unpack[types.ListSettlementsQuery]) -> Pages[types.SettlementLine, types.ListSettlementsAnswerData]:
        """List a partner's settlements of a day: confirmed, expected, overdue."""
        return self._transport.pages("/api/v1/payments/settlements", query, is_wrapped=True)

    def list_bank_statements(self, **query: Unpack[types.ListBankStatementsQuery]) -> Pages[types.BankStatement, types.ListBankStatementsAnswer]:
        """List imported bank statements with their verdicts, newest first."""
        return self._transport.pages("/v1/operator/statements", query, is_wrapped=False)

    def import_bank_statement(self, body: str | bytes, *, content_type: str = "application/xml", idempotency_key: str | None = None, strict: bool = False, **query: Unpack[types.ImportBankStatementQuery]) -> types.BankStatement:
        """Import a camt.052, camt.053 or camt.054 of ISO 20022; its entries are compared with payments by their references."""
        return self._transport.request("POST", "/v1/operator/statements", query=query, body=body, content_type=content_type, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def get_bank_statement(self, statement_id: str) -> types.BankStatement:
        """One imported bank statement."""
        return self._transport.request("GET", f"/v1/operator/statements/{part(statement_id)}")

    def list_bank_statement_entries(self, statement_id: str, **query: Unpack[types.ListBankStatementEntriesQuery]) -> Pages[types.BankStatementEntry, types.ListBankStatementEntriesAnswer]:
        """Entries of a bank statement in the order of the file, each with the payment that it is about."""
        return self._transport.pages(f"/v1/operator/statements/{part(statement_id)}/entries", query, is_wrapped=False)

    def show_screening(self, instruction_id: str) -> types.PaymentScreening:
        """Read the newest screening of a payment with the compared names."""
        return self._transport.request("GET", f"/v1/operator/payments/{part(instruction_id)}/screening")

    def decide_screening(self, instruction_id: str, body: types.ScreeningDecisionRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.ScreeningDecision:
        """Release or reject a held payment."""
        return self._transport.request("POST", f"/v1/operator/payments/{part(instruction_id)}/screening", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_screenings(self, **query: Unpack[types.ListScreeningsQuery]) -> Pages[types.ListedScreening, types.ListScreeningsAnswer]:
        """List refused attempts, or held payments, with their receipts."""
        return self._transport.pages("/v1/operator/screenings", query, is_wrapped=False)

    def list_clearances(self, **query: Unpack[types.ListClearancesQuery]) -> Pages[types.Clearance, types.ListClearancesAnswer]:
        """List remembered releases, the newest first."""
        return self._transport.pages("/v1/operator/clearances", query, is_wrapped=False)

    def revoke_clearance(self, clearance_id: str, *, idempotency_key: str | None = None, strict: bool = False) -> None:
        """End a remembered release: later payments to the payee are held again."""
        self._transport.request("DELETE", f"/v1/operator/clearances/{part(clearance_id)}", idempotency_key=idempotency_key, strict=strict)

    def request_information(self, instruction_id: str, body: types.InformationQuestion, *, idempotency_key: str | None = None, strict: bool = False) -> types.InformationAsked:
        """Ask the client of a held payment a question."""
        return self._transport.request("POST", f"/v1/operator/payments/{part(instruction_id)}/information-requests", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def refuse_recall(self, instruction_id: str, body: types.RecallRefusal, *, idempotency_key: str | None = None, strict: bool = False) -> types.RecallAnswer:
        """Record the refusal of a recall."""
        return self._transport.request("POST", f"/v1/operator/payments/{part(instruction_id)}/recall-refusal", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_partners(self, **query: Unpack[types.ListPartnersQuery]) -> Pages[types.Partner, types.ListPartnersAnswer]:
        """List settlement partners with their health, newest first."""
        return self._transport.pages("/v1/operator/partners", query, is_wrapped=False)

    def create_partner(self, body: types.PartnerCreate, *, idempotency_key: str | None = None, strict: bool = False) -> types.CreatedPartner:
        """Create a settlement partner with a key and a signing secret."""
        return self._transport.request("POST", "/v1/operator/partners", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get_partner(self, partner_id: str) -> types.Partner:
        """Read a settlement partner with its health."""
        return self._transport.request("GET", f"/v1/operator/partners/{part(partner_id)}")

    def update_partner(self, partner_id: str, body: types.PartnerChange | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.ChangedPartner | types.Proposal:
        """Update a settlement partner."""
        return self._transport.request("PATCH", f"/v1/operator/partners/{part(partner_id)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def disable_partner(self, partner_id: str, body: types.SwitchRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Partner | types.Proposal:
        """Disable a partner: no new payments, and its reports are refused."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/disable", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def enable_partner(self, partner_id: str, body: types.PartnerEnabling | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Partner | types.Proposal:
        """Enable a partner; a live one needs a passed report of the laboratory."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/enable", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_partner_certificates(self, partner_id: str, **query: Unpack[types.ListPartnerCertificatesQuery]) -> Pages[types.PartnerCertificate, types.ListPartnerCertificatesAnswer]:
        """List the reports of the laboratory about a partner, newest first."""
        return self._transport.pages(f"/v1/operator/partners/{part(partner_id)}/certificates", query, is_wrapped=False)

    def rotate_partner_key(self, partner_id: str, body: types.PartnerRotation | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.RotatedPartnerKey | types.ProposedPartnerCredential:
        """Rotate the key of a partner."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/rotate-key", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def rotate_partner_secret(self, partner_id: str, body: types.PartnerRotation | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.RotatedPartnerSecret | types.ProposedPartnerCredential:
        """Rotate the signing secret of a partner."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/rotate-secret", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def end_earlier_partner_credentials(self, partner_id: str, body: types.EarlierCredentials, *, idempotency_key: str | None = None, strict: bool = False) -> types.EndedPartnerCredentials:
        """Revoke all but the newest key or signing secret of a partner."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/end-earlier", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def set_bank_credential(self, partner_id: str, body: types.BankCredentialSetting, *, idempotency_key: str | None = None, strict: bool = False) -> types.BankCredentials | types.Proposal:
        """Set what Corridor presents to a partner's bank."""
        return self._transport.request("POST", f"/v1/operator/partners/{part(partner_id)}/set-credential", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=False)

    def list_routes(self, **query: Unpack[types.ListRoutesQuery]) -> Pages[types.Route, types.ListRoutesAnswer]:
        """List routes with the health of their partners, newest first."""
        return self._transport.pages("/v1/operator/routes", query, is_wrapped=False)

    def create_route(self, body: types.RouteCreate, *, idempotency_key: str | None = None, strict: bool = False) -> types.Route | types.Proposal:
        """Create a route to a partner; it is used at once."""
        return self._transport.request("POST", "/v1/operator/routes", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def get_route(self, route_id: str) -> types.Route:
        """Read a route with the health of its partner."""
        return self._transport.request("GET", f"/v1/operator/routes/{part(route_id)}")

    def update_route(self, route_id: str, body: types.RouteChange | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Route | types.Proposal:
        """Update a route for new payments."""
        return self._transport.request("PATCH", f"/v1/operator/routes/{part(route_id)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def disable_route(self, route_id: str, body: types.SwitchRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Route | types.Proposal:
        """Disable a route."""
        return self._transport.request("POST", f"/v1/operator/routes/{part(route_id)}/disable", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def enable_route(self, route_id: str, body: types.SwitchRequest | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Route | types.Proposal:
        """Enable a route."""
        return self._transport.request("POST", f"/v1/operator/routes/{part(route_id)}/enable", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def list_calendars(self, **query: Unpack[types.ListCalendarsQuery]) -> Pages[types.ListedCalendar, types.ListCalendarsAnswer]:
        """List calendars of countries and payment systems with the days they cover."""
        return self._transport.pages("/v1/operator/calendars", query, is_wrapped=False)

    def show_calendar(self, calendar_id: str, **query: Unpack[types.ShowCalendarQuery]) -> types.Calendar:
        """Read one year of a calendar."""
        return self._transport.request("GET", f"/v1/operator/calendars/{part(calendar_id)}", query=query)

    def add_holiday(self, calendar_id: str, date: str, body: types.HolidayRequest, *, idempotency_key: str | None = None, strict: bool = False) -> types.Calendar:
        """Close a day for new payments and those not yet at a partner."""
        return self._transport.request("PUT", f"/v1/operator/calendars/{part(calendar_id)}/holidays/{part(date)}", body=body, idempotency_key=idempotency_key, strict=strict)

    def remove_holiday(self, calendar_id: str, date: str, *, idempotency_key: str | None = None, strict: bool = False, **query: Unpack[types.RemoveHolidayQuery]) -> None:
        """Open a day despite list, rule or weekend."""
        self._transport.request("DELETE", f"/v1/operator/calendars/{part(calendar_id)}/holidays/{part(date)}", query=query, idempotency_key=idempotency_key, strict=strict)

    def list_proposals(self, **query: Unpack[types.ListProposalsQuery]) -> Pages[types.Proposal, types.ListProposalsAnswer]:
        """List proposals that your roles may confirm, newest first."""
        return self._transport.pages("/v1/operator/proposals", query, is_wrapped=False)

    def get_proposal(self, proposal_id: str) -> types.Proposal:
        """Read a proposal with old and new values and its outcome."""
        return self._transport.request("GET", f"/v1/operator/proposals/{part(proposal_id)}")

    def confirm_proposal(self, proposal_id: str, body: types.ProposalWord | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Proposal:
        """Confirm and carry out another person's proposal of the last 24 hours."""
        return self._transport.request("POST", f"/v1/operator/proposals/{part(proposal_id)}/confirm", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)

    def reject_proposal(self, proposal_id: str, body: types.ProposalWord | None = None, *, idempotency_key: str | None = None, strict: bool = False) -> types.Proposal:
        """Reject a proposal, or withdraw your own."""
        return self._transport.request("POST", f"/v1/operator/proposals/{part(proposal_id)}/reject", body=body, idempotency_key=idempotency_key, strict=strict, is_repeatable=True)
