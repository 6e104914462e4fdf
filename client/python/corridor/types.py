"""Types of every schema of the API. Written by scripts/openapi.mjs; do not edit."""
# ruff: noqa
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Account(TypedDict):
    id: str
    name: str
    environment: PublishEventRequestEnvironment
    """Side of the key; it sees no other"""
    live_open: bool
    """Whether live keys can be created"""
    created_at: str
    plan: AccountPlan
    """Plan of the key: its own, else that of the account"""
    limits: list[AccountLimit]
    """Limits of the key; a change of the plan takes effect within a second"""
    strict_payments: bool
    """Whether payments that violate rules of their corridor are refused"""
    key: AccountKey

class AccountKey(TypedDict):
    id: str
    scopes: list[AccountKeyScope]

AccountKeyScope: TypeAlias = 'Literal["payments:read", "payments:write", "reference:read", "documents:read", "documents:write", "webhooks:manage", "shipments:read", "shipments:write", "payments:approve", "payments:propose"]'

class AccountLimit(TypedDict):
    period: AccountLimitsPeriod
    limit: int

AccountLimitsPeriod: TypeAlias = 'Literal["minute", "hour", "day"]'

AccountPlan: TypeAlias = 'Literal["free", "starter", "professional", "enterprise"]'

AdditionalDuty = TypedDict(
    "AdditionalDuty",
    {
        "name": 'str',
        "rate": 'float',
        "basis": 'Literal["customs_value"]',
        "applies": 'bool | None',
        "condition": 'str | None',
        "source": 'str',
        "from": 'str | None',
        "until": 'str | None',
    },
)

class AgreementRate(TypedDict):
    name: str
    rate: float | None
    """Percent: 6.5 means 6.5 %"""
    applicable: bool
    rateStatus: AgreementRateRateStatus
    conditions: str | None
    """What an importer has to do or show for it"""

AgreementRateRateStatus: TypeAlias = 'Literal["loaded", "not_loaded", "not_granted", "not_ad_valorem"]'

class AmountRange(TypedDict):
    atLeast: float
    atMost: float | None
    """Null where nothing bounds it"""
    because: list[str]
    """What is open; empty where the sum is known"""

class AnswerInformationRequestAnswer(TypedDict):
    success: bool
    data: InformationReceipt

class ApprovalAnswer(TypedDict):
    instructionId: str
    status: PaymentStatus
    waitingReason: str | None
    approval: PaymentApproval

class ApprovalRequest(TypedDict):
    hash: str
    """`approval.hash` of the payment as the member has read it"""
    decision: ApprovalRequestDecision
    """A rejection cancels the payment"""
    comment: NotRequired[str]
    """For the members of the account"""

ApprovalRequestDecision: TypeAlias = 'Literal["approve", "reject"]'

class ApprovePaymentInstructionAnswer(TypedDict):
    success: bool
    data: ApprovalAnswer

class BankAccount(TypedDict):
    accountNumber: str
    """Also taken: `/` and `.`; of an IBAN small letters, blanks, hyphens and a leading `IBAN`, too"""
    bankName: NotRequired[str]
    swiftBic: NotRequired[str]
    """Also taken: small letters, blanks"""
    clearing: NotRequired[ClearingCode]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `beneficiary.country`"""

class BankCredentialSetting(TypedDict):
    name: str
    """Name of a credential of the partner; its value is kept sealed, never in the description"""
    value: str
    """Kept sealed, and never shown"""
    reason: NotRequired[str]
    """Kept in the audit log"""

class BankCredentials(TypedDict):
    partnerId: str
    credentials: list[BankCredentialsCredential]

class BankCredentialsCredential(TypedDict):
    name: str
    changedAt: str

class BankStatement(TypedDict):
    id: str
    partner: WaitingPaymentAccount
    message: str
    """camt.052, camt.053 or camt.054"""
    messageId: str
    """As the bank calls the message"""
    importedAt: str
    balances: list[BankStatementBalance]
    """In the order of the file"""
    state: BankStatementState
    """comparing: some entries have no verdict yet; ask again"""
    entries: BankStatementEntries

class BankStatementBalance(TypedDict):
    type: str
    """Code of ISO 20022, such as `CLBD` for the closing balance"""
    amount: float
    """Below 0 where the account is overdrawn"""
    currency: str
    on: str | None
    """Calendar date"""

class BankStatementEntries(TypedDict):
    total: int
    confirmed: int
    contradicted: int
    notBooked: int
    unmatched: int
    open: int
    """Not compared yet"""

class BankStatementEntry(TypedDict):
    position: int
    """Place in the file, from 1"""
    line: int
    """Line of the file at which it begins"""
    references: list[str]
    amount: float | None
    """Null where the entry cannot be used; so may be the next two"""
    currency: str | None
    direction: BankStatementEntryDirection | None
    """debit: money went out"""
    isBooked: bool
    isReturn: bool
    """Whether the bank marks it as a return"""
    isReversal: bool
    """Whether the bank takes back a booking, without calling it a return"""
    reasonCode: str | None
    """Why it came back"""
    bookedOn: str | None
    verdict: BankStatementEntryVerdict | None
    """contradicted opens a case; unmatched: no reference names a payment of the partner, or they name several, and no reference of the payee is of one payment alone; null: not compared yet"""
    instructionId: str | None
    reason: str | None
    """Why the entry cannot be used; null where it can"""

BankStatementEntryDirection: TypeAlias = 'Literal["debit", "credit"]'

BankStatementEntryVerdict: TypeAlias = 'Literal["confirmed", "contradicted", "not_booked", "unmatched"]'

BankStatementState: TypeAlias = 'Literal["comparing", "compared"]'

class BatchApproval(TypedDict):
    hash: str
    """SHA-256 of the RFC 8785 form of the list of the hashes of its payments, in the order of their rows"""
    needed: int
    """How many different members have to approve it"""
    given: list[GivenApproval]
    """The approvals, the first one first"""
    rejected: GivenApproval | None
    """Who rejected it"""
    expiresAt: str
    """When the first payment is cancelled unless it has its approvals"""
    payments: int
    """How many payments the hash covers"""
    totals: list[BatchTotal]

class BatchApprovalRequest(TypedDict):
    hash: str
    """`approval.hash` of the batch as the member has read it"""
    decision: ApprovalRequestDecision
    """A rejection cancels what is not sent"""
    comment: NotRequired[str]
    """For the members of the account"""

class BatchCounts(TypedDict):
    total: int
    waiting: int
    """Not made yet"""
    made: int
    refused: int
    cancelled: int
    """Not made, since the batch was cancelled"""
    failed: int
    """Not made, by a fault of the service; `retry` makes them"""

class BatchRowFault(TypedDict):
    field: str
    code: str
    message: str

class BatchTotal(TypedDict):
    currency: str
    amount: float

class Beneficiary(TypedDict):
    name: str
    type: NotRequired[BeneficiaryType]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `bankAccount.country`"""
    bankAccount: BankAccount
    address: NotRequired[PostalAddress]
    dateOfBirth: NotRequired[str]
    """Of a person: evidence for and against a listed name. Also taken: a timestamp, for its day as written"""
    identifiers: NotRequired[list[PartyIdentifier]]
    """Numbers of documents and registrations: evidence for a listed name"""

class BeneficiaryChange(TypedDict):
    label: NotRequired[str | None]
    """Your own name for this payee; no partner sees it"""
    name: NotRequired[str]
    type: NotRequired[BeneficiaryType | None]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `bankAccount.country`"""
    bankAccount: NotRequired[PaymentCorrectionsBeneficiaryBankAccount]
    address: NotRequired[PostalAddress | None]
    dateOfBirth: NotRequired[str | None]
    """Of a person: evidence for and against a listed name. Also taken: a timestamp, for its day as written"""
    identifiers: NotRequired[list[PartyIdentifier] | None]
    """Numbers of documents and registrations: evidence for a listed name"""

class BeneficiaryConfirmation(TypedDict):
    version: int
    """The version that was looked at"""
    confirmedWith: NotRequired[BeneficiaryConfirmationConfirmedWith]

class BeneficiaryConfirmationConfirmedWith(TypedDict):
    way: BeneficiaryConfirmationConfirmedWithWay
    """By a way that was known before the change; kept in the audit log"""
    person: str
    """Who was asked; stored sealed with the beneficiary, and never in the audit log"""

BeneficiaryConfirmationConfirmedWithWay: TypeAlias = 'Literal["telephone", "video_call", "in_person", "message"]'

class BeneficiaryRequest(TypedDict):
    label: NotRequired[str]
    """Your own name for this payee; no partner sees it"""
    name: str
    type: NotRequired[BeneficiaryType]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `bankAccount.country`"""
    bankAccount: BankAccount
    address: NotRequired[PostalAddress]
    dateOfBirth: NotRequired[str]
    """Of a person: evidence for and against a listed name. Also taken: a timestamp, for its day as written"""
    identifiers: NotRequired[list[PartyIdentifier]]
    """Numbers of documents and registrations: evidence for a listed name"""

BeneficiaryType: TypeAlias = 'Literal["individual", "company"]'

class BillOfLadingData(TypedDict):
    blNumber: str
    shipper: Party
    consignee: NotRequired[Party]
    toOrder: NotRequired[BillOfLadingDataToOrder]
    notifyParty: NotRequired[Party]
    portOfLoading: str
    portOfDischarge: str
    vessel: str
    voyage: str
    goods: list[BillOfLadingDataGood]
    issueDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    carrier: NotRequired[BillOfLadingDataCarrier]
    containers: NotRequired[list[BillOfLadingDataContainer]]
    placeOfReceipt: NotRequired[str]
    placeOfDelivery: NotRequired[str]
    hsCode: NotRequired[str]
    """HS code as a string of digits"""
    measurement: NotRequired[Measurement]
    freight: NotRequired[BillOfLadingDataFreight]
    originals: NotRequired[int]
    shippedOnBoardDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    clauses: NotRequired[list[str]]
    draft: NotRequired[bool]
    issuedAt: NotRequired[str]
    signatory: NotRequired[CommercialInvoiceDataSignatory]
    notes: NotRequired[str]
    locale: NotRequired[CommercialInvoiceDataLocale]

class BillOfLadingDataCarrier(TypedDict):
    name: str
    address: NotRequired[str]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    taxId: NotRequired[str]
    eori: NotRequired[str]
    contact: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]

class BillOfLadingDataContainer(TypedDict):
    number: str
    seals: NotRequired[BillOfLadingDataContainersSeals]
    type: NotRequired[str]

BillOfLadingDataContainersSeals: TypeAlias = 'str | list[str]'

BillOfLadingDataFreight: TypeAlias = 'Literal["prepaid", "collect"]'

class BillOfLadingDataGood(TypedDict):
    description: str
    packages: CertificateOfOriginDataItemsPackages
    grossWeight: Weight
    hsCode: NotRequired[str]
    """HS code as a string of digits"""
    measurement: NotRequired[Measurement]
    marks: NotRequired[str]

BillOfLadingDataToOrder: TypeAlias = 'bool | str'

class BillOfLadingRequest(TypedDict):
    type: Literal["bill_of_lading"]
    shipmentId: NotRequired[str]
    instructionId: NotRequired[str]
    data: BillOfLadingData

class Branding(TypedDict):
    accentColor: str | None
    logo: BrandingLogo | None
    """The logo as it is printed: re-encoded, in base64, with its size in pixels"""
    invoiceFormat: BrandingRequestInvoiceFormat
    """`factur-x`: commercial invoices carry their data as XML, by the profile EN 16931 of Factur-X"""
    updatedAt: str | None
    """null where nothing was ever set"""

class BrandingLogo(TypedDict):
    mediaType: Literal["image/png"]
    data: str
    width: int
    height: int

class BrandingRequest(TypedDict):
    accentColor: NotRequired[str]
    """Colour of titles and rules, as #rrggbb"""
    logo: NotRequired[BrandingRequestLogo]
    invoiceFormat: NotRequired[BrandingRequestInvoiceFormat]
    """`factur-x`: commercial invoices carry their data as XML, by the profile EN 16931 of Factur-X"""

BrandingRequestInvoiceFormat: TypeAlias = 'Literal["pdf", "factur-x"]'

class BrandingRequestLogo(TypedDict):
    mediaType: BrandingRequestLogoMediaType
    data: str
    """The file in base64, at most 65536 bytes"""

BrandingRequestLogoMediaType: TypeAlias = 'Literal["image/png", "image/svg+xml"]'

class BulkDecision(TypedDict):
    bulkDecisionId: str
    decision: BulkDecisionRequestDecision
    reason: str
    filter: BulkDecisionFilterShown
    status: BulkDecisionStatus
    """prepared: nothing is decided before it is started"""
    preparedBy: str
    decidedBy: str | None
    """Who started it, and decides"""
    createdAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    startedAt: str | None
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    finishedAt: str | None
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    stoppedBecause: str | None
    hasMore: bool
    """Whether more payments have this in common than the 10000 oldest, which it is about"""
    counts: BulkDecisionCounts
    amounts: list[BulkDecisionAmount]
    """Sums of all its payments, in major units"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class BulkDecisionAmount(TypedDict):
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    payments: int
    amount: float

class BulkDecisionCounts(TypedDict):
    total: int
    waiting: int
    decided: int
    proposed: int
    """Releases that wait for a second person"""
    refused: int
    """Payments that the decision did not fit any more"""
    skipped: int
    """Payments that waited when it was stopped"""

class BulkDecisionFilter(TypedDict):
    waiting: BulkDecisionFilterWaiting
    """As in the list of payments that wait"""
    environment: NotRequired[PublishEventRequestEnvironment]
    partner: NotRequired[str]
    """Id of the partner"""
    listEntry: NotRequired[str]
    """Of holds: an entry of a watch list that the newest screening found"""

class BulkDecisionFilterShown(TypedDict):
    waiting: BulkDecisionFilterWaiting
    environment: PublishEventRequestEnvironment | None
    partner: str | None
    listEntry: str | None

BulkDecisionFilterWaiting: TypeAlias = 'Literal["person", "in_doubt", "contradiction", "compliance_review", "approval", "conditions", "value_date", "beneficiary_changed", "bank_rules", "payee_check", "partner_outage", "partner_busy", "partner_refusing", "partner_slow", "blocked", "engine_busy", "engine_outage"]'

class BulkDecisionPayment(TypedDict):
    instructionId: str
    state: BulkDecisionPaymentState
    fault: str | None
    """Why it was refused"""

BulkDecisionPaymentState: TypeAlias = 'Literal["waiting", "decided", "proposed", "refused", "skipped"]'

class BulkDecisionRequest(TypedDict):
    decision: BulkDecisionRequestDecision
    """release, reject: of holds; try_now: send or ask at once; give_up: no partner has them, and they are not tried again"""
    reason: str
    """Kept in the audit log of each payment"""
    filter: BulkDecisionFilter

BulkDecisionRequestDecision: TypeAlias = 'Literal["release", "reject", "try_now", "give_up"]'

BulkDecisionStatus: TypeAlias = 'Literal["prepared", "running", "completed", "stopped"]'

class BuyerEventObject(TypedDict):
    id: str

class BuyerMatchedNotification(TypedDict):
    id: str
    type: Literal["buyer.matched"]
    created_at: str
    data: BuyerMatchedNotificationData

class BuyerMatchedNotificationData(TypedDict):
    object: BuyerEventObject

class CalculateLandedCostAnswer(TypedDict):
    success: bool
    data: CalculateLandedCostAnswerData

CalculateLandedCostAnswerData: TypeAlias = 'LandedCost | LandedCostOfItems'

class CalculateTariffAnswer(TypedDict):
    success: bool
    data: TariffCalculation

class Calendar(TypedDict):
    id: str
    weekend: list[int]
    """ISO 8601 days of the week: 1 is Monday, 7 Sunday"""
    rule: CalendarRule | None
    """How closing days follow from the year"""
    source: str
    year: int
    holidaysKnown: bool
    """True: days of a payment system or central bank. False: a guess, of which the `source` of each day is the author"""
    holidays: list[CalendarHoliday]
    openedDays: list[CalendarHoliday]
    """Days that are open despite list, rule or weekend: working weekends, and days that the operator opened"""

class CalendarHoliday(TypedDict):
    date: str
    name: str
    source: str

CalendarRule: TypeAlias = 'Literal["target", "federal_reserve", "chaps", "rits", "riksbank", "norges_bank", "danmarks_nationalbank", "elixir", "lynx", "sic", "esas", "bank_of_japan"]'

class CancelPaymentInstructionAnswer(TypedDict):
    success: bool
    data: CancellationAnswer

class CancelPaymentInstructionRequest(TypedDict):
    reason: NotRequired[str]

class Cancellation(TypedDict):
    status: CancellationStatus
    reason: str | None
    requestedAt: str

class CancellationAnswer(TypedDict):
    instructionId: str
    status: PaymentStatus
    cancellation: Cancellation

CancellationStatus: TypeAlias = 'Literal["requested", "cancelled", "refused"]'

class CertificateOfOriginData(TypedDict):
    certificateNumber: str
    exporter: Party
    consignee: Party
    originCountry: str
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    items: list[CertificateOfOriginDataItem]
    issueDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    producer: NotRequired[Party]
    transport: NotRequired[Transport]
    agreement: NotRequired[str]
    originCriterion: NotRequired[str]
    invoiceRef: NotRequired[str]
    issuingBody: NotRequired[str]
    declaration: NotRequired[str]
    signatory: NotRequired[CommercialInvoiceDataSignatory]
    notes: NotRequired[str]
    locale: NotRequired[CommercialInvoiceDataLocale]

class CertificateOfOriginDataItem(TypedDict):
    itemNumber: CertificateOfOriginDataItemsItemNumber
    marks: str
    packages: CertificateOfOriginDataItemsPackages
    description: str
    hsCode: str
    """HS code as a string of digits"""
    grossWeight: NotRequired[Weight]
    quantity: NotRequired[float]
    unit: NotRequired[str]
    originCriterion: NotRequired[str]
    invoiceRef: NotRequired[str]

CertificateOfOriginDataItemsItemNumber: TypeAlias = 'int | str'

CertificateOfOriginDataItemsPackages: TypeAlias = 'str | int'

class CertificateOfOriginRequest(TypedDict):
    type: Literal["certificate_of_origin"]
    shipmentId: NotRequired[str]
    instructionId: NotRequired[str]
    data: CertificateOfOriginData

class ChangedPartner(TypedDict):
    id: str
    name: str
    adapter: str
    url: str | None
    environment: PublishEventRequestEnvironment
    authMode: PartnerCreateAuthMode
    createdAt: str
    disabledAt: str | None
    health: PartnerHealth
    droppedCredentials: NotRequired[list[str]]
    """Names of the credentials that were given for its former address and are dropped; set them again for the new one"""

class ClassificationEventObject(TypedDict):
    code: str
    description: str
    """The product in the words of the request"""
    candidates: list[ClassificationEventObjectCandidate]

class ClassificationEventObjectCandidate(TypedDict):
    code: str
    description: str
    confidence: float

class ClassifyProductAnswer(TypedDict):
    success: bool
    data: HsCodeClassification

class Clearance(TypedDict):
    clearanceId: str
    account: WaitingPaymentAccount
    environment: PublishEventRequestEnvironment
    scope: RememberScope
    payee: str | None
    """Name; null once the payment was erased"""
    instructionId: str
    """The payment whose release is remembered"""
    entries: list[ClearanceEntry]
    state: ClearanceState
    reason: str
    createdBy: str
    createdAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    until: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    revokedAt: str | None
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    revokedBy: str | None

class ClearanceEntry(TypedDict):
    list: str
    listEntry: str

ClearanceState: TypeAlias = 'Literal["in_force", "expired", "revoked"]'

class ClearingCode(TypedDict):
    scheme: ClearingCodeScheme
    """Clearing system, by its code in ISO 20022"""
    code: str
    """Code of the bank or branch; the requirements of a country say how it is made"""

ClearingCodeScheme: TypeAlias = 'Literal["USABA", "GBDSC", "AUBSB", "INFSC", "CACPA", "CNAPS", "NZNCC", "ZANCC", "HKNCC", "SGIBG", "JPZGN", "CHBCC", "DEBLZ"]'

class ClearingSystem(TypedDict):
    scheme: ClearingCodeScheme
    name: str
    pattern: str
    """Regular expression that the code matches"""
    rule: str

class ColumnTwoRate(TypedDict):
    rate: float
    """Percent: 6.5 means 6.5 %"""
    duty: float
    vat: float | None
    """Percent: 6.5 means 6.5 %"""
    vatAmount: float | None
    totalDuties: float | None
    effectiveRate: float | None
    """Percent: 6.5 means 6.5 %"""
    applies: bool
    dutyExpression: str | None

class CommercialInvoiceData(TypedDict):
    invoiceNumber: str
    invoiceDate: str
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    seller: InvoiceParty
    buyer: InvoiceParty
    items: list[CommercialInvoiceDataItem]
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    paymentTerms: str
    consignee: NotRequired[Party]
    incoterm: NotRequired[Incoterm]
    transport: NotRequired[Transport]
    originCountry: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    charges: NotRequired[list[CommercialInvoiceDataCharge]]
    taxes: NotRequired[list[CommercialInvoiceDataTax]]
    subtotal: NotRequired[float]
    taxTotal: NotRequired[float]
    grandTotal: NotRequired[float]
    buyerReference: NotRequired[str]
    poNumber: NotRequired[str]
    lcNumber: NotRequired[str]
    marks: NotRequired[str]
    packages: NotRequired[CommercialInvoiceDataPackages]
    weights: NotRequired[Weights]
    declaration: NotRequired[str]
    bankDetails: NotRequired[CommercialInvoiceDataBankDetails]
    signatory: NotRequired[CommercialInvoiceDataSignatory]
    notes: NotRequired[str]
    locale: NotRequired[CommercialInvoiceDataLocale]
    dueDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    deliveryDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""

class CommercialInvoiceDataBankDetails(TypedDict):
    accountName: NotRequired[str]
    accountNumber: NotRequired[str]
    bankName: NotRequired[str]
    swiftBic: NotRequired[str]
    clearing: NotRequired[ClearingCode]
    paymentReference: NotRequired[str]

class CommercialInvoiceDataCharge(TypedDict):
    description: str
    amount: float
    taxCategory: NotRequired[CommercialInvoiceDataItemsTaxCategory]
    """Category of VAT, a code of UNTDID 5305"""
    taxRate: NotRequired[float]
    """Percent: 6.5 means 6.5 %"""

class CommercialInvoiceDataItem(TypedDict):
    description: str
    hsCode: str
    """HS code as a string of digits"""
    quantity: float
    unitPrice: float
    total: float
    unit: NotRequired[str]
    unitCode: NotRequired[str]
    """Code of UN/ECE Recommendation 20"""
    originCountry: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    taxCategory: NotRequired[CommercialInvoiceDataItemsTaxCategory]
    """Category of VAT, a code of UNTDID 5305"""
    taxRate: NotRequired[float]
    """Percent: 6.5 means 6.5 %"""

CommercialInvoiceDataItemsTaxCategory: TypeAlias = 'Literal["S", "Z", "E", "AE", "K", "G", "O"]'

CommercialInvoiceDataLocale: TypeAlias = 'Literal["en", "es", "fr", "zh", "ar"]'

class CommercialInvoiceDataPackages(TypedDict):
    quantity: int
    type: NotRequired[str]

class CommercialInvoiceDataSignatory(TypedDict):
    name: str
    title: NotRequired[str]
    place: NotRequired[str]
    date: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""

class CommercialInvoiceDataTax(TypedDict):
    name: str
    rate: float
    """Percent: 6.5 means 6.5 %"""
    base: NotRequired[float]
    amount: NotRequired[float]
    exemptionReason: NotRequired[str]
    category: NotRequired[CommercialInvoiceDataItemsTaxCategory]
    """Category of VAT, a code of UNTDID 5305"""

class CommercialInvoiceRequest(TypedDict):
    type: Literal["commercial_invoice"]
    shipmentId: NotRequired[str]
    instructionId: NotRequired[str]
    data: CommercialInvoiceData

class CompareTariffsAnswer(TypedDict):
    success: bool
    data: TariffComparison

class ConfirmSettlementAnswer(TypedDict):
    success: bool
    data: SettlementReceipt

class CorridorRule(TypedDict):
    rule: str
    fields: list[str]
    within: str | None
    """Required only if this member is given"""
    message: str
    codes: CorridorRuleCodes | None
    since: str | None
    source: CorridorRuleSource

class CorridorRuleCodes(TypedDict):
    isComplete: bool
    """Whether other codes are refused"""
    list: list[CorridorRuleCodesList]

class CorridorRuleCodesList(TypedDict):
    code: str
    meaning: str
    beneficiaryType: BeneficiaryType | None

class CorridorRuleSource(TypedDict):
    title: str
    url: str

class CountryTariffProfile(TypedDict):
    country: str
    countryName: str
    currency: str | None
    averageTariff: float | None
    """Percent: 6.5 means 6.5 %"""
    vatRate: float | None
    """Percent: 6.5 means 6.5 %"""
    tradeAgreements: list[CountryTariffProfileTradeAgreement]
    customsRequirements: CountryTariffProfileCustomsRequirements
    averageTariffBasis: str | None
    customsRequirementsSource: str | None
    date: str
    coverage: Coverage

class CountryTariffProfileCustomsRequirements(TypedDict):
    commercialInvoice: bool | None
    packingList: bool | None
    certificateOfOrigin: bool | None
    billOfLading: bool | None

class CountryTariffProfileTradeAgreement(TypedDict):
    name: str
    members: list[str]
    effectiveDate: str
    status: str
    title: str
    accessions: list[CountryTariffProfileTradeAgreementsAccession]
    source: str

class CountryTariffProfileTradeAgreementsAccession(TypedDict):
    country: str
    date: str

class Coverage(TypedDict):
    complete: bool
    missing: list[str]
    """What is not known here, in words"""
    sources: list[Provenance]
    excluded: list[str]
    """What answers of this kind leave out"""

class CreateBeneficiaryAnswer(TypedDict):
    success: bool
    data: SavedBeneficiary

class CreatePaymentBatchAnswer(TypedDict):
    success: bool
    data: PaymentBatch

class CreatePaymentBatchRequest(TypedDict):
    name: NotRequired[str]
    """For people; shown in lists"""
    mode: PaymentBatchMode
    """`all_or_nothing`: any fault refuses the whole batch; `valid_only`: rows at fault are refused alone"""
    purpose: NotRequired[CreatePaymentBatchRequestPurpose2]
    """Purpose of the rows without their own: as in a creation, or its code alone"""
    valueDate: NotRequired[str]
    """Value date of the rows without their own"""
    debtor: NotRequired[CreatePaymentBatchRequestDebtor]
    """Debtor of the rows without their own, as in a creation"""
    items: list[PaymentInstructionRequest]
    """Payments, each as the body of a creation; at most 1000"""

class CreatePaymentBatchRequest2(TypedDict):
    file: str
    """The file as it is"""

class CreatePaymentBatchRequestDebtor(TypedDict):
    pass

class CreatePaymentBatchRequestPurpose(TypedDict):
    code: str

CreatePaymentBatchRequestPurpose2: TypeAlias = 'str | CreatePaymentBatchRequestPurpose'

class CreatePaymentInstructionAnswer(TypedDict):
    success: bool
    data: CreatedPaymentInstruction

class CreatedPartner(TypedDict):
    id: str
    name: str
    adapter: str
    url: str | None
    environment: PublishEventRequestEnvironment
    authMode: PartnerCreateAuthMode
    createdAt: str
    disabledAt: str | None
    health: PartnerHealth
    key: NotRequired[str]
    """Shown once; absent from answers to repeats"""
    secret: NotRequired[str]
    """Signs its calls and ours; shown once"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class CreatedPaymentInstruction(TypedDict):
    instructionId: str
    status: PaymentStatus
    waitingReason: str | None
    """Why it is pending; null when it is not"""
    approval: PaymentApproval | None
    """The approvals of members that it needs; null where none"""
    clientReference: str | None
    submittedAt: str
    settlementDetails: CreatedPaymentInstructionSettlementDetails
    fees: EstimatedFees
    route: JudgedRoute
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    unmet: NotRequired[list[UnmetMember]]
    """What partners ask for and the request lacks; absent where there is nothing"""

class CreatedPaymentInstructionSettlementDetails(TypedDict):
    expectedSettlementDate: str
    settlementTimeline: SettlementTimeline
    partnerName: str
    channel: str
    dateExplanation: list[CreatedPaymentInstructionSettlementDetailsDateExplanation]
    """What moved the expected date, in order"""

class CreatedPaymentInstructionSettlementDetailsDateExplanation(TypedDict):
    reason: CreatedPaymentInstructionSettlementDetailsDateExplanationReason
    date: str
    message: str

CreatedPaymentInstructionSettlementDetailsDateExplanationReason: TypeAlias = 'Literal["cut_off", "weekend", "holiday", "value_date"]'

class CreatedWebhookSubscription(TypedDict):
    id: str
    url: str
    """HTTPS endpoint, or the URL of its queue"""
    destination: NotRequired[CreatedWebhookSubscriptionDestination]
    """Its queue; absent for an HTTPS endpoint"""
    events: list[str]
    description: str
    enabled: bool
    created_at: str
    disabled_reason: str | None
    """Why the service disabled it, or null"""
    header_names: NotRequired[list[str]]
    """Names of its static headers"""
    filter: NotRequired[dict[str, list[CreatedWebhookSubscriptionFilter]]]
    rate_per_second: NotRequired[int]
    ordered: NotRequired[bool]
    labels: NotRequired[dict[str, str]]
    include_amount: NotRequired[bool]
    breaker: NotRequired[bool]
    dropped: NotRequired[list[str]]
    """Only in the answer to a change of the origin of `url`, or of the region of a queue: the secrets that were given for the former one and are dropped, such as `headers.X-Token`; give them again to have them sent to the new one"""
    unreachable: NotRequired[CreatedWebhookSubscriptionUnreachable]
    """Only in the details, while the breaker is open: since when the endpoint is unreachable, how the last attempt failed, and when one delivery may try again"""
    secret: NotRequired[str]
    """Signs every delivery; absent in the answer to a repeat"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class CreatedWebhookSubscriptionDestination(TypedDict):
    type: Literal["sqs"]
    """A queue of Amazon SQS, standard or FIFO"""
    queue_url: str
    region: str
    access_key_id: str

CreatedWebhookSubscriptionFilter: TypeAlias = 'str | float | bool'

class CreatedWebhookSubscriptionUnreachable(TypedDict):
    since: str
    error: str
    probe_at: str

class CustomsFee(TypedDict):
    name: str
    rate: float
    """Percent: 6.5 means 6.5 %"""
    amount: float | None
    atMost: float | None
    """The most that it can be; null where nothing bounds it"""
    applies: bool | None
    basis: str
    source: str

class Debtor(TypedDict):
    name: str
    country: str
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""
    address: NotRequired[PostalAddress]

class DecidePayeeCheckAnswer(TypedDict):
    success: bool
    data: DecidedPayeeCheck

class DecidedPayeeCheck(TypedDict):
    instructionId: str
    payeeCheck: PayeeCheck

class Delivery(TypedDict):
    id: str
    event_id: str
    event: str
    webhook_id: str
    status: DeliveryStatus
    attempts: list[DeliveryAttempt]
    next_attempt_at: str | None
    waits_for: NotRequired[DeliveryWaitsFor4]
    """Why its attempt is delayed; absent if it is not"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class DeliveryAttempt(TypedDict):
    number: float
    at: str
    status_code: float | None
    duration_ms: float | None
    error: str | None
    response_headers: dict[str, str] | None
    """Of the answer, by their names in lower case, 1 KiB at most, without cookies; null without an answer"""
    response_excerpt: str | None

class DeliveryFailedEventObject(TypedDict):
    delivery_id: str
    webhook_id: str
    event_id: str
    event: str
    """Name of the event that was to be delivered"""
    attempts: int
    """Attempts made so far"""
    status_code: int | None
    """Answer to the last one; null when none came"""
    error: str | None

class DeliveryFailedNotification(TypedDict):
    id: str
    type: Literal["delivery.failed"]
    created_at: str
    data: DeliveryFailedNotificationData

class DeliveryFailedNotificationData(TypedDict):
    object: DeliveryFailedEventObject

DeliveryStatus: TypeAlias = 'Literal["pending", "delivering", "delivered", "failed", "paused", "cancelled"]'

class DeliveryWaitsFor(TypedDict):
    reason: Literal["order"]
    delivery_id: str
    """Delivery of an earlier event of the same subject"""

class DeliveryWaitsFor2(TypedDict):
    reason: Literal["rate"]
    until: str

class DeliveryWaitsFor3(TypedDict):
    reason: Literal["unreachable"]
    since: str
    """Since when the endpoint cannot be reached"""
    probe_at: str
    """When the next probe is due; all deliveries continue when it answers"""

DeliveryWaitsFor4: TypeAlias = 'DeliveryWaitsFor | DeliveryWaitsFor2 | DeliveryWaitsFor3'

class Document(TypedDict):
    documentId: str
    type: PaymentConditionDocumentType
    status: DocumentStatus
    number: str
    shipmentId: str | None
    instructionId: str | None
    createdAt: str
    downloadUrl: str | None
    expiresAt: str
    format: Literal["pdf"]
    size: int | None
    """Bytes of the file"""
    pages: int | None
    sha256: str | None
    failureReason: str | None
    warnings: list[DocumentWarning]
    erasedAt: str | None
    """When its file and data were erased on request"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class DocumentEventObject(TypedDict):
    documentId: str
    type: PaymentConditionDocumentType
    status: DocumentEventObjectStatus
    shipmentId: str | None
    format: Literal["pdf"]
    size: int | None
    """Bytes; null when there is no file"""

DocumentEventObjectStatus: TypeAlias = 'Literal["generated", "failed"]'

class DocumentFailedNotification(TypedDict):
    id: str
    type: Literal["document.failed"]
    created_at: str
    data: DocumentGeneratedNotificationData

class DocumentGeneratedNotification(TypedDict):
    id: str
    type: Literal["document.generated"]
    created_at: str
    data: DocumentGeneratedNotificationData

class DocumentGeneratedNotificationData(TypedDict):
    object: DocumentEventObject

class DocumentPage(TypedDict):
    items: list[Document]
    nextCursor: str | None

DocumentRequest: TypeAlias = 'CommercialInvoiceRequest | PackingListRequest | CertificateOfOriginRequest | BillOfLadingRequest | ProformaInvoiceRequest'

DocumentStatus: TypeAlias = 'Literal["generating", "generated", "failed"]'

class DocumentWarning(TypedDict):
    field: str
    code: str
    message: str

class Drill(TypedDict):
    id: str
    webhook_id: str
    status: DrillStatus
    """cancelled: the subscription was deleted, or the drill did not end within an hour"""
    verdict: DrillVerdict | None
    """null until it is completed"""
    results: list[DrillResult]
    created_at: str
    finished_at: str | None
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class DrillRequest(TypedDict):
    webhook_id: str
    """Subscription of the test side"""

class DrillResult(TypedDict):
    scenario: DrillResultScenario
    title: str
    """What is expected of the receiver"""
    outcome: DrillResultOutcome
    """warned: it departs from advice, which fails nothing; skipped: it was not played"""
    fault: str | None
    """Name of the fault, such as duplicate_refused"""
    message: str | None
    advice: str | None
    deliveries: list[DrillResultDelivery]

DrillResultDeliveriesExpected: TypeAlias = 'Literal["accepted", "refused", "either"]'

class DrillResultDelivery(TypedDict):
    event_id: str
    type: str
    sent: str
    """What was sent, in words"""
    expected: DrillResultDeliveriesExpected
    """accepted: 200 within 5 s; refused: no 2xx; either: only helps to judge the others"""
    as_expected: bool
    at: str
    status_code: int | None
    duration_ms: int
    error: str | None
    response_excerpt: str | None

DrillResultOutcome: TypeAlias = 'Literal["passed", "warned", "failed", "skipped"]'

DrillResultScenario: TypeAlias = 'Literal["takes_delivery", "wrong_signature", "stale_timestamp", "duplicate", "disorder", "late_retry", "rotation", "large_payload", "unknown_type", "outage"]'

DrillStatus: TypeAlias = 'Literal["running", "completed", "cancelled"]'

DrillVerdict: TypeAlias = 'Literal["passed", "failed"]'

class EarlierCredentials(TypedDict):
    what: EarlierCredentialsWhat
    """All keys, or all signing secrets, but the newest"""

EarlierCredentialsWhat: TypeAlias = 'Literal["key", "secret"]'

class EndedPartnerCredentials(TypedDict):
    partnerId: str
    ended: int

ErrorCode: TypeAlias = 'Literal["INVALID_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "DUPLICATE", "INVALID_TRANSITION", "CONFLICTING_REPORT", "CANCELLATION_NOT_ALLOWED", "QUOTE_CHANGED", "IN_PROGRESS", "GONE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "RANGE_NOT_SATISFIABLE", "COMPLIANCE_BLOCK", "TARIFF_DATA_UNAVAILABLE", "SAME_TERRITORY", "RATE_LIMIT", "INTERNAL", "UNAVAILABLE", "rate_limit_exceeded"]'

class ErrorDetail(TypedDict):
    code: ErrorCode
    message: str
    requestId: str
    doc_url: str
    """Page that explains the code and the remedy"""
    details: NotRequired[list[FieldFault]]
    """All faults at once"""
    retry_after: NotRequired[int]
    """Seconds to wait; on 429 and 503"""
    instructionId: NotRequired[str]
    """Instruction that has this reference; on DUPLICATE"""
    mayHaveMade: NotRequired[str]
    """Id of what the request may have made although its end is not known; on UNAVAILABLE"""
    batchId: NotRequired[str]
    """Batch that has this message of a bank; on DUPLICATE"""
    deliveryId: NotRequired[str]
    """Open delivery; on DUPLICATE"""
    dutyExpression: NotRequired[str | None]
    """Text of the schedule; on TARIFF_DATA_UNAVAILABLE"""
    current: NotRequired[str]
    """Current status; on INVALID_TRANSITION"""
    allowed: NotRequired[list[str]]
    """Statuses or decisions that are allowed now"""

class EstimatedFees(TypedDict):
    estimated: float
    currency: str
    breakdown: list[FeeItem]

class Event(TypedDict):
    id: str
    type: str
    created_at: str
    data: dict[str, Any]
    event: NotRequired[str]
    """Of the status of a payment: `payment.status_changed`"""
    timestamp: NotRequired[str]
    """Of the status of a payment: the same as `created_at`"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class EventWithDeliveries(TypedDict):
    id: str
    type: str
    created_at: str
    data: dict[str, Any]
    event: NotRequired[str]
    """Of the status of a payment: `payment.status_changed`"""
    timestamp: NotRequired[str]
    """Of the status of a payment: the same as `created_at`"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    deliveries: list[EventWithDeliveriesDelivery]

class EventWithDeliveriesDelivery(TypedDict):
    id: str
    webhook_id: str
    status: DeliveryStatus

class FeeItem(TypedDict):
    type: str
    amount: float

class FieldFault(TypedDict):
    field: str
    """Path of the field, such as `beneficiary.bankAccount.swiftBic`"""
    code: str
    message: str

class FindingDecision(TypedDict):
    status: FindingDecisionStatus
    """accepted: the values differ rightly; resolved: it is seen to; open: neither"""
    reason: NotRequired[str]

FindingDecisionStatus: TypeAlias = 'Literal["open", "accepted", "resolved"]'

class GenerateDocumentAnswer(TypedDict):
    success: bool
    data: Document

class GetCalendarAnswer(TypedDict):
    success: bool
    data: Calendar

class GetCountryTariffProfileAnswer(TypedDict):
    success: bool
    data: CountryTariffProfile

class GetHsCodeAnswer(TypedDict):
    success: bool
    data: HsCodeDetail

class GetHsCodeTariffsAnswer(TypedDict):
    success: bool
    data: HsCodeTariffs

class GetPartnerInstructionAnswer(TypedDict):
    success: bool
    data: GivenInstruction

class GetPaymentInstructionAnswer(TypedDict):
    success: bool
    data: PaymentInstruction

class GetPaymentRequirementsAnswer(TypedDict):
    success: bool
    data: GetPaymentRequirementsAnswerData

class GetPaymentRequirementsAnswerData(TypedDict):
    currency: str
    country: str
    decimals: float
    fields: list[GetPaymentRequirementsAnswerDataField]
    clearing: list[ClearingSystem]
    """Clearing systems whose codes name a bank of the country in place of a BIC"""
    enforced: bool
    """Whether payments of this account that violate a rule are refused"""
    rules: list[CorridorRule]
    """Rules of the corridor's banks and authorities"""

class GetPaymentRequirementsAnswerDataField(TypedDict):
    field: str
    required: bool
    rule: str

class GetPaymentTransitionsAnswer(TypedDict):
    success: bool
    data: GetPaymentTransitionsAnswerData

class GetPaymentTransitionsAnswerData(TypedDict):
    statuses: list[str]
    dispositions: dict[str, str]
    transitions: dict[str, dict[str, str]]

class GetRateLimitAnswer(TypedDict):
    limit: int
    """Capacity of the bucket."""
    remaining: int
    """Requests available now."""
    reset: int
    """Unix seconds at which the bucket is full again."""
    period: AccountLimitsPeriod
    """Time in which the bucket fills."""

class GivenApproval(TypedDict):
    member: str
    """Email address of the member"""
    at: str
    comment: str | None

class GivenInstruction(TypedDict):
    instructionId: str
    status: PaymentStatus
    """The payment's status; `failed` once it went on to another route"""
    attempt: int
    """The last attempt that was handed to the partner"""
    givenAt: str
    """When that attempt was first sent"""
    amount: float
    currency: str
    partnerReference: str | None
    bankReference: str | None
    settledAt: str | None
    cancellation: GivenInstructionSummaryCancellation | None
    """Whether the client wants it cancelled; null where it does not"""
    payeeDecision: PaymentPayeeCheckedEventObjectDecision | None
    """What the client says of a payee's name that does not match; null where no decision is needed"""
    order: PartnerOrder | None
    """What was submitted; null once the payment was erased"""
    reports: list[PartnerReport]
    """What the partner reported on it, the last 100, oldest first"""
    settlement: Settlement | None
    reconciliation: Reconciliation | None

class GivenInstructionPage(TypedDict):
    items: list[GivenInstructionSummary]
    nextCursor: str | None

class GivenInstructionSummary(TypedDict):
    instructionId: str
    status: PaymentStatus
    """The payment's status; `failed` once it went on to another route"""
    attempt: int
    """The last attempt that was handed to the partner"""
    givenAt: str
    """When that attempt was first sent"""
    amount: float
    currency: str
    partnerReference: str | None
    bankReference: str | None
    settledAt: str | None
    cancellation: GivenInstructionSummaryCancellation | None
    """Whether the client wants it cancelled; null where it does not"""
    payeeDecision: PaymentPayeeCheckedEventObjectDecision | None
    """What the client says of a payee's name that does not match; null where no decision is needed"""
    order: PartnerOrder | None
    """What was submitted; null once the payment was erased"""

class GivenInstructionSummaryCancellation(TypedDict):
    status: CancellationStatus
    requestedAt: str

class HolidayRequest(TypedDict):
    name: str
    """What clients read in the explanation of a date"""
    reason: NotRequired[str]
    """Kept in the audit log; not for clients"""

class HsCodeClassification(TypedDict):
    code: str | None
    candidates: list[ClassificationEventObjectCandidate]
    coverage: Coverage

class HsCodeClassifiedNotification(TypedDict):
    id: str
    type: Literal["hs_code.classified"]
    created_at: str
    data: HsCodeClassifiedNotificationData

class HsCodeClassifiedNotificationData(TypedDict):
    object: ClassificationEventObject

class HsCodeClassifyRequest(TypedDict):
    description: str
    limit: NotRequired[int]
    """Also taken: more than 100, for 100"""

class HsCodeDetail(TypedDict):
    code: str
    description: str
    chapter: str
    chapterName: str
    section: str
    sectionName: str
    tradeData: HsCodeDetailTradeData
    requestedCode: str
    fullDescription: str
    parents: list[HsCodeDetailParent]
    children: list[HsCodeDetailParent]
    names: list[str]
    replacedBy: HsCodeDetailReplacedBy | None
    tradeYear: int | None
    coverage: Coverage

class HsCodeDetailParent(TypedDict):
    code: str
    description: str

class HsCodeDetailReplacedBy(TypedDict):
    codes: list[str]
    edition: str
    formerEdition: str
    source: str

class HsCodeDetailTradeData(TypedDict):
    globalExports: float | None
    globalImports: float | None
    topExporters: list[str]
    topImporters: list[str]

class HsCodeSearchAnswer(TypedDict):
    results: list[HsCodeSearchAnswerResult]
    total: int
    tooGeneral: bool
    interpretedAs: list[HsCodeSearchAnswerInterpretedAs]
    unknownWords: list[str]
    """Words of the query of which nothing is known; their spelling is guessed at (`interpretedAs`) or ignored"""
    ask: list[HsCodeSearchAnswerAsk]
    """What would decide between results that fit alike; empty where one leads clearly"""
    coverage: Coverage

class HsCodeSearchAnswerAsk(TypedDict):
    question: str
    options: list[HsCodeSearchAnswerAskOption]

class HsCodeSearchAnswerAskOption(TypedDict):
    answer: str
    codes: list[str]

HsCodeSearchAnswerInterpretedAs = TypedDict(
    "HsCodeSearchAnswerInterpretedAs",
    {
        "word": 'str',
        "as": 'list[str]',
    },
)

class HsCodeSearchAnswerResult(TypedDict):
    code: str
    description: str
    fullDescription: NotRequired[str]
    chapter: str
    chapterName: NotRequired[str]
    score: float
    matchedOn: list[HsCodeSearchAnswerResultsMatchedOn]

HsCodeSearchAnswerResultsMatchedOn = TypedDict(
    "HsCodeSearchAnswerResultsMatchedOn",
    {
        "word": 'str',
        "in": 'list[str]',
    },
)

class HsCodeSearchRequest(TypedDict):
    query: str
    limit: NotRequired[int]
    """Also taken: more than 100, for 100"""

class HsCodeTariffs(TypedDict):
    hsCode: str
    tariffs: list[HsCodeTariffsTariff]
    matchedCode: str
    date: str
    coverage: Coverage

class HsCodeTariffsTariff(TypedDict):
    country: str
    countryName: str
    mfnRate: float | None
    preferentialRates: NotRequired[dict[str, float]]
    unit: Literal["%"]
    dutyExpression: str | None
    rateBasis: HsCodeTariffsTariffsRateBasis
    estimate: bool
    """Whether the rate is a published average and no rate of the schedule"""
    rateRange: HsCodeTariffsTariffsRateRange | None
    lines: float
    nonAdValoremLines: float
    lineCode: str | None
    requires: list[Literal["weight"]]
    """Fields that a calculation cannot do without"""
    requiredUnits: list[HsCodeTariffsTariffsRequiredUnit]
    """Units in which the duty counts"""
    quantityUnits: str | None
    """Statistical units of the line, verbatim"""
    columnTwoRate: float | None
    """Percent without most favoured nation treatment"""
    columnTwoExpression: str | None
    edition: str
    validFrom: str | None

HsCodeTariffsTariffsRateBasis: TypeAlias = 'Literal["line", "parent_line", "equal_lines", "average_of_lines", "different_lines", "previous_edition", "later_edition", "customs_union", "average_hs6", "average_heading", "average_chapter"]'

class HsCodeTariffsTariffsRateRange(TypedDict):
    min: float
    max: float

HsCodeTariffsTariffsRequiredUnit: TypeAlias = 'Literal["kg", "g", "lb", "oz", "t", "l", "item", "pair"]'

class Incoterm(TypedDict):
    code: IncotermCode
    place: str
    version: NotRequired[IncotermVersion]

IncotermCode: TypeAlias = 'Literal["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP", "FAS", "FOB", "CFR", "CIF"]'

IncotermVersion: TypeAlias = 'float | Literal["2020"]'

class InformationAnswer(TypedDict):
    answer: str
    """For the reviewers of the payment"""

class InformationAsked(TypedDict):
    instructionId: str
    informationRequestId: str
    askedBy: str
    askedAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class InformationQuestion(TypedDict):
    question: str
    """The client reads it as written"""

class InformationReceipt(TypedDict):
    instructionId: str
    informationRequestId: str
    answeredAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

class InformationRequest(TypedDict):
    informationRequestId: str
    status: InformationRequestStatus
    """closed: the review ended without an answer"""
    question: str | None
    """Null once the payment was erased"""
    askedAt: str
    answer: str | None
    """Null before it is given, and once the payment was erased"""
    answeredAt: str | None

InformationRequestStatus: TypeAlias = 'Literal["open", "answered", "closed"]'

class InvoiceParty(TypedDict):
    name: str
    address: str
    country: str
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    taxId: NotRequired[str]
    eori: NotRequired[str]
    contact: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]
    vatId: NotRequired[str]
    registrationId: NotRequired[str]
    """Number in a register of companies"""

class JudgedCondition(TypedDict):
    type: PaymentConditionType
    shipmentId: NotRequired[str]
    status: NotRequired[ShipmentStatus]
    documentType: NotRequired[str]
    documentId: NotRequired[str]
    sha256: NotRequired[str]
    severity: NotRequired[PaymentConditionSeverity]
    instructionId: NotRequired[str]
    at: NotRequired[str]
    met: bool
    metAt: str | None
    """Since when it is met"""
    because: JudgedConditionBecause
    """Why it is met, or is not"""

JudgedConditionBecause: TypeAlias = 'Literal["status_reached", "status_not_reached", "shipment_deleted", "document_present", "document_missing", "no_open_finding", "finding_open", "payment_proved", "payment_not_proved", "moment_reached", "moment_not_reached", "not_compared"]'

class JudgedRoute(TypedDict):
    routeId: str
    partnerName: str
    channel: str
    reasons: list[Reason]

class LandedCost(TypedDict):
    hsCode: str
    origin: str
    value: float
    customsValue: LandedCostCustomsValue
    lines: list[LandedCostLine]
    total: float | None
    """Null while anything is open: a line, a relief, a duty that is not loaded"""
    atLeast: float
    """In the currency of the request"""
    atMost: float | None
    """Null where nothing bounds the total, as where trade remedies or excise may be due"""
    because: list[str]
    """What is open; empty where the total is known"""
    totalWithoutRecoverable: float | None
    """In the currency of the request"""
    deMinimis: LandedCostDeMinimis | None
    destination: str
    currency: str
    incoterm: str
    date: str
    coverage: Coverage

LandedCostCustomsValue = TypedDict(
    "LandedCostCustomsValue",
    {
        "amount": 'float',
        "basis": 'LandedCostCustomsValueBasis | None',
        "source": 'str | None',
        "from": 'str | None',
    },
)

LandedCostCustomsValueBasis: TypeAlias = 'Literal["FOB", "CIF"]'

class LandedCostDeMinimis(TypedDict):
    threshold: float | None
    currency: str | None
    dutyWaived: bool | None
    source: str | None

class LandedCostItem(TypedDict):
    hsCode: str
    origin: str
    value: float
    customsValue: LandedCostCustomsValue
    lines: list[LandedCostLine]
    total: float | None
    """Null while anything is open: a line, a relief, a duty that is not loaded"""
    atLeast: float
    """In the currency of the request"""
    atMost: float | None
    """Null where nothing bounds the total, as where trade remedies or excise may be due"""
    because: list[str]
    """What is open; empty where the total is known"""
    totalWithoutRecoverable: float | None
    """In the currency of the request"""
    deMinimis: LandedCostDeMinimis | None

LandedCostLine = TypedDict(
    "LandedCostLine",
    {
        "name": 'str',
        "amount": 'float | None',
        "rate": 'float | None',
        "basis": 'str',
        "recoverable": 'bool',
        "source": 'str',
        "from": 'str | None',
    },
)

class LandedCostOfItems(TypedDict):
    destination: str
    currency: str
    incoterm: str
    date: str
    coverage: Coverage
    shareBy: LandedCostRequestShareBy
    items: list[LandedCostItem]
    total: float | None
    """Null while anything is open: a line, a relief, a duty that is not loaded"""
    atLeast: float
    """In the currency of the request"""
    atMost: float | None
    """Null where nothing bounds the total, as where trade remedies or excise may be due"""
    because: list[str]
    """What is open; empty where the total is known"""
    totalWithoutRecoverable: float | None
    """In the currency of the request"""

class LandedCostOfShipment(TypedDict):
    currency: str
    date: str
    total: float | None
    """Null while anything is open"""
    at_least: float
    at_most: float | None
    because: list[str]
    """What is open"""
    lines: list[LandedCostOfShipmentLine]

class LandedCostOfShipmentLine(TypedDict):
    name: str
    amount: float | None
    rate: float | None

class LandedCostRequest(TypedDict):
    hsCode: NotRequired[str]
    """HS code, 4 to 10 digits; required without `items`. Also taken: blanks"""
    origin: NotRequired[str]
    """Required without `items`; else that of items that name none. Also taken: small letters"""
    value: NotRequired[float]
    """What is paid for the goods, > 0; required without `items`"""
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    date: NotRequired[str]
    """Day of import; today where absent. Also taken: a timestamp, for its day as written"""
    destination: str
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""
    weight: NotRequired[float]
    """Quantity in `unit`. Also taken: 0, for absence"""
    unit: NotRequired[str]
    """Unit of `weight`; kg where absent. A duty counts in kg, g, lb, oz, t, l, item, pair; another unit is a fault where a duty needs one of these. Also taken: capital letters and usual names, such as `KGS`, `pcs`, `ton`"""
    freight: NotRequired[float]
    """International freight in the currency"""
    insurance: NotRequired[float]
    """Insurance of the transport in the currency"""
    incoterm: NotRequired[TariffComparisonRequestIncoterm]
    """What `value` covers; FOB where absent"""
    transport: NotRequired[TariffCalculationRequestTransport]
    """How the goods travel; a fee of harbours depends on it"""
    distanceSale: NotRequired[bool]
    """Whether a business sells the goods to a consumer and sends them. It decides whether the European Union charges its duty of each item on a consignment of up to 150 EUR; where absent, the bounds cover both"""
    claimPreference: NotRequired[bool]
    """Whether the best preference that applies is claimed"""
    items: NotRequired[list[LandedCostRequestItem]]
    """Goods of one consignment, in place of `hsCode`, `value`, `weight` and `unit`"""
    shareBy: NotRequired[LandedCostRequestShareBy]
    """How freight, insurance and fees are shared among `items`; by value where absent"""

class LandedCostRequestItem(TypedDict):
    hsCode: str
    """HS code, 4 to 10 digits. Also taken: blanks"""
    origin: NotRequired[str]
    """That of the request where absent. Also taken: small letters"""
    value: float
    """What is paid for the goods, > 0"""
    weight: NotRequired[float]
    """Quantity in `unit`. Also taken: 0, for absence"""
    unit: NotRequired[str]
    """Unit of `weight`; kg where absent. A duty counts in kg, g, lb, oz, t, l, item, pair; another unit is a fault where a duty needs one of these. Also taken: capital letters and usual names, such as `KGS`, `pcs`, `ton`"""

LandedCostRequestShareBy: TypeAlias = 'Literal["value", "weight"]'

class ListBankStatementEntriesAnswer(TypedDict):
    data: list[BankStatementEntry]
    next_cursor: str | None

class ListBankStatementsAnswer(TypedDict):
    data: list[BankStatement]
    next_cursor: str | None

class ListBeneficiariesAnswer(TypedDict):
    success: bool
    data: SavedBeneficiaryPage

class ListBulkDecisionPaymentsAnswer(TypedDict):
    data: list[BulkDecisionPayment]
    next_cursor: str | None

class ListBulkDecisionsAnswer(TypedDict):
    data: list[ListedBulkDecision]
    next_cursor: str | None

class ListCalendarsAnswer(TypedDict):
    data: list[ListedCalendar]
    next_cursor: str | None

class ListClearancesAnswer(TypedDict):
    data: list[Clearance]
    next_cursor: str | None

class ListDocumentsAnswer(TypedDict):
    success: bool
    data: DocumentPage

class ListEventTypesAnswer(TypedDict):
    data: list[ListEventTypesAnswerData]

class ListEventTypesAnswerData(TypedDict):
    name: str
    description: str
    schema: dict[str, Any]
    """JSON Schema of `data` of a payment notification, of `data.object` of every other event"""
    sample: dict[str, Any]

class ListEventsAnswer(TypedDict):
    data: list[Event]
    next_cursor: str | None

class ListPartnerCertificatesAnswer(TypedDict):
    data: list[PartnerCertificate]
    next_cursor: str | None

class ListPartnerInstructionsAnswer(TypedDict):
    success: bool
    data: GivenInstructionPage

class ListPartnerReportsAnswer(TypedDict):
    success: bool
    data: ReportLogPage

class ListPartnerSettlementsAnswer(TypedDict):
    success: bool
    data: ListPartnerSettlementsAnswerData

class ListPartnerSettlementsAnswerData(TypedDict):
    items: list[OwnSettlementLine]
    nextCursor: str | None
    totals: list[ListPartnerSettlementsAnswerDataTotal]
    """Of the whole day, regardless of page and filters"""

class ListPartnerSettlementsAnswerDataTotal(TypedDict):
    currency: str
    state: OwnSettlementLineState
    count: int
    amount: float

ListPartnerSettlementsFormat: TypeAlias = 'Literal["json", "csv"]'

class ListPartnersAnswer(TypedDict):
    data: list[Partner]
    next_cursor: str | None

class ListPaymentBatchRowsAnswer(TypedDict):
    success: bool
    data: ListPaymentBatchRowsAnswerData

class ListPaymentBatchRowsAnswerData(TypedDict):
    items: list[PaymentBatchRow]
    nextCursor: str | None

class ListPaymentBatchesAnswer(TypedDict):
    success: bool
    data: ListPaymentBatchesAnswerData

class ListPaymentBatchesAnswerData(TypedDict):
    items: list[ListedPaymentBatch]
    nextCursor: str | None

class ListPaymentInstructionsAnswer(TypedDict):
    success: bool
    data: ListPaymentInstructionsAnswerData

class ListPaymentInstructionsAnswerData(TypedDict):
    items: list[ListedPaymentInstruction]
    nextCursor: str | None

class ListPaymentReportsAnswer(TypedDict):
    success: bool
    data: ListPaymentReportsAnswerData

class ListPaymentReportsAnswerData(TypedDict):
    items: list[PartnerReport]
    nextCursor: str | None

class ListPaymentsThatWaitAnswer(TypedDict):
    data: list[WaitingPayment]
    next_cursor: str | None

ListPaymentsThatWaitAssigned: TypeAlias = 'Literal["mine", "unassigned"]'

class ListProposalsAnswer(TypedDict):
    data: list[Proposal]
    next_cursor: str | None

class ListRequestsAnswer(TypedDict):
    data: list[ListedRequest]
    next_cursor: str | None

ListRequestsStatus: TypeAlias = 'Literal["2xx", "3xx", "4xx", "5xx"]'

class ListRoutesAnswer(TypedDict):
    data: list[Route]
    next_cursor: str | None

class ListScreeningsAnswer(TypedDict):
    data: list[ListedScreening]
    next_cursor: str | None

ListScreeningsDecision: TypeAlias = 'Literal["blocked", "review"]'

class ListSettlementsAnswer(TypedDict):
    success: bool
    data: ListSettlementsAnswerData

class ListSettlementsAnswerData(TypedDict):
    items: list[SettlementLine]
    nextCursor: str | None
    totals: list[ListPartnerSettlementsAnswerDataTotal]
    """Of the whole day, regardless of page and filters"""

class ListWebhookDeliveriesAnswer(TypedDict):
    data: list[Delivery]
    next_cursor: str | None

class ListWebhooksAnswer(TypedDict):
    data: list[WebhookSubscription]
    next_cursor: str | None

class ListedBulkDecision(TypedDict):
    bulkDecisionId: str
    decision: BulkDecisionRequestDecision
    reason: str
    filter: BulkDecisionFilterShown
    status: BulkDecisionStatus
    """prepared: nothing is decided before it is started"""
    preparedBy: str
    decidedBy: str | None
    """Who started it, and decides"""
    createdAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    startedAt: str | None
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    finishedAt: str | None
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    stoppedBecause: str | None

class ListedCalendar(TypedDict):
    id: str
    weekend: list[int]
    """ISO 8601 days of the week: 1 is Monday, 7 Sunday"""
    rule: CalendarRule | None
    """How closing days follow from the year"""
    source: str
    knownFrom: str | None
    """First day of which holidays are known (payment system) or listed (country)"""
    knownUntil: str | None
    """The day after the last one of which holidays are known (payment system) or listed (country)"""

class ListedPaymentBatch(TypedDict):
    batchId: str
    name: str | None
    mode: PaymentBatchMode
    status: PaymentBatchStatus
    createdAt: str
    finishedAt: str | None
    counts: BatchCounts

class ListedPaymentInstruction(TypedDict):
    instructionId: str
    status: PaymentStatus
    clientReference: str | None
    amount: float
    currency: str
    submittedAt: str
    lastUpdatedAt: str
    beneficiaryName: str | None
    """The payee's name; null once the payment was erased"""
    others: NotRequired[list[str]]
    """With `clientReference`: the earlier payments that have it, the newest first"""
    settlementDetails: ListedPaymentInstructionSettlementDetails

class ListedPaymentInstructionSettlementDetails(TypedDict):
    expectedSettlementDate: NotRequired[str]
    settledAt: NotRequired[str]
    settlementTimeline: SettlementTimeline
    partnerName: str
    channel: str
    partnerReference: str | None

class ListedRequest(TypedDict):
    id: str
    """Id of the request, as its answer had it in `Request-Id`"""
    at: str
    """When it arrived"""
    method: str
    operation: str
    """Operation id of this document"""
    status: int
    """HTTP status of the answer"""
    duration_ms: int
    """Milliseconds from its arrival to its answer"""
    error: ListedRequestError | None
    """Null: it was not refused"""
    subject: str | None
    """Id of what it made, or of what its path names"""

class ListedRequestError(TypedDict):
    code: str
    field: str | None
    """First field at fault; `*` stands for a name of your own"""
    fault: str | None
    """Code of the fault of that field"""

class ListedScreening(TypedDict):
    screeningId: str
    decision: PaymentPreviewScreeningClass
    screenedAt: str
    algorithm: str
    """Version of the comparison of names"""
    clearanceId: str | None
    """The remembered release that it rests on"""
    parties: list[PaymentScreeningParty]
    """First parties with a match or a blocked country, then clear ones"""
    instructionId: str | None
    """null of a refused creation: there is no payment"""
    account: WaitingPaymentAccount
    environment: PublishEventRequestEnvironment
    requestId: str

class LoggedReport(TypedDict):
    reportId: str
    kind: PartnerReportKind
    status: PaymentStatus | None
    """Null where it is unmatched"""
    disposition: LoggedReportDisposition
    """unmatched: answered 404, since the partner was not given such a payment"""
    effectiveAt: str | None
    recordedAt: str
    message: str | None
    partnerReference: str | None
    bankReference: str | None
    reasonCode: str | None
    returned: Money | None
    """The returned amount, if the report gave it"""
    instructionId: str
    unmatched: LoggedReportUnmatched | None
    """Of an unmatched report, how often it came, and when last"""

LoggedReportDisposition: TypeAlias = 'Literal["applied", "duplicate", "stale", "waiting", "refused", "conflicting", "unmatched"]'

class LoggedReportUnmatched(TypedDict):
    count: int
    lastAt: str

class MaskedBeneficiary(TypedDict):
    name: str
    type: NotRequired[BeneficiaryType]
    country: str
    bankAccount: MaskedBeneficiaryBankAccount
    address: NotRequired[StatedAddress]
    dateOfBirth: NotRequired[str]
    identifiers: NotRequired[list[MaskedBeneficiaryIdentifier]]

class MaskedBeneficiaryBankAccount(TypedDict):
    accountNumber: str
    bankName: NotRequired[str]
    swiftBic: NotRequired[str]
    clearing: NotRequired[MaskedBeneficiaryBankAccountClearing]
    country: str

class MaskedBeneficiaryBankAccountClearing(TypedDict):
    scheme: ClearingCodeScheme
    code: str

class MaskedBeneficiaryIdentifier(TypedDict):
    type: PartyIdentifierType
    number: str
    country: NotRequired[str]

Measurement: TypeAlias = 'float | MeasurementWithUnit'

class MeasurementWithUnit(TypedDict):
    value: float
    unit: NotRequired[Literal["MTQ"]]

class Money(TypedDict):
    amount: float
    currency: str

class NotifyPartnerPaymentAnswer(TypedDict):
    success: bool
    data: NotifyPartnerPaymentAnswerData

class NotifyPartnerPaymentAnswerData(TypedDict):
    disposition: NotifyPartnerPaymentAnswerDataDisposition

NotifyPartnerPaymentAnswerDataDisposition: TypeAlias = 'Literal["applied", "duplicate", "stale", "waiting", "refused", "conflicting", "asking", "unmatched", "ignored"]'

class OperatorDecision(TypedDict):
    instructionId: str
    decision: OperatorDecisionRequestDecision
    reason: str
    status: PaymentStatus
    """Status after the decision"""
    decidedBy: str
    decidedAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class OperatorDecisionRequest(TypedDict):
    decision: OperatorDecisionRequestDecision
    """delivered: the partner has it; never_received: it does not, and it is sent again; try_now: send or ask at once (of a contradiction: no partner has it, and it is to be sent); give_up: no partner has it, and it is not tried again"""
    reason: str
    """Kept in the audit log; not for the client"""
    partnerReference: NotRequired[str]

OperatorDecisionRequestDecision: TypeAlias = 'Literal["delivered", "never_received", "try_now", "give_up"]'

class OperatorInformationRequest(TypedDict):
    informationRequestId: str
    status: InformationRequestStatus
    """closed: the review ended without an answer"""
    question: str | None
    """Null once the payment was erased"""
    askedAt: str
    answer: str | None
    """Null before it is given, and once the payment was erased"""
    answeredAt: str | None
    askedBy: str
    answeredBy: str | None

OperatorPayment = TypedDict(
    "OperatorPayment",
    {
        "instructionId": 'str',
        "status": 'PaymentStatus',
        "environment": 'PublishEventRequestEnvironment',
        "account": 'WaitingPaymentAccount',
        "partner": 'WaitingPaymentAccount',
        "amount": 'float',
        "currency": 'str',
        "submittedAt": 'str',
        "waiting": 'WaitingPaymentWaiting | None',
        "assignment": 'PaymentAssignment | None',
        "routeId": 'str',
        "clientReference": 'str | None',
        "valueDate": 'str | None',
        "partnerReference": 'str | None',
        "lastUpdatedAt": 'str',
        "dispatches": 'list[OperatorPaymentDispatch]',
        "cancellation": 'OperatorPaymentCancellation | None',
        "recall": 'Recall | None',
        "conditions": 'list[JudgedCondition]',
        "failure": 'OutcomeReason | None',
        "return": 'Return | None',
        "resubmissionOf": 'str | None',
        "resubmittedAs": 'str | None',
        "flags": 'list[OperatorPaymentFlag]',
        "cases": 'list[OperatorPaymentCase]',
        "acts": 'list[OperatorPaymentAct]',
        "history": 'list[OperatorPaymentHistory]',
        "notes": 'list[PaymentNote]',
        "informationRequests": 'list[OperatorInformationRequest]',
        "allowedDecisions": 'list[OperatorDecisionRequestDecision]',
        "workflowId": 'str',
    },
)

class OperatorPaymentAct(TypedDict):
    at: str
    actor: str
    actorName: str | None
    """Email address of the person, if it is one"""
    act: str
    detail: dict[str, Any]

class OperatorPaymentCancellation(TypedDict):
    status: str
    reason: str | None
    requestedAt: str

class OperatorPaymentCase(TypedDict):
    id: str
    kind: str
    count: int
    openedAt: str

class OperatorPaymentDispatch(TypedDict):
    attempt: int
    partnerId: str
    partnerName: str
    routeId: str
    idempotencyKey: str
    """Idempotency key of its calls"""
    feeEstimated: float
    expectedDate: str
    reasons: list[Reason]
    """Why this route was taken"""
    state: str
    calls: int
    """Calls of this attempt that may have left"""
    startedAt: str
    endedAt: str | None
    deniedAt: str | None
    """When the partner first denied having received it"""
    fault: str | None

class OperatorPaymentFlag(TypedDict):
    id: str
    kind: str
    raisedAt: str

class OperatorPaymentHistory(TypedDict):
    at: str
    status: PaymentStatus
    message: str | None

class OutcomeReason(TypedDict):
    code: str | None
    """ISO 20022 external status or return reason code"""
    partnerCode: str | None
    """A code of the partner's own"""
    text: str
    """What the code means"""
    whoMustAct: StatedReasonWhoMustAct
    """partner: the partner, or a bank behind it"""
    retryable: bool
    """Whether a corrected resubmission may succeed"""
    correct: list[str]
    """Members of the instruction that are likely to be wrong, by path"""
    message: str | None
    """In words, as the partner or the service said it"""

class OwnSettlementLine(TypedDict):
    instructionId: str
    partnerReference: str | None
    bankReference: str | None
    settlementReference: str | None
    amount: float
    currency: str
    status: PaymentStatus
    state: OwnSettlementLineState
    """reported: settled by a report without figures; overdue: expected and not confirmed, its day is over; ended: failed or cancelled"""
    expectedSettlementDate: str
    settledAt: str | None
    actualAmount: float | None
    actualCurrency: str | None
    reconciliation: PaymentMismatchEventObjectStatus | None
    statement: OwnSettlementLineStatement | None
    """Verdict of bank statements on it"""
    shortfall: float | None
    """By how much the confirmed amount is below the instructed one; null while unconfirmed, and in another currency"""

OwnSettlementLineState: TypeAlias = 'Literal["confirmed", "reported", "expected", "overdue", "returned", "ended"]'

OwnSettlementLineStatement: TypeAlias = 'Literal["confirmed", "contradicted"]'

class PackingListData(TypedDict):
    packingListNumber: str
    date: str
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    exporter: Party
    consignee: Party
    packages: list[PackingListDataPackage]
    buyer: NotRequired[Party]
    dimensions: NotRequired[str]
    marks: NotRequired[str]
    containers: NotRequired[list[str]]
    invoiceNumber: NotRequired[str]
    transport: NotRequired[Transport]
    totalPackages: NotRequired[int]
    totalNetWeight: NotRequired[Weight]
    totalGrossWeight: NotRequired[Weight]
    signatory: NotRequired[CommercialInvoiceDataSignatory]
    notes: NotRequired[str]
    locale: NotRequired[CommercialInvoiceDataLocale]

class PackingListDataPackage(TypedDict):
    number: PackingListDataPackagesNumber
    type: str
    quantity: int
    contents: list[PackingListDataPackagesContent2]
    netWeight: Weight
    """Of all packages of the line together"""
    grossWeight: Weight
    """Of all packages of the line together"""
    measurement: NotRequired[Measurement]
    """Of all packages of the line together, in cubic metres"""
    dimensions: NotRequired[str]
    marks: NotRequired[str]

class PackingListDataPackagesContent(TypedDict):
    description: str
    quantity: NotRequired[float]
    unit: NotRequired[str]
    hsCode: NotRequired[str]
    """HS code as a string of digits"""

PackingListDataPackagesContent2: TypeAlias = 'str | PackingListDataPackagesContent'

PackingListDataPackagesNumber: TypeAlias = 'str | int'

class PackingListRequest(TypedDict):
    type: Literal["packing_list"]
    shipmentId: NotRequired[str]
    instructionId: NotRequired[str]
    data: PackingListData

class PaidBeneficiary(TypedDict):
    name: str
    type: NotRequired[BeneficiaryType]
    country: str
    bankAccount: MaskedBeneficiaryBankAccount
    address: NotRequired[StatedAddress]

class Partner(TypedDict):
    id: str
    name: str
    adapter: str
    url: str | None
    environment: PublishEventRequestEnvironment
    authMode: PartnerCreateAuthMode
    createdAt: str
    disabledAt: str | None
    health: PartnerHealth

class PartnerCertificate(TypedDict):
    id: str
    verdict: DrillVerdict
    hash: str
    """SHA-256 of the report, which the signature covers"""
    isGenuine: bool
    """false: the stored report is not the one that was signed"""
    madeBy: str
    adapter: str
    url: str | None
    settingsHash: str
    """SHA-256 of the settings that were examined"""
    seed: int
    startedAt: str
    endedAt: str
    createdAt: str
    results: list[ScenarioResult]

class PartnerChange(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    config: NotRequired[dict[str, Any]]
    """Settings of its adapter by name, such as `{"url": "https://bank.example"}`; the adapter judges them"""
    authMode: NotRequired[PartnerCreateAuthMode]
    """signed: its requests need a signature in addition to its key"""
    withoutCertificate: NotRequired[bool]
    """true: a live partner is enabled without a passed report of the laboratory; needs a reason"""
    despiteDoubt: NotRequired[bool]
    """true: where its orders go changes although payments there are in doubt, about which a person decides; needs a reason"""
    reason: NotRequired[str]
    """Kept in the audit log"""

class PartnerCreate(TypedDict):
    name: str
    adapter: PartnerCreateAdapter
    url: NotRequired[str]
    """Base address of an http partner, without query, fragment, user and password; https when it is live"""
    config: NotRequired[dict[str, Any]]
    """Settings of its adapter by name, such as `{"url": "https://bank.example"}`; the adapter judges them"""
    environment: NotRequired[PublishEventRequestEnvironment]
    """Side whose payments it gets; test by default"""
    authMode: NotRequired[PartnerCreateAuthMode]
    """signed: its requests need a signature in addition to its key"""
    endpointLimits: NotRequired[bool]
    """false: limits of single operations do not apply"""
    customEndpointLimits: NotRequired[PartnerCreateCustomEndpointLimits]
    """Requests a minute of single operations; the others keep the standard numbers"""
    withoutCertificate: NotRequired[bool]
    """true: a live partner is enabled without a passed report of the laboratory; needs a reason"""
    reason: NotRequired[str]
    """Kept in the audit log"""

PartnerCreateAdapter: TypeAlias = 'Literal["http", "described", "iso20022", "sandbox"]'

PartnerCreateAuthMode: TypeAlias = 'Literal["bearer", "signed"]'

class PartnerCreateCustomEndpointLimits(TypedDict):
    createInstruction: NotRequired[int]
    getInstruction: NotRequired[int]
    statusReport: NotRequired[int]
    settlementConfirmation: NotRequired[int]
    track: NotRequired[int]
    partnerInstructions: NotRequired[int]

class PartnerEnabling(TypedDict):
    reason: NotRequired[str]
    """Kept in the audit log"""
    withoutCertificate: NotRequired[bool]
    """true: a live partner is enabled without a passed report of the laboratory; needs a reason"""

class PartnerHealth(TypedDict):
    breaker: PartnerHealthBreaker
    """open: nothing is sent to it; probing: one payment is sent to see whether it answers again"""
    consecutiveFaults: int
    lastFault: str | None
    lastFaultAt: str | None
    lastSuccessAt: str | None
    openSince: str | None
    waiting: int
    """Payments that are pending"""
    inFlight: int
    """Calls in progress"""
    openInquiries: int
    """Payments in doubt: it may or may not have them"""

PartnerHealthBreaker: TypeAlias = 'Literal["closed", "open", "probing"]'

class PartnerOrder(TypedDict):
    instructionId: str
    amount: float
    currency: str
    beneficiary: PaidBeneficiary
    debtor: NotRequired[StatedDebtor]
    purpose: StatedPurpose
    remittance: NotRequired[StatedRemittance]
    chargeBearer: NotRequired[PaymentInstructionRequestChargeBearer]
    settlementTimeline: SettlementTimeline
    valueDate: str | None
    uetr: str
    callbacks: PartnerOrderCallbacks

class PartnerOrderCallbacks(TypedDict):
    status: str
    settlement: str

class PartnerReport(TypedDict):
    reportId: str
    kind: PartnerReportKind
    status: PaymentStatus
    disposition: PartnerReportDisposition
    effectiveAt: str
    recordedAt: str
    message: str | None
    partnerReference: str | None
    bankReference: str | None
    reasonCode: str | None
    returned: Money | None
    """The returned amount, if the report gave it"""

PartnerReportDisposition: TypeAlias = 'Literal["applied", "duplicate", "stale", "waiting", "refused", "conflicting"]'

PartnerReportKind: TypeAlias = 'Literal["status", "settlement", "inquiry", "cancellation"]'

class PartnerRotation(TypedDict):
    overlapHours: NotRequired[int]
    """Hours that the earlier ones stay valid, 24 by default; 0 ends them at once, as after a leak"""

class PartnerStatusReport(TypedDict):
    status: PaymentStatus
    partnerReference: NotRequired[str]
    timestamp: NotRequired[str]
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    payeeCheck: NotRequired[SaidPayeeCheck]
    details: NotRequired[PartnerStatusReportDetails]

class PartnerStatusReportDetails(TypedDict):
    message: NotRequired[str]
    """Also taken: more than 1000 characters, of which the first are kept"""
    bankReference: NotRequired[str]
    reasonCode: NotRequired[str]
    """Why it failed or was returned: an ISO 20022 external status or return reason code, or your own"""
    returned: NotRequired[PartnerStatusReportDetailsReturned]
    """The returned amount; absent: presumably all of it"""

class PartnerStatusReportDetailsReturned(TypedDict):
    amount: float
    currency: str
    """ISO 4217 code. Also taken: small letters"""

class Party(TypedDict):
    name: str
    address: str
    country: str
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    taxId: NotRequired[str]
    eori: NotRequired[str]
    contact: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]

class PartyIdentifier(TypedDict):
    type: PartyIdentifierType
    number: str
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""

PartyIdentifierType: TypeAlias = 'Literal["passport", "national_id", "tax_id", "registration", "lei", "other"]'

class PayeeCheck(TypedDict):
    result: PaymentPayeeCheckedEventObjectResult
    suggestedName: str | None
    """The name that the bank knows, where it tells it"""
    at: str
    source: PayeeCheckSource
    """Where the bank said it"""
    decision: PaymentPayeeCheckedEventObjectDecision | None
    """null: no decision is needed"""
    expiresAt: str | None
    """After this a pending one is withdrawn"""
    decidedAt: str | None

PayeeCheckSource: TypeAlias = 'Literal["submission", "inquiry", "report", "file"]'

class PayeeDecision(TypedDict):
    decision: PayeeDecisionDecision
    """withdraw cancels the payment"""
    reason: NotRequired[str]

PayeeDecisionDecision: TypeAlias = 'Literal["release", "withdraw"]'

class PaymentApproval(TypedDict):
    hash: str
    """SHA-256 of the RFC 8785 form of what will be paid, in hexadecimal digits; see the guide"""
    creator: NotRequired[str]
    """`agent of` and the id of the key with which it was proposed; absent where no agent did"""
    needed: int
    """How many different members have to approve it"""
    given: list[GivenApproval]
    """The approvals, the first one first"""
    rejected: GivenApproval | None
    """Who rejected it"""
    expiresAt: str
    """When it is cancelled unless it has its approvals"""

class PaymentAssignment(TypedDict):
    person: PaymentAssignmentPerson
    since: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

class PaymentAssignmentPerson(TypedDict):
    id: str
    email: str

class PaymentAssignmentRequest(TypedDict):
    takeOver: NotRequired[bool]
    """true: also from the operator who has it"""

class PaymentAttempt(TypedDict):
    attempt: int
    outcome: PaymentAttemptOutcome
    """unconfirmed: the partner may have it, and is asked"""
    message: str | None
    """The partner's message, if rejected"""
    route: JudgedRoute
    settlementTimeline: SettlementTimeline
    expectedSettlementDate: str
    fees: PaymentAttemptFees
    startedAt: str
    endedAt: str | None

class PaymentAttemptFees(TypedDict):
    estimated: float
    currency: str

PaymentAttemptOutcome: TypeAlias = 'Literal["sending", "unconfirmed", "delivered", "not_delivered", "rejected"]'

class PaymentBatch(TypedDict):
    batchId: str
    name: str | None
    mode: PaymentBatchMode
    status: PaymentBatchStatus
    createdAt: str
    finishedAt: str | None
    counts: BatchCounts
    byStatus: dict[str, int]
    """Its payments by their status"""
    refused: list[RefusedBatchRow]
    """The first 1,000 refused rows; the list of rows has all"""
    awaitingApproval: int
    """How many of its payments wait for approvals"""
    approval: BatchApproval | None
    """Once its payments are made and where all of them need approvals: those of the batch as one thing"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

PaymentBatchMode: TypeAlias = 'Literal["all_or_nothing", "valid_only"]'

class PaymentBatchRow(TypedDict):
    row: int
    state: PaymentBatchRowState
    instructionId: str | None
    faults: list[BatchRowFault]

PaymentBatchRowState: TypeAlias = 'Literal["waiting", "making", "made", "refused", "cancelled", "failed"]'

PaymentBatchStatus: TypeAlias = 'Literal["making", "completed", "deciding", "cancelling", "cancelled"]'

class PaymentCondition(TypedDict):
    type: PaymentConditionType
    """shipment_status: `shipmentId` has reached `status`; document: a file of `documentType` is there, by `sha256`, `documentId` or `shipmentId`; no_findings: no finding of `severity` or higher is open in the file of `shipmentId`; payment_proved: the booking of `instructionId` is proved; not_before: the moment `at` has come"""
    shipmentId: NotRequired[str]
    """A shipment of the account"""
    status: NotRequired[ShipmentStatus]
    """This one, or one that follows it"""
    documentType: NotRequired[PaymentConditionDocumentType]
    documentId: NotRequired[str]
    """A document of the account"""
    sha256: NotRequired[str]
    """Of the file of a document"""
    severity: NotRequired[PaymentConditionSeverity]
    instructionId: NotRequired[str]
    """Another payment of the account"""
    at: NotRequired[str]
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

PaymentConditionDocumentType: TypeAlias = 'Literal["commercial_invoice", "packing_list", "certificate_of_origin", "bill_of_lading", "proforma_invoice"]'

PaymentConditionSeverity: TypeAlias = 'Literal["info", "warning", "error"]'

PaymentConditionType: TypeAlias = 'Literal["shipment_status", "document", "no_findings", "payment_proved", "not_before"]'

class PaymentCorrections(TypedDict):
    amount: NotRequired[float]
    """In the given currency"""
    amountType: NotRequired[PaymentInstructionRequestAmountType]
    """`amount` is what is sent, whatever banks deduct from it; the same where this is absent"""
    currency: NotRequired[str]
    """ISO 4217 code. Also taken: small letters"""
    beneficiary: NotRequired[PaymentCorrectionsBeneficiary]
    debtor: NotRequired[Debtor | None]
    purpose: NotRequired[PaymentCorrectionsPurpose]
    remittance: NotRequired[Remittance | None]
    chargeBearer: NotRequired[PaymentInstructionRequestChargeBearer]
    """Who bears the charges: SHAR each side its own (the default), DEBT the payer, CRED the payee, SLEV as the scheme says: the default in euros inside SEPA, and possible only there"""
    settlementRoute: NotRequired[RoutePreference]
    valueDate: NotRequired[str | None]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    clientReference: NotRequired[str | None]
    uetr: NotRequired[str]
    """Unique end-to-end transaction reference; generated if absent"""
    metadata: NotRequired[dict[str, str]]
    """At most 20 strings of your own; no partner sees them"""
    conditions: NotRequired[list[PaymentCondition]]
    """The payment is sent once all of them are met at the same moment"""
    conditionsExpireAt: NotRequired[str]
    """When the payment is cancelled if its conditions were not met; 365 days ahead at most, and by default. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

class PaymentCorrectionsBeneficiary(TypedDict):
    name: NotRequired[str]
    type: NotRequired[BeneficiaryType | None]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `bankAccount.country`"""
    bankAccount: NotRequired[PaymentCorrectionsBeneficiaryBankAccount]
    address: NotRequired[PostalAddress | None]

class PaymentCorrectionsBeneficiaryBankAccount(TypedDict):
    accountNumber: NotRequired[str]
    """Also taken: `/` and `.`; of an IBAN small letters, blanks, hyphens and a leading `IBAN`, too"""
    bankName: NotRequired[str | None]
    swiftBic: NotRequired[str | None]
    """Also taken: small letters, blanks"""
    clearing: NotRequired[ClearingCode | None]
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters. Absent, it is that of `beneficiary.country`"""

class PaymentCorrectionsPurpose(TypedDict):
    code: NotRequired[str]
    """Such as `trade_settlement` or `service_payment`. The set is open: any code of this form is accepted as it is written, so misspellings are not detected. Also taken: capital letters; `-` or a blank in place of `_`"""
    description: NotRequired[str | None]
    nationalCode: NotRequired[str | None]
    """Purpose code of the destination's authority; the requirements say where it is needed"""

PaymentEventObject = TypedDict(
    "PaymentEventObject",
    {
        "instructionId": 'str',
        "status": 'PaymentStatus',
        "previousStatus": 'PaymentStatus | None',
        "clientReference": 'str | None',
        "sequence": 'int',
        "failure": 'NotRequired[StatedReason]',
        "returned": 'NotRequired[ReturnedMoney]',
        "return": 'NotRequired[StatedReason]',
    },
)

class PaymentInformationEventObject(TypedDict):
    instructionId: str
    clientReference: str | None
    informationRequestId: str
    askedAt: str

class PaymentInformationRequestedNotification(TypedDict):
    id: str
    type: Literal["payment.information_requested"]
    created_at: str
    data: PaymentInformationRequestedNotificationData

class PaymentInformationRequestedNotificationData(TypedDict):
    object: PaymentInformationEventObject

PaymentInstruction = TypedDict(
    "PaymentInstruction",
    {
        "instructionId": 'str',
        "status": 'PaymentStatus',
        "clientReference": 'str | None',
        "amount": 'float',
        "currency": 'str',
        "submittedAt": 'str',
        "lastUpdatedAt": 'str',
        "settlementDetails": 'PaymentInstructionSettlementDetails',
        "statusHistory": 'list[PaymentInstructionStatusHistory]',
        "uetr": 'str',
        "metadata": 'dict[str, str] | None',
        "beneficiary": 'MaskedBeneficiary | None',
        "beneficiaryId": 'str | None',
        "beneficiaryVersion": 'int | None',
        "debtor": 'StatedDebtor | None',
        "purpose": 'StatedPurpose',
        "remittance": 'StatedRemittance | None',
        "chargeBearer": 'PaymentInstructionRequestChargeBearer | None',
        "valueDate": 'str | None',
        "fees": 'EstimatedFees',
        "route": 'JudgedRoute',
        "attempts": 'list[PaymentAttempt]',
        "resubmissionOf": 'str | None',
        "resubmittedAs": 'str | None',
        "waitingReason": 'str | None',
        "approval": 'PaymentApproval | None',
        "informationRequests": 'list[InformationRequest]',
        "failure": 'OutcomeReason | None',
        "return": 'Return | None',
        "cancellation": 'Cancellation | None',
        "recall": 'Recall | None',
        "settlement": 'Settlement | None',
        "reconciliation": 'Reconciliation | None',
        "conditions": 'list[JudgedCondition]',
        "conditionsExpireAt": 'str | None',
        "payeeCheck": 'PayeeCheck | None',
        "proof": 'PaymentProof | None',
        "erasedAt": 'str | None',
    },
)

class PaymentInstructionRequest(TypedDict):
    amount: float
    """In the given currency"""
    amountType: NotRequired[PaymentInstructionRequestAmountType]
    """`amount` is what is sent, whatever banks deduct from it; the same where this is absent"""
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    beneficiary: NotRequired[Beneficiary]
    debtor: NotRequired[Debtor]
    purpose: Purpose
    remittance: NotRequired[Remittance]
    chargeBearer: NotRequired[PaymentInstructionRequestChargeBearer]
    """Who bears the charges: SHAR each side its own (the default), DEBT the payer, CRED the payee, SLEV as the scheme says: the default in euros inside SEPA, and possible only there"""
    settlementRoute: RoutePreference
    valueDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    clientReference: NotRequired[str]
    uetr: NotRequired[str]
    """Unique end-to-end transaction reference; generated if absent"""
    metadata: NotRequired[dict[str, str]]
    """At most 20 strings of your own; no partner sees them"""
    quoteId: NotRequired[str]
    """Quote of a preview with `hold_for`: its route, fee and date apply"""
    conditions: NotRequired[list[PaymentCondition]]
    """The payment is sent once all of them are met at the same moment"""
    conditionsExpireAt: NotRequired[str]
    """When the payment is cancelled if its conditions were not met; 365 days ahead at most, and by default. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    beneficiaryId: NotRequired[str]
    """A saved beneficiary, in place of `beneficiary`"""

PaymentInstructionRequestAmountType: TypeAlias = 'Literal["sent"]'

PaymentInstructionRequestChargeBearer: TypeAlias = 'Literal["SHAR", "DEBT", "CRED", "SLEV"]'

class PaymentInstructionSettlementDetails(TypedDict):
    expectedSettlementDate: str
    settlementTimeline: SettlementTimeline
    partnerReference: str | None
    bankReference: str | None
    settledAt: NotRequired[str]
    dateExplanation: list[CreatedPaymentInstructionSettlementDetailsDateExplanation]
    """What moved the expected date, in order"""
    dateHistory: list[PaymentInstructionSettlementDetailsDateHistory]
    """Former expected dates, oldest first. held: it waited on our side; calendar_changed: a day was closed or opened; rerouted: it moved to another route"""

class PaymentInstructionSettlementDetailsDateHistory(TypedDict):
    expectedSettlementDate: str
    replacedAt: str
    because: PaymentInstructionSettlementDetailsDateHistoryBecause

PaymentInstructionSettlementDetailsDateHistoryBecause: TypeAlias = 'Literal["held", "calendar_changed", "rerouted"]'

class PaymentInstructionStatusHistory(TypedDict):
    status: PaymentStatus
    timestamp: str
    message: NotRequired[str]

class PaymentMismatchEventObject(TypedDict):
    instructionId: str
    clientReference: str | None
    status: PaymentMismatchEventObjectStatus
    """unverified: no differences, but a figure could not be compared"""
    discrepancies: list[PaymentMismatchEventObjectDiscrepancy]

PaymentMismatchEventObjectDiscrepanciesExpected: TypeAlias = 'float | str'

PaymentMismatchEventObjectDiscrepanciesType: TypeAlias = 'Literal["amount", "currency", "fee_sum", "fee_vs_estimate", "fx_math", "beneficiary_short", "beneficiary_over", "date_late", "date_early", "decimals", "fee_currency", "fx_unverifiable", "unreadable"]'

class PaymentMismatchEventObjectDiscrepancy(TypedDict):
    type: PaymentMismatchEventObjectDiscrepanciesType
    expected: PaymentMismatchEventObjectDiscrepanciesExpected
    actual: PaymentMismatchEventObjectDiscrepanciesExpected

PaymentMismatchEventObjectStatus: TypeAlias = 'Literal["matched", "unverified", "mismatched"]'

class PaymentNote(TypedDict):
    noteId: str
    notedBy: str
    """Email address of the person; a command by user and host"""
    notedAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    note: str | None
    """Null once the payment was erased"""

class PaymentNoteReceipt(TypedDict):
    instructionId: str
    noteId: str
    notedBy: str
    notedAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class PaymentNoteRequest(TypedDict):
    note: str
    """For operators; the account never sees it. Erased with the payment"""

class PaymentNotification(TypedDict):
    id: str
    event: Literal["payment.status_changed"]
    type: str
    timestamp: str
    data: PaymentEventObject
    signature: str
    """sha256= and the HMAC-SHA256, in hex, of the RFC 8785 form of the payload without this member"""

class PaymentPayeeCheckedEventObject(TypedDict):
    instructionId: str
    clientReference: str | None
    result: PaymentPayeeCheckedEventObjectResult
    decision: PaymentPayeeCheckedEventObjectDecision | None
    checkedAt: str

PaymentPayeeCheckedEventObjectDecision: TypeAlias = 'Literal["pending", "released", "withdrawn"]'

PaymentPayeeCheckedEventObjectResult: TypeAlias = 'Literal["match", "close_match", "no_match", "not_possible"]'

class PaymentPayeeCheckedNotification(TypedDict):
    id: str
    type: Literal["payment.payee_checked"]
    created_at: str
    data: PaymentPayeeCheckedNotificationData

class PaymentPayeeCheckedNotificationData(TypedDict):
    object: PaymentPayeeCheckedEventObject

class PaymentPreview(TypedDict):
    clientReference: str | None
    amount: float
    currency: str
    settlementDetails: PaymentPreviewSettlementDetails
    fees: EstimatedFees
    route: JudgedRoute
    losingRoutes: list[JudgedRoute]
    """The key's other routes, and why each was not chosen"""
    heldUntil: str | None
    """When a requested value date, or changed bank details of a saved beneficiary, let the payment be sent"""
    otherAccount: PaymentPreviewOtherAccount | None
    """The newest payment that was sent to a payee of this name, where it went to another account: confirm the new details with the payee; null where it went to the same one, and for a saved beneficiary"""
    chargeBearer: PaymentInstructionRequestChargeBearer
    requirements: PaymentPreviewRequirements
    """Missing members by the corridor's rules; with `enforced` a creation is refused for them"""
    screening: PaymentPreviewScreening
    quote: PaymentPreviewQuote | None
    """With `hold_for`: a creation that names it gets this route, fee and date, once"""
    conditions: list[JudgedCondition]
    """The conditions that were stated, and whether they are met now"""
    sentAs: list[SentText]
    """Members that the bank of the route gets in another form, converted to its characters or shortened; text null: not at all"""
    ignored: list[str]
    """Unknown members of the request, by path"""
    normalised: list[str]
    """Members that were taken in another form, by path"""
    assumed: list[str]
    """Absent members that another one tells, by path"""
    unmet: NotRequired[list[UnmetMember]]
    """What partners ask for and the request lacks; absent where there is nothing"""

class PaymentPreviewOtherAccount(TypedDict):
    instructionId: str
    submittedAt: str
    accountNumber: str
    """Masked to its last four characters"""

class PaymentPreviewQuote(TypedDict):
    quoteId: str
    expiresAt: str

class PaymentPreviewRequirements(TypedDict):
    enforced: bool
    unmet: list[UnmetRequirement]

PaymentPreviewScreening = TypedDict(
    "PaymentPreviewScreening",
    {
        "class": 'PaymentPreviewScreeningClass',
        "lists": 'list[PaymentPreviewScreeningList]',
    },
)

PaymentPreviewScreeningClass: TypeAlias = 'Literal["clear", "not_screened", "review", "blocked"]'

class PaymentPreviewScreeningList(TypedDict):
    title: str
    edition: str
    checkedAt: str
    """When its publication was read last"""
    ageDays: int
    """Whole days since then"""

class PaymentPreviewSettlementDetails(TypedDict):
    expectedSettlementDate: str
    earliestSettlementDate: str
    """By the fastest of the chosen route's timelines"""
    settlementTimeline: SettlementTimeline
    partnerName: str
    channel: str
    dateExplanation: list[CreatedPaymentInstructionSettlementDetailsDateExplanation]
    """What moved the expected date, in order"""

class PaymentProof(TypedDict):
    state: PaymentProofState
    booking: PaymentProofBooking | None
    at: str | None
    """Since when; null while it waits"""

class PaymentProofBooking(TypedDict):
    amount: float
    currency: str
    reference: str | None
    bookedOn: str | None

PaymentProofState: TypeAlias = 'Literal["waiting", "proved", "contradicted", "overdue"]'

class PaymentProposalRequest(TypedDict):
    amount: float
    """In the given currency"""
    amountType: NotRequired[PaymentInstructionRequestAmountType]
    """`amount` is what is sent, whatever banks deduct from it; the same where this is absent"""
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    beneficiary: NotRequired[Beneficiary]
    debtor: NotRequired[Debtor]
    purpose: Purpose
    remittance: NotRequired[Remittance]
    chargeBearer: NotRequired[PaymentInstructionRequestChargeBearer]
    """Who bears the charges: SHAR each side its own (the default), DEBT the payer, CRED the payee, SLEV as the scheme says: the default in euros inside SEPA, and possible only there"""
    settlementRoute: RoutePreference
    valueDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    metadata: NotRequired[dict[str, str]]
    """At most 20 strings of your own; no partner sees them"""
    conditions: NotRequired[list[PaymentCondition]]
    """The payment is sent once all of them are met at the same moment"""
    conditionsExpireAt: NotRequired[str]
    """When the payment is cancelled if its conditions were not met; 365 days ahead at most, and by default. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    beneficiaryId: NotRequired[str]
    """A saved beneficiary, in place of `beneficiary`"""

class PaymentRecallEventObject(TypedDict):
    instructionId: str
    clientReference: str | None
    status: PaymentRecallEventObjectStatus
    """Requested until the return is reported; refused: the money stays there"""
    reasonCode: RecallRequestReasonCode
    requestedAt: str
    answeredAt: str | None

PaymentRecallEventObjectStatus: TypeAlias = 'Literal["requested", "refused", "returned"]'

class PaymentRecallUpdatedNotification(TypedDict):
    id: str
    type: Literal["payment.recall_updated"]
    created_at: str
    data: PaymentRecallUpdatedNotificationData

class PaymentRecallUpdatedNotificationData(TypedDict):
    object: PaymentRecallEventObject

class PaymentReconciliationMismatchNotification(TypedDict):
    id: str
    type: Literal["payment.reconciliation_mismatch"]
    created_at: str
    data: PaymentReconciliationMismatchNotificationData

class PaymentReconciliationMismatchNotificationData(TypedDict):
    object: PaymentMismatchEventObject

class PaymentReturnChangedEventObject(TypedDict):
    instructionId: str
    clientReference: str | None
    returned: ReturnedMoney

class PaymentReturnChangedNotification(TypedDict):
    id: str
    type: Literal["payment.return_changed"]
    created_at: str
    data: PaymentReturnChangedNotificationData

class PaymentReturnChangedNotificationData(TypedDict):
    object: PaymentReturnChangedEventObject

class PaymentScreening(TypedDict):
    screeningId: str
    decision: PaymentPreviewScreeningClass
    screenedAt: str
    algorithm: str
    """Version of the comparison of names"""
    clearanceId: str | None
    """The remembered release that it rests on"""
    parties: list[PaymentScreeningParty]
    """First parties with a match or a blocked country, then clear ones"""
    instructionId: str

PaymentScreeningPartiesEntriesEvidence: TypeAlias = 'Literal["country", "date_of_birth", "identifier", "other_date_of_birth"]'

class PaymentScreeningPartiesEntriesList(TypedDict):
    title: str
    edition: str

class PaymentScreeningPartiesEntry(TypedDict):
    listEntry: str
    """Id of the entry on its list"""
    name: str | None
    """Similar listed name; null once erased"""
    score: float
    """Likeness, 0 to 1"""
    list: PaymentScreeningPartiesEntriesList | None
    evidence: list[PaymentScreeningPartiesEntriesEvidence]
    """What else agrees; other_date_of_birth: the date of birth is another one"""

PaymentScreeningPartiesParty: TypeAlias = 'Literal["beneficiary", "bank", "debtor", "text"]'

class PaymentScreeningParty(TypedDict):
    party: PaymentScreeningPartiesParty | None
    """null where an old receipt does not say who"""
    name: str | None
    """null once it was erased"""
    blockedCountries: list[str]
    entries: list[PaymentScreeningPartiesEntry]

PaymentStatus: TypeAlias = 'Literal["pending", "submitted", "accepted", "processing", "settled", "failed", "cancelled", "returned"]'

class PostalAddress(TypedDict):
    street: NotRequired[str]
    building: NotRequired[str]
    """Number or name of the building"""
    city: NotRequired[str]
    postalCode: NotRequired[str]
    state: NotRequired[str]
    """State, province or other part of the country"""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""

class PreferentialRate(TypedDict):
    agreement: str
    rate: float
    """Percent: 6.5 means 6.5 %"""
    duty: float
    vat: float | None
    """Percent: 6.5 means 6.5 %"""
    vatAmount: float | None
    totalDuties: float | None
    effectiveRate: float | None
    """Percent: 6.5 means 6.5 %"""

class PreviewPaymentAnswer(TypedDict):
    success: bool
    data: PaymentPreview

class ProformaInvoiceData(TypedDict):
    proformaNumber: NotRequired[str]
    invoiceNumber: NotRequired[str]
    invoiceDate: str
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    seller: InvoiceParty
    buyer: InvoiceParty
    items: list[CommercialInvoiceDataItem]
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    paymentTerms: str
    consignee: NotRequired[Party]
    incoterm: NotRequired[Incoterm]
    transport: NotRequired[Transport]
    originCountry: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    charges: NotRequired[list[CommercialInvoiceDataCharge]]
    taxes: NotRequired[list[CommercialInvoiceDataTax]]
    subtotal: NotRequired[float]
    taxTotal: NotRequired[float]
    grandTotal: NotRequired[float]
    buyerReference: NotRequired[str]
    poNumber: NotRequired[str]
    lcNumber: NotRequired[str]
    marks: NotRequired[str]
    packages: NotRequired[CommercialInvoiceDataPackages]
    weights: NotRequired[Weights]
    declaration: NotRequired[str]
    bankDetails: NotRequired[CommercialInvoiceDataBankDetails]
    signatory: NotRequired[CommercialInvoiceDataSignatory]
    notes: NotRequired[str]
    locale: NotRequired[CommercialInvoiceDataLocale]
    validUntil: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""
    leadTime: NotRequired[str]
    deposit: NotRequired[float]

class ProformaInvoiceRequest(TypedDict):
    type: Literal["proforma_invoice"]
    shipmentId: NotRequired[str]
    instructionId: NotRequired[str]
    data: ProformaInvoiceData

class Proposal(TypedDict):
    id: str
    act: str
    """The proposed action, such as `managed.changed`"""
    subject: str
    """Id of its object"""
    person: ProposalPerson | None
    """The user that it is about; null where it is about something else"""
    role: ProposalRole
    """Of the person who confirms or rejects it"""
    status: ProposalStatus
    before: dict[str, Any]
    """Values at the time of the proposal; secrets as keyed hashes"""
    after: dict[str, Any]
    """What would hold"""
    reason: str | None
    proposedBy: str
    proposedAt: str
    expiresAt: str
    """End of the time for confirmation"""
    decidedBy: str | None
    decidedAt: str | None
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class ProposalPerson(TypedDict):
    email: str
    role: str
    partner: str | None
    """Name of the partner of the person"""

ProposalRole: TypeAlias = 'Literal["operations", "compliance", "administration"]'

ProposalStatus: TypeAlias = 'Literal["open", "expired", "confirmed", "rejected"]'

class ProposalWord(TypedDict):
    reason: NotRequired[str]
    """Kept in the audit log"""

class ProposePaymentAnswer(TypedDict):
    success: bool
    data: ProposedPayment

class ProposedPartnerCredential(TypedDict):
    id: str
    act: str
    """The proposed action, such as `managed.changed`"""
    subject: str
    """Id of its object"""
    person: ProposalPerson | None
    """The user that it is about; null where it is about something else"""
    role: ProposalRole
    """Of the person who confirms or rejects it"""
    status: ProposalStatus
    before: dict[str, Any]
    """Values at the time of the proposal; secrets as keyed hashes"""
    after: dict[str, Any]
    """What would hold"""
    reason: str | None
    proposedBy: str
    proposedAt: str
    expiresAt: str
    """End of the time for confirmation"""
    decidedBy: str | None
    decidedAt: str | None
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    secret: str
    """The key or signing secret, shown only now; valid once confirmed"""

class ProposedPayment(TypedDict):
    instructionId: str
    status: PaymentStatus
    waitingReason: str | None
    """Why it is pending; null when it is not"""
    approval: PaymentApproval | None
    """The approvals of members that it needs; null where none"""
    clientReference: str | None
    submittedAt: str
    settlementDetails: CreatedPaymentInstructionSettlementDetails
    fees: EstimatedFees
    route: JudgedRoute
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    unmet: NotRequired[list[UnmetMember]]
    """What partners ask for and the request lacks; absent where there is nothing"""
    hash: str
    """SHA-256 of what will be paid, which a member approves"""
    signUrl: str
    """Page of the payment, on which members approve or reject it"""

class Provenance(TypedDict):
    title: str
    publisher: str
    licence: str
    edition: str
    validFrom: str | None
    nomenclature: str | None
    importedAt: str
    url: str | None

class PublishEventRequest(TypedDict):
    type: str
    account: str
    """Name or id of the account"""
    object: dict[str, Any]
    """In the shape of the event type's schema"""
    environment: NotRequired[PublishEventRequestEnvironment]
    """Side of the account, by default `test`"""

PublishEventRequestEnvironment: TypeAlias = 'Literal["test", "live"]'

class Purpose(TypedDict):
    code: str
    """Such as `trade_settlement` or `service_payment`. The set is open: any code of this form is accepted as it is written, so misspellings are not detected. Also taken: capital letters; `-` or a blank in place of `_`"""
    description: NotRequired[str]
    nationalCode: NotRequired[str]
    """Purpose code of the destination's authority; the requirements say where it is needed"""

class PutTrackingLinkAnswer(TypedDict):
    success: bool
    data: TrackingLink

class QueueDestination(TypedDict):
    type: Literal["sqs"]
    """A queue of Amazon SQS, standard or FIFO"""
    queue_url: str
    """At the SQS endpoint of the region"""
    region: str
    access_key_id: str
    """Of an IAM user that may `sqs:SendMessage`"""
    secret_access_key: str
    """Stored sealed and never shown again"""

class QueueDestinationChange(TypedDict):
    type: NotRequired[Literal["sqs"]]
    """A queue of Amazon SQS, standard or FIFO"""
    queue_url: NotRequired[str]
    """At the SQS endpoint of the region"""
    region: NotRequired[str]
    access_key_id: NotRequired[str]
    """Of an IAM user that may `sqs:SendMessage`"""
    secret_access_key: NotRequired[str]
    """Stored sealed and never shown again"""

class Reason(TypedDict):
    code: str
    message: str

class Recall(TypedDict):
    status: PaymentRecallEventObjectStatus
    """Requested until the return is reported; refused: the money stays there"""
    reasonCode: RecallRequestReasonCode
    reason: str | None
    requestedAt: str
    answeredAt: str | None

class RecallAnswer(TypedDict):
    instructionId: str
    status: PaymentStatus
    recall: Recall
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class RecallPaymentInstructionAnswer(TypedDict):
    success: bool
    data: RecallAnswer

class RecallRefusal(TypedDict):
    reason: str
    """Kept in the audit log; not for the client"""

class RecallRequest(TypedDict):
    reasonCode: NotRequired[RecallRequestReasonCode]
    """ISO 20022: AC03 wrong account, AM09 wrong amount, CUST the customer wants it (default), DUPL paid twice, FRAD fraud, TECH technical fault"""
    reason: NotRequired[str]

RecallRequestReasonCode: TypeAlias = 'Literal["AC03", "AM09", "CUST", "DUPL", "FRAD", "TECH"]'

class Reconciliation(TypedDict):
    status: PaymentMismatchEventObjectStatus
    """unverified: no differences, but a figure could not be compared"""
    discrepancies: list[PaymentMismatchEventObjectDiscrepancy]

class Refusal(TypedDict):
    error: ErrorDetail

class RefusedBatchRow(TypedDict):
    row: int
    """Place in the batch, from 0; of a file, its row without the header"""
    faults: list[BatchRowFault]

class Remember(TypedDict):
    until: RememberUntil
    """At most a year ahead"""
    scope: RememberScope
    """payee: the same name, bank account and country"""

RememberScope: TypeAlias = 'Literal["payee"]'

RememberUntil: TypeAlias = 'str'

class Remittance(TypedDict):
    text: NotRequired[str]
    """For the payee to read, such as `Invoice 1001`"""
    reference: NotRequired[str]
    """The payee's own reference; one that begins with RF must be a creditor reference with right check digits"""

class ReportLogPage(TypedDict):
    items: list[LoggedReport]
    nextCursor: str | None

class ReportPaymentStatusAnswer(TypedDict):
    success: bool
    data: ReportReceipt

class ReportReceipt(TypedDict):
    instructionId: str
    status: PaymentStatus
    previousStatus: PaymentStatus
    disposition: ReportReceiptDisposition
    reportId: str
    recordedAt: str
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

ReportReceiptDisposition: TypeAlias = 'Literal["applied", "duplicate", "stale", "waiting"]'

class Return(TypedDict):
    code: str | None
    """ISO 20022 external status or return reason code"""
    partnerCode: str | None
    """A code of the partner's own"""
    text: str
    """What the code means"""
    whoMustAct: StatedReasonWhoMustAct
    """partner: the partner, or a bank behind it"""
    retryable: bool
    """Whether a corrected resubmission may succeed"""
    correct: list[str]
    """Members of the instruction that are likely to be wrong, by path"""
    message: str | None
    """In words, as the partner or the service said it"""
    returned: ReturnedMoneyOutput | None
    """Null if the partner gave no amount"""

class ReturnedMoney(TypedDict):
    amount: float
    currency: str
    shortfall: float | None
    """Shortfall against the instructed amount; null if another currency was returned"""

class ReturnedMoneyOutput(TypedDict):
    amount: float
    currency: str
    shortfall: float | None
    """Shortfall against the instructed amount; null if another currency was returned"""

class RotateWebhookSecretRequest(TypedDict):
    overlap_hours: NotRequired[float]

class RotatedPartnerKey(TypedDict):
    partnerId: str
    keyId: str
    key: str
    """Shown this once"""

class RotatedPartnerSecret(TypedDict):
    partnerId: str
    secret: str
    """Shown this once"""

class Route(TypedDict):
    id: str
    partner: WaitingPaymentAccount
    environment: PublishEventRequestEnvironment
    channel: str
    currencies: list[str]
    countries: list[str]
    timelines: list[str]
    feeFixed: float
    feeBps: float
    feeMin: float | None
    feeMax: float | None
    minAmount: float | None
    maxAmount: float | None
    cutOff: str
    cutOffZone: str
    calendars: list[str]
    alwaysOpen: bool
    openDaysForN: int
    priority: int
    enabled: bool
    isChosen: bool
    """Whether it gets new payments: it and its partner are enabled"""
    createdAt: str
    health: PartnerHealth
    """Its partner's"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class RouteChange(TypedDict):
    currencies: NotRequired[list[str]]
    """ISO 4217 codes, or *"""
    timelines: NotRequired[list[SettlementTimeline]]
    """The first is the default"""
    countries: NotRequired[list[str]]
    """ISO 3166 codes, XK, or *"""
    channel: NotRequired[str]
    """How the partner is reached"""
    feeFixed: NotRequired[float]
    """In the currency of each payment: 5 is 5 USD for one in USD, 5 ISK for one in ISK"""
    feeBps: NotRequired[float]
    """Basis points of the amount"""
    cutOff: NotRequired[str]
    """Local time after which the next day counts"""
    cutOffZone: NotRequired[str]
    calendars: NotRequired[list[str]]
    """Calendars whose closed days apply in addition to the currency's and the beneficiary country's"""
    alwaysOpen: NotRequired[bool]
    """Instant payments settle around the clock"""
    openDaysForN: NotRequired[int]
    """Open days that t_plus_n takes"""
    priority: NotRequired[int]
    """The lowest wins"""
    feeMin: NotRequired[float | None]
    feeMax: NotRequired[float | None]
    minAmount: NotRequired[float | None]
    maxAmount: NotRequired[float | None]
    reason: NotRequired[str]
    """Kept in the audit log"""

class RouteCreate(TypedDict):
    partnerId: str
    environment: NotRequired[PublishEventRequestEnvironment]
    """The partner's, which is the default"""
    currencies: list[str]
    """ISO 4217 codes, or *"""
    timelines: list[SettlementTimeline]
    """The first is the default"""
    countries: NotRequired[list[str]]
    """ISO 3166 codes, XK, or *"""
    channel: NotRequired[str]
    """How the partner is reached"""
    feeFixed: NotRequired[float]
    """In the currency of each payment: 5 is 5 USD for one in USD, 5 ISK for one in ISK"""
    feeBps: NotRequired[float]
    """Basis points of the amount"""
    cutOff: NotRequired[str]
    """Local time after which the next day counts"""
    cutOffZone: NotRequired[str]
    calendars: NotRequired[list[str]]
    """Calendars whose closed days apply in addition to the currency's and the beneficiary country's"""
    alwaysOpen: NotRequired[bool]
    """Instant payments settle around the clock"""
    openDaysForN: NotRequired[int]
    """Open days that t_plus_n takes"""
    priority: NotRequired[int]
    """The lowest wins"""
    feeMin: NotRequired[float | None]
    feeMax: NotRequired[float | None]
    minAmount: NotRequired[float | None]
    maxAmount: NotRequired[float | None]

class RoutePreference(TypedDict):
    routeId: NotRequired[str]
    partnerPreference: NotRequired[str]
    channelPreference: NotRequired[str]
    settlementTimeline: NotRequired[SettlementTimeline]

class SaidPayeeCheck(TypedDict):
    result: SaidPayeeCheckResult
    """Whether the name belongs to the account; RCVC, RVMC, RVNM and RVNA of ISO 20022 mean the same"""
    suggestedName: NotRequired[str]

SaidPayeeCheckResult: TypeAlias = 'Literal["match", "close_match", "no_match", "not_possible", "RCVC", "RVMC", "RVNM", "RVNA"]'

class SavedBeneficiary(TypedDict):
    id: str
    label: str | None
    name: str
    type: NotRequired[BeneficiaryType]
    country: str
    bankAccount: MaskedBeneficiaryBankAccount
    address: NotRequired[StatedAddress]
    dateOfBirth: NotRequired[str]
    identifiers: NotRequired[list[MaskedBeneficiaryIdentifier]]
    version: int
    """Of the bank details: 1, and one more with each change of them"""
    heldUntil: str | None
    """Payments to changed bank details are not sent before this moment, unless another member confirms the change; null where nothing holds them"""
    confirmedAt: str | None
    """When another member confirmed this version of the bank details"""
    screening: SavedBeneficiaryScreening
    """Newest comparison with the watch lists and blocked countries. A match does not change what is saved: with `review` a payment is held for a compliance review, with `blocked` it is refused"""
    createdAt: str
    updatedAt: str
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class SavedBeneficiaryPage(TypedDict):
    items: list[SavedBeneficiary]
    nextCursor: str | None

SavedBeneficiaryScreening = TypedDict(
    "SavedBeneficiaryScreening",
    {
        "class": 'PaymentPreviewScreeningClass',
        "screenedAt": 'str',
    },
)

class ScenarioResult(TypedDict):
    scenario: str
    title: str
    """What is expected of the partner"""
    outcome: DrillResultOutcome
    """warned: it departs from advice, which fails nothing; skipped: it could not be played"""
    fault: str | None
    """Name of the fault, such as second_reference"""
    message: str | None
    durationMs: int

class ScreeningDecision(TypedDict):
    instructionId: str
    decision: ScreeningDecisionRequestDecision
    state: ScreeningDecisionState
    """proposed: the release waits for a second operator"""
    reason: str
    decidedBy: str
    decidedAt: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    proposedBy: str | None
    """Who proposed the release, if two operators decided"""
    clearanceId: str | None
    """The clearance that remembers the release"""
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class ScreeningDecisionRequest(TypedDict):
    decision: ScreeningDecisionRequestDecision
    """release: it is sent; reject: it fails"""
    reason: str
    """Kept in the audit log; not for the client"""
    remember: NotRequired[Remember]

ScreeningDecisionRequestDecision: TypeAlias = 'Literal["release", "reject"]'

ScreeningDecisionState: TypeAlias = 'Literal["released", "rejected", "proposed"]'

class SearchHsCodesAnswer(TypedDict):
    success: bool
    data: HsCodeSearchAnswer

class SentText(TypedDict):
    field: str
    text: str | None

class Settlement(TypedDict):
    confirmedAt: str
    settlementReference: str | None
    actualAmount: float
    actualCurrency: str
    beneficiaryReceived: NotRequired[Money]
    exchangeRate: NotRequired[SettlementExchangeRate]
    fees: NotRequired[SettlementFees]

class SettlementConfirmation(TypedDict):
    confirmedAt: NotRequired[str]
    """When it was settled; the time of receipt where absent. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    settlementReference: NotRequired[str]
    actualAmount: float
    actualCurrency: str
    """ISO 4217 code. Also taken: small letters"""
    beneficiaryReceived: NotRequired[PartnerStatusReportDetailsReturned]
    exchangeRate: NotRequired[SettlementConfirmationExchangeRate]
    fees: NotRequired[SettlementConfirmationFees]

class SettlementConfirmationExchangeRate(TypedDict):
    rate: float
    timestamp: NotRequired[str]
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

class SettlementConfirmationFees(TypedDict):
    amount: float
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    breakdown: NotRequired[list[SettlementConfirmationFeesBreakdown]]

class SettlementConfirmationFeesBreakdown(TypedDict):
    type: str
    amount: float

class SettlementExchangeRate(TypedDict):
    rate: float
    timestamp: NotRequired[str]

class SettlementFees(TypedDict):
    amount: float
    currency: str
    breakdown: NotRequired[list[FeeItem]]

class SettlementLine(TypedDict):
    instructionId: str
    environment: PublishEventRequestEnvironment
    account: WaitingPaymentAccount
    clientReference: str | None
    partnerReference: str | None
    bankReference: str | None
    settlementReference: str | None
    amount: float
    currency: str
    status: PaymentStatus
    state: OwnSettlementLineState
    """reported: settled by a report without figures; overdue: expected and not confirmed, its day is over; ended: failed or cancelled"""
    expectedSettlementDate: str
    settledAt: str | None
    actualAmount: float | None
    actualCurrency: str | None
    reconciliation: PaymentMismatchEventObjectStatus | None
    statement: OwnSettlementLineStatement | None
    """Verdict of bank statements on it"""

class SettlementReceipt(TypedDict):
    instructionId: str
    status: PaymentStatus
    previousStatus: PaymentStatus
    disposition: ReportReceiptDisposition
    reportId: str
    recordedAt: str
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    settlement: Settlement
    reconciliation: Reconciliation

SettlementTimeline: TypeAlias = 'Literal["instant", "same_day", "t_plus_1", "t_plus_2", "t_plus_n"]'

class Shipment(TypedDict):
    id: str
    reference: str | None
    origin_country: str
    destination_country: str
    hs_code: str | None
    status: ShipmentStatus
    description: str | None
    value: float | None
    currency: str | None
    weight: float | None
    weight_unit: ShipmentRequestWeightUnit | None
    buyer: str | None
    created_at: str
    updated_at: str
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class ShipmentChange(TypedDict):
    origin_country: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    destination_country: NotRequired[str]
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    status: NotRequired[ShipmentStatus]
    reference: NotRequired[str | None]
    hs_code: NotRequired[str | None]
    """HS code, 4 to 10 digits. Also taken: blanks"""
    description: NotRequired[str | None]
    value: NotRequired[float | None]
    """Amount in `currency`"""
    currency: NotRequired[str | None]
    """ISO 4217 code. Also taken: small letters"""
    weight: NotRequired[float | None]
    weight_unit: NotRequired[ShipmentRequestWeightUnit | None]
    buyer: NotRequired[str | None]

class ShipmentCreatedNotification(TypedDict):
    id: str
    type: Literal["shipment.created"]
    created_at: str
    data: ShipmentCreatedNotificationData

class ShipmentCreatedNotificationData(TypedDict):
    object: ShipmentEventObject

class ShipmentDeletedNotification(TypedDict):
    id: str
    type: Literal["shipment.deleted"]
    created_at: str
    data: ShipmentCreatedNotificationData

class ShipmentEventObject(TypedDict):
    id: str
    origin_country: str
    destination_country: str
    hs_code: str | None
    status: ShipmentStatus
    created_at: str

class ShipmentFile(TypedDict):
    shipment: Shipment
    documents: list[ShipmentFileDocument]
    """The newest of each type that is compared; of invoices the newest of each number"""
    payments: list[ShipmentFilePayment]
    statements: list[ShipmentFileStatement]
    """What the banks' statements say of the payments"""
    landed_cost: LandedCostOfShipment | None
    """What the goods cost at their destination by value, code and weight of the shipment, without freight; null where these do not suffice"""
    clearances: list[ShipmentFileClearance]
    """Clearances by which payments passed their screening"""
    findings: list[ShipmentFinding]
    """The 100 most severe ones where there are more"""
    findings_left_out: int
    """How many more there are"""

class ShipmentFileClearance(TypedDict):
    instructionId: str
    clearanceId: str
    expiresAt: str
    revokedAt: str | None

class ShipmentFileDocument(TypedDict):
    documentId: str
    type: str
    number: str

class ShipmentFilePayment(TypedDict):
    instructionId: str
    status: PaymentStatus
    amount: float
    currency: str
    expectedSettlementDate: str

class ShipmentFileStatement(TypedDict):
    state: PaymentProofState
    booking: PaymentProofBooking | None
    at: str | None
    """Since when; null while it waits"""
    instructionId: str

class ShipmentFinding(TypedDict):
    id: str
    rule: ShipmentFindingEventObjectRule
    """What the two are about"""
    severity: PaymentConditionSeverity
    a: StatedValue
    b: StatedValue
    status: FindingDecisionStatus
    decided_by: str | None
    """Id of the key or person; null while nobody has decided"""
    decided_at: str | None
    reason: str | None

class ShipmentFindingEventObject(TypedDict):
    shipment_id: str
    finding_id: str
    rule: ShipmentFindingEventObjectRule
    severity: PaymentConditionSeverity

ShipmentFindingEventObjectRule: TypeAlias = 'Literal["currency", "amount", "seller", "buyer", "consignee", "destination", "origin", "invoice_number", "hs_codes", "quantity", "gross_weight", "net_weight", "packages", "containers", "port_of_loading", "port_of_discharge", "vessel", "voyage", "departure_date", "freight", "account", "payment_reference", "payment_date"]'

class ShipmentFindingNotification(TypedDict):
    id: str
    type: Literal["shipment.finding"]
    created_at: str
    data: ShipmentFindingNotificationData

class ShipmentFindingNotificationData(TypedDict):
    object: ShipmentFindingEventObject

class ShipmentPage(TypedDict):
    data: list[Shipment]
    next_cursor: str | None

class ShipmentRequest(TypedDict):
    origin_country: str
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    destination_country: str
    """ISO 3166-1 alpha-2 code. Also taken: small letters"""
    reference: NotRequired[str]
    hs_code: NotRequired[str]
    """HS code, 4 to 10 digits. Also taken: blanks"""
    status: NotRequired[ShipmentStatus]
    description: NotRequired[str]
    value: NotRequired[float]
    """Amount in `currency`"""
    currency: NotRequired[str]
    """ISO 4217 code. Also taken: small letters"""
    weight: NotRequired[float]
    weight_unit: NotRequired[ShipmentRequestWeightUnit]
    buyer: NotRequired[str]

ShipmentRequestWeightUnit: TypeAlias = 'Literal["kg", "g", "lb", "oz", "t"]'

ShipmentSearchRequest = TypedDict(
    "ShipmentSearchRequest",
    {
        "query": 'NotRequired[str]',
        "origin_country": 'NotRequired[str]',
        "destination_country": 'NotRequired[str]',
        "hs_code": 'NotRequired[str]',
        "status": 'NotRequired[ShipmentStatus]',
        "from": 'NotRequired[ShipmentSearchRequestFrom]',
        "to": 'NotRequired[ShipmentSearchRequestFrom]',
        "limit": 'NotRequired[int]',
        "cursor": 'NotRequired[str]',
    },
)

ShipmentSearchRequestFrom: TypeAlias = 'str'

ShipmentStatus: TypeAlias = 'Literal["pending", "in_transit", "customs", "delivered", "cancelled"]'

class ShipmentUpdatedNotification(TypedDict):
    id: str
    type: Literal["shipment.updated"]
    created_at: str
    data: ShipmentCreatedNotificationData

class ShipmentWithLinks(TypedDict):
    id: str
    reference: str | None
    origin_country: str
    destination_country: str
    hs_code: str | None
    status: ShipmentStatus
    description: str | None
    value: float | None
    currency: str | None
    weight: float | None
    weight_unit: ShipmentRequestWeightUnit | None
    buyer: str | None
    created_at: str
    updated_at: str
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""
    documents: list[ShipmentWithLinksDocument]
    payments: list[str]

class ShipmentWithLinksDocument(TypedDict):
    documentId: str
    type: str
    status: str

class StatedAddress(TypedDict):
    street: NotRequired[str]
    building: NotRequired[str]
    city: NotRequired[str]
    postalCode: NotRequired[str]
    state: NotRequired[str]
    country: NotRequired[str]

class StatedDebtor(TypedDict):
    name: str
    country: str
    address: NotRequired[StatedAddress]

class StatedPurpose(TypedDict):
    code: str
    description: NotRequired[str]
    nationalCode: NotRequired[str]

class StatedReason(TypedDict):
    code: str | None
    """ISO 20022 external status or return reason code"""
    partnerCode: str | None
    """A code of the partner's own"""
    text: str
    """What the code means"""
    whoMustAct: StatedReasonWhoMustAct
    """partner: the partner, or a bank behind it"""
    retryable: bool
    """Whether a corrected resubmission may succeed"""
    correct: list[str]
    """Members of the instruction that are likely to be wrong, by path"""

StatedReasonWhoMustAct: TypeAlias = 'Literal["client", "beneficiary", "partner", "nobody", "unknown"]'

class StatedRemittance(TypedDict):
    text: NotRequired[str]
    reference: NotRequired[str]

class StatedValue(TypedDict):
    source: str
    """Id of the document, payment or shipment"""
    path: str
    """Member of the source"""
    value: StatedValueValue

StatedValueValue: TypeAlias = 'str | float'

class StopBulkDecisionRequest(TypedDict):
    reason: str

class SwitchRequest(TypedDict):
    reason: NotRequired[str]
    """Kept in the audit log"""

class TariffCalculation(TypedDict):
    hsCode: str
    origin: str
    destination: str
    value: float
    currency: str
    tariff: TariffCalculationTariff
    tradeAgreements: list[AgreementRate]
    preferential: PreferentialRate | None
    columnTwo: ColumnTwoRate | None
    additional: list[AdditionalDuty]
    """Duties in addition to `tariff`, which never contains them"""
    fees: list[CustomsFee]
    date: str
    coverage: Coverage

class TariffCalculationRequest(TypedDict):
    hsCode: str
    """HS code, 4 to 10 digits. Also taken: blanks"""
    origin: str
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""
    value: float
    """Customs value, > 0, in the currency"""
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    date: NotRequired[str]
    """Day of import; today where absent. Also taken: a timestamp, for its day as written"""
    destination: str
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""
    weight: NotRequired[float]
    """Quantity in `unit`. Also taken: 0, for absence"""
    unit: NotRequired[str]
    """Unit of `weight`; kg where absent. A duty counts in kg, g, lb, oz, t, l, item, pair; another unit is a fault where a duty needs one of these. Also taken: capital letters and usual names, such as `KGS`, `pcs`, `ton`"""
    transport: NotRequired[TariffCalculationRequestTransport]
    """How the goods travel; a fee of harbours depends on it"""
    distanceSale: NotRequired[bool]
    """Whether a business sells the goods to a consumer and sends them. It decides whether the European Union charges its duty of each item on a consignment of up to 150 EUR; where absent, the bounds cover both"""

TariffCalculationRequestTransport: TypeAlias = 'Literal["sea", "air", "road", "rail", "post"]'

class TariffCalculationTariff(TypedDict):
    mfnRate: float
    """Percent: 6.5 means 6.5 %"""
    mfnDuty: float
    preferentialRate: float | None
    """Percent: 6.5 means 6.5 %"""
    preferentialDuty: float | None
    vat: float | None
    """Percent: 6.5 means 6.5 %"""
    vatAmount: float | None
    totalDuties: float | None
    effectiveRate: float | None
    """Percent: 6.5 means 6.5 %"""
    range: AmountRange
    dutyBasis: TariffCalculationTariffDutyBasis
    rateBasis: HsCodeTariffsTariffsRateBasis
    estimate: bool
    """Whether the rate is a published average and no rate of the schedule"""
    rateRange: HsCodeTariffsTariffsRateRange | None
    lines: float
    """Lines of the schedule that the rate was taken from"""
    nonAdValoremLines: float
    """Lines among them that are not ad valorem; no average has them"""
    dutyExpression: str | None
    """The schedule's text, verbatim"""

TariffCalculationTariffDutyBasis: TypeAlias = 'Literal["ad_valorem", "ad_valorem_equivalent", "customs_union"]'

class TariffComparison(TypedDict):
    hsCode: str
    origin: str
    value: float
    currency: str
    comparisons: list[TariffComparisonComparison]
    rankedBy: Literal["effectiveRate"]
    """What `rank` and `bestMarket` go by; `dutyRank` and `landedCostRank` are other orders of the same list"""
    bestMarket: TariffComparisonBestMarket | None
    unavailable: list[TariffComparisonUnavailable]
    date: str
    coverage: Coverage

class TariffComparisonBestMarket(TypedDict):
    country: str
    effectiveRate: float
    """Percent: 6.5 means 6.5 %"""
    savings: float

class TariffComparisonComparison(TypedDict):
    country: str
    countryName: str
    mfnRate: float
    """Percent: 6.5 means 6.5 %"""
    totalDuties: float
    effectiveRate: float
    """Percent: 6.5 means 6.5 %"""
    rank: int
    """1 is the lowest `effectiveRate`: general duty and VAT in percent of the value"""
    tied: bool
    """Whether another destination has the same rate and totals"""
    mfnDuty: float
    dutyRank: int
    """1 is the lowest `mfnDuty`, the general duty without VAT: where the VAT is recovered"""
    landedCost: float | None
    """Price, freight, duties and fees as far as they are known, without VAT and what `coverage.excluded` names"""
    landedCostRank: int | None
    """1 is the lowest `landedCost`: where the goods cost least on arrival. It counts fees and additional duties, which are no part of `effectiveRate`, so it can differ from `rank`"""

class TariffComparisonRequest(TypedDict):
    hsCode: str
    """HS code, 4 to 10 digits. Also taken: blanks"""
    origin: str
    """ISO 3166-1 alpha-2 code, or XK. Also taken: small letters"""
    value: float
    """Customs value, > 0, in the currency"""
    currency: str
    """ISO 4217 code. Also taken: small letters"""
    date: NotRequired[str]
    """Day of import; today where absent. Also taken: a timestamp, for its day as written"""
    destinations: list[str]
    weight: NotRequired[float]
    """Quantity in `unit`. Also taken: 0, for absence"""
    unit: NotRequired[str]
    """Unit of `weight`; kg where absent. A duty counts in kg, g, lb, oz, t, l, item, pair; another unit is a fault where a duty needs one of these. Also taken: capital letters and usual names, such as `KGS`, `pcs`, `ton`"""
    freight: NotRequired[float]
    """International freight in the currency"""
    insurance: NotRequired[float]
    """Insurance of the transport in the currency"""
    incoterm: NotRequired[TariffComparisonRequestIncoterm]
    """What `value` covers; FOB where absent"""
    transport: NotRequired[TariffCalculationRequestTransport]
    """How the goods travel; a fee of harbours depends on it"""
    distanceSale: NotRequired[bool]
    """Whether a business sells the goods to a consumer and sends them. It decides whether the European Union charges its duty of each item on a consignment of up to 150 EUR; where absent, the bounds cover both"""

TariffComparisonRequestIncoterm: TypeAlias = 'Literal["EXW", "FCA", "FAS", "FOB", "CFR", "CPT", "CIF", "CIP", "DAP", "DPU", "DDP"]'

class TariffComparisonUnavailable(TypedDict):
    country: str
    countryName: str
    reason: str
    message: str
    mfnRate: float | None
    """General duty where only the VAT is not known, else null"""
    mfnDuty: float | None
    vat: float | None
    """VAT or GST on imports where it is known; no total includes it"""

class TariffEventObject(TypedDict):
    schedule: str
    """Country or union whose schedule it is"""
    edition: str
    previous_edition: str | None
    valid_from: str | None
    lines_added: int
    lines_changed: int
    lines_removed: int

class TariffUpdatedNotification(TypedDict):
    id: str
    type: Literal["tariff.updated"]
    created_at: str
    data: TariffUpdatedNotificationData

class TariffUpdatedNotificationData(TypedDict):
    object: TariffEventObject

class TrackPaymentsAnswer(TypedDict):
    success: bool
    data: TrackedInstructions

class TrackedInstructions(TypedDict):
    instructions: list[ListedPaymentInstruction]
    summary: TrackedInstructionsSummary
    notFound: list[str]
    nextCursor: str | None

class TrackedInstructionsSummary(TypedDict):
    total: int
    byStatus: dict[str, int]

class TrackingLink(TypedDict):
    instructionId: str
    url: str
    """Anyone with it sees status, date and reference of the payment"""
    createdAt: str

class Transport(TypedDict):
    mode: TransportMode
    vessel: NotRequired[str]
    voyage: NotRequired[str]
    portOfLoading: NotRequired[str]
    portOfDischarge: NotRequired[str]
    placeOfReceipt: NotRequired[str]
    placeOfDelivery: NotRequired[str]
    departureDate: NotRequired[str]
    """ISO 8601 calendar date. Also taken: a timestamp, for its day as written"""

TransportMode: TypeAlias = 'Literal["sea", "air", "road", "rail", "inland_waterway", "multimodal", "post"]'

class UnmetMember(TypedDict):
    field: str
    reason: str

class UnmetRequirement(TypedDict):
    rule: str
    field: str
    code: str
    message: str

class WaitingPayment(TypedDict):
    instructionId: str
    status: PaymentStatus
    environment: PublishEventRequestEnvironment
    account: WaitingPaymentAccount
    partner: WaitingPaymentAccount
    amount: float
    currency: str
    submittedAt: str
    waiting: WaitingPaymentWaiting | None
    """Why it is pending, and since when; null once it is no longer pending"""
    dispatchState: str | None
    flags: list[str]
    """Kinds of its open flags"""
    information: WaitingPaymentInformation | None
    """For a held payment, whether its client was asked a question"""
    assignment: PaymentAssignment | None

class WaitingPaymentAccount(TypedDict):
    id: str
    name: str

WaitingPaymentInformation: TypeAlias = 'Literal["asked", "answered"]'

class WaitingPaymentWaiting(TypedDict):
    reason: str
    message: str
    since: str

class WebhookDisabledEventObject(TypedDict):
    webhook_id: str
    reason: str
    failing_since: str | None

class WebhookDisabledNotification(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    created_at: str
    data: WebhookDisabledNotificationData

class WebhookDisabledNotificationData(TypedDict):
    object: WebhookDisabledEventObject

class WebhookFailingEventObject(TypedDict):
    webhook_id: str
    failing_since: str | None
    delivery_id: str
    event_id: str
    event: str
    """Name of the event that was to be delivered"""
    attempts: int
    """Attempts made so far"""
    status_code: int | None
    """Answer to the last one; null when none came"""
    error: str | None
    next_attempt_at: str | None

class WebhookFailingNotification(TypedDict):
    id: str
    type: Literal["webhook.failing"]
    created_at: str
    data: WebhookFailingNotificationData

class WebhookFailingNotificationData(TypedDict):
    object: WebhookFailingEventObject

class WebhookRecovery(TypedDict):
    id: str
    webhook_id: str
    since: str
    until: str
    status: WebhookRecoveryStatus
    count: int
    """Events that were missing when it was ordered"""
    sent: int
    """Events that have a new delivery so far"""
    created_at: str
    finished_at: str | None
    normalised: NotRequired[list[str]]
    """Members of the request that were taken in another form, by path; absent where there are none"""
    assumed: NotRequired[list[str]]
    """Absent members of the request that another one tells, by path; absent where there are none"""
    ignored: NotRequired[list[str]]
    """Members of the request that are not known or not readable, by path; absent where there are none"""

class WebhookRecoveryRequest(TypedDict):
    since: str
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""
    until: NotRequired[str]
    """ISO 8601 timestamp. Also taken: an offset in place of `Z`; without a zone it is in UTC"""

WebhookRecoveryStatus: TypeAlias = 'Literal["running", "completed"]'

class WebhookSubscription(TypedDict):
    id: str
    url: str
    """HTTPS endpoint, or the URL of its queue"""
    destination: NotRequired[CreatedWebhookSubscriptionDestination]
    """Its queue; absent for an HTTPS endpoint"""
    events: list[str]
    description: str
    enabled: bool
    created_at: str
    disabled_reason: str | None
    """Why the service disabled it, or null"""
    header_names: NotRequired[list[str]]
    """Names of its static headers"""
    filter: NotRequired[dict[str, list[CreatedWebhookSubscriptionFilter]]]
    rate_per_second: NotRequired[int]
    ordered: NotRequired[bool]
    labels: NotRequired[dict[str, str]]
    include_amount: NotRequired[bool]
    breaker: NotRequired[bool]
    dropped: NotRequired[list[str]]
    """Only in the answer to a change of the origin of `url`, or of the region of a queue: the secrets that were given for the former one and are dropped, such as `headers.X-Token`; give them again to have them sent to the new one"""
    unreachable: NotRequired[CreatedWebhookSubscriptionUnreachable]
    """Only in the details, while the breaker is open: since when the endpoint is unreachable, how the last attempt failed, and when one delivery may try again"""

class WebhookSubscriptionRequest(TypedDict):
    url: NotRequired[str]
    """HTTPS endpoint; exactly one of `url` and `destination` is given"""
    destination: NotRequired[QueueDestination]
    """A queue, in place of `url`"""
    events: list[WebhookSubscriptionRequestEvent]
    description: NotRequired[str]
    enabled: NotRequired[bool]
    headers: NotRequired[dict[str, str]]
    """Static headers of every delivery, stored sealed and never shown again; `{}` removes them. None of Corridor's own, and none that controls the connection, such as Host, Content-Length, Transfer-Encoding or Connection"""
    filter: NotRequired[dict[str, list[WebhookSubscriptionRequestFilter]]]
    """Path into `data` of a payment notification, or into `data.object` of any other event -> values, of which it must have one. An event is delivered when every path fits; `{}` removes the filter"""
    rate_per_second: NotRequired[int]
    """Maximum attempts per second; 0 removes the limit"""
    ordered: NotRequired[bool]
    """Whether the next event of a subject, such as a payment, waits for the previous one"""
    labels: NotRequired[dict[str, str]]
    """Name -> text, for your own use; `{}` removes them"""
    include_amount: NotRequired[bool]
    """Whether notifications about payments also carry `amount` and `currency` in `data`"""
    breaker: NotRequired[bool]
    """Whether to save attempts while the endpoint is unreachable: after five attempts in a row without any answer, deliveries wait without using up attempts; one delivery at a time probes the endpoint, and when it answers all continue. Without it every delivery follows the retry schedule"""

WebhookSubscriptionRequestEvent: TypeAlias = 'Literal["shipment.created", "shipment.updated", "shipment.deleted", "shipment.finding", "document.generated", "document.failed", "buyer.matched", "tariff.updated", "hs_code.classified", "payment.pending", "payment.submitted", "payment.accepted", "payment.processing", "payment.settled", "payment.failed", "payment.cancelled", "payment.returned", "payment.reconciliation_mismatch", "payment.return_changed", "payment.recall_updated", "payment.payee_checked", "payment.information_requested", "webhook.failing", "webhook.disabled", "delivery.failed", "payment.status_changed", "payment.*", "*"]'

WebhookSubscriptionRequestFilter: TypeAlias = 'str | float | bool'

class WebhookSubscriptionUpdate(TypedDict):
    url: NotRequired[str]
    destination: NotRequired[QueueDestinationChange]
    """Of a subscription with a queue: what is present changes; credentials are replaced together"""
    events: NotRequired[list[WebhookSubscriptionRequestEvent]]
    description: NotRequired[str]
    enabled: NotRequired[bool]
    headers: NotRequired[dict[str, str]]
    """Static headers of every delivery, stored sealed and never shown again; `{}` removes them. None of Corridor's own, and none that controls the connection, such as Host, Content-Length, Transfer-Encoding or Connection"""
    filter: NotRequired[dict[str, list[WebhookSubscriptionRequestFilter]]]
    """Path into `data` of a payment notification, or into `data.object` of any other event -> values, of which it must have one. An event is delivered when every path fits; `{}` removes the filter"""
    rate_per_second: NotRequired[int]
    """Maximum attempts per second; 0 removes the limit"""
    ordered: NotRequired[bool]
    """Whether the next event of a subject, such as a payment, waits for the previous one"""
    labels: NotRequired[dict[str, str]]
    """Name -> text, for your own use; `{}` removes them"""
    include_amount: NotRequired[bool]
    """Whether notifications about payments also carry `amount` and `currency` in `data`"""
    breaker: NotRequired[bool]
    """Whether to save attempts while the endpoint is unreachable: after five attempts in a row without any answer, deliveries wait without using up attempts; one delivery at a time probes the endpoint, and when it answers all continue. Without it every delivery follows the retry schedule"""

class WebhookSubscriptionWithSecret(TypedDict):
    id: str
    url: str
    """HTTPS endpoint, or the URL of its queue"""
    destination: NotRequired[CreatedWebhookSubscriptionDestination]
    """Its queue; absent for an HTTPS endpoint"""
    events: list[str]
    description: str
    enabled: bool
    created_at: str
    disabled_reason: str | None
    """Why the service disabled it, or null"""
    header_names: NotRequired[list[str]]
    """Names of its static headers"""
    filter: NotRequired[dict[str, list[CreatedWebhookSubscriptionFilter]]]
    rate_per_second: NotRequired[int]
    ordered: NotRequired[bool]
    labels: NotRequired[dict[str, str]]
    include_amount: NotRequired[bool]
    breaker: NotRequired[bool]
    dropped: NotRequired[list[str]]
    """Only in the answer to a change of the origin of `url`, or of the region of a queue: the secrets that were given for the former one and are dropped, such as `headers.X-Token`; give them again to have them sent to the new one"""
    unreachable: NotRequired[CreatedWebhookSubscriptionUnreachable]
    """Only in the details, while the breaker is open: since when the endpoint is unreachable, how the last attempt failed, and when one delivery may try again"""
    secret: str
    """Shown once; signs every delivery"""

class WebhookTestRequest(TypedDict):
    event: str
    """Name of an event, as `GET /v1/event-types` lists them"""

class WebhookTestResult(TypedDict):
    event: str
    event_id: str
    delivery_id: str
    status: WebhookTestResultStatus
    response_status: float | None
    duration_ms: float | None

WebhookTestResultStatus: TypeAlias = 'Literal["delivered", "failed", "pending"]'

Weight: TypeAlias = 'float | WeightWithUnit'

class WeightWithUnit(TypedDict):
    value: float
    unit: NotRequired[WeightWithUnitUnit]

WeightWithUnitUnit: TypeAlias = 'Literal["KGM", "LBR"]'

class Weights(TypedDict):
    net: NotRequired[Weight]
    gross: NotRequired[Weight]

class WrappedRefusal(TypedDict):
    success: bool
    error: ErrorDetail

class ListPaymentInstructionsQuery(TypedDict):
    status: NotRequired[str]
    fromDate: NotRequired[str]
    updatedSince: NotRequired[str]
    """Those that changed then or later, in the order of their changes; nothing is missed by who goes on"""
    minAmount: NotRequired[float]
    """In the major unit of the currency"""
    maxAmount: NotRequired[float]
    """In the major unit of the currency"""
    beneficiaryName: NotRequired[str]
    """Whole name, in any case"""
    beneficiaryId: NotRequired[str]
    limit: NotRequired[int]
    """Items per page"""
    toDate: NotRequired[str]
    clientReference: NotRequired[str]
    """The newest payment that has it; its `others` are the earlier ones"""
    currency: NotRequired[str]

class PreviewPaymentQuery(TypedDict):
    hold_for: NotRequired[int]
    """Seconds to hold route, fee and date; the answer then has a quoteId"""

class ListPaymentReportsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class CreatePaymentBatchQuery(TypedDict):
    mode: NotRequired[PaymentBatchMode]
    name: NotRequired[str]
    purpose: NotRequired[str]
    valueDate: NotRequired[str]

class ListPaymentBatchesQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListPaymentBatchRowsQuery(TypedDict):
    state: NotRequired[PaymentBatchRowState]
    limit: NotRequired[int]
    """Items per page"""

class TrackPaymentsQuery(TypedDict):
    instructionIds: NotRequired[str]
    """Comma-separated ids, at most 50"""
    status: NotRequired[str]
    fromDate: NotRequired[str]
    updatedSince: NotRequired[str]
    """Those that changed then or later, in the order of their changes; nothing is missed by who goes on"""
    minAmount: NotRequired[float]
    """In the major unit of the currency"""
    maxAmount: NotRequired[float]
    """In the major unit of the currency"""
    beneficiaryName: NotRequired[str]
    """Whole name, in any case"""
    beneficiaryId: NotRequired[str]
    limit: NotRequired[int]
    """Items per page"""
    cursor: NotRequired[str]
    """Where an earlier page ended"""

class GetPaymentRequirementsQuery(TypedDict):
    currency: str
    """ISO 4217 code"""
    country: str
    """ISO 3166-1 alpha-2 code, or XK"""
    beneficiaryType: NotRequired[BeneficiaryType]

class GetCalendarQuery(TypedDict):
    year: NotRequired[int]
    """The present one (UTC) by default"""

class ListPartnerInstructionsQuery(TypedDict):
    since: NotRequired[str]
    """Only those that were handed over at this moment or later"""
    until: NotRequired[str]
    """Only those that were handed over before this moment"""
    status: NotRequired[PaymentStatus]
    reference: NotRequired[str]
    """Only what this names exactly: the id, the UETR, your reference, or the reference of your bank"""
    waiting: NotRequired[Literal["true"]]
    """Only those that you have and that have no outcome, the first handed over first"""
    limit: NotRequired[int]
    """Items per page"""

class ListPartnerSettlementsQuery(TypedDict):
    date: str
    """Day on which it was expected, or settled, in the zone of the route"""
    state: NotRequired[OwnSettlementLineState]
    currency: NotRequired[str]
    """Only payments in this currency"""
    limit: NotRequired[int]
    """Items per page"""

class ListPartnerReportsQuery(TypedDict):
    instructionId: NotRequired[str]
    disposition: NotRequired[LoggedReportDisposition]
    since: NotRequired[str]
    """Only those that arrived at this moment or later"""
    until: NotRequired[str]
    """Only those that arrived before this moment"""
    limit: NotRequired[int]
    """Items per page"""

class ListBeneficiariesQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class GetHsCodeTariffsQuery(TypedDict):
    country: NotRequired[str]
    date: NotRequired[str]
    """Day for which the rates are asked; today where absent"""

class GetCountryTariffProfileQuery(TypedDict):
    date: NotRequired[str]
    """Day for which the profile is asked; today where absent"""

class ListDocumentsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""
    type: NotRequired[PaymentConditionDocumentType]
    status: NotRequired[DocumentStatus]
    shipmentId: NotRequired[str]

class DownloadDocumentQuery(TypedDict):
    preview: NotRequired[Literal["html"]]
    """The document as a web page instead of the file"""

class ListWebhooksQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListWebhookDeliveriesQuery(TypedDict):
    status: NotRequired[DeliveryStatus]
    event: NotRequired[str]
    """Names of events and patterns such as `payment.*`, separated by commas"""
    limit: NotRequired[int]
    """Items per page"""

class ListEventsQuery(TypedDict):
    after: NotRequired[str]
    """Id of the last event read, or a cursor; an expired id counts as before the oldest"""
    type: NotRequired[str]
    """Names of events and patterns such as `payment.*`, separated by commas"""
    limit: NotRequired[int]
    """Items per page"""

class StreamEventsQuery(TypedDict):
    after: NotRequired[str]
    """Id of the last event read, even if expired; `start`: from the oldest"""
    type: NotRequired[str]
    """Names of events and patterns such as `payment.*`, separated by commas"""
    webhook_id: NotRequired[str]
    seconds: NotRequired[int]
    """Seconds after which the stream ends"""

class ListRequestsQuery(TypedDict):
    status: NotRequired[ListRequestsStatus]
    """First digit of the status, such as `4xx`"""
    operation: NotRequired[str]
    """Operation id of this document"""
    subject: NotRequired[str]
    """Id of what the requests made, or of what their path names"""
    from_: NotRequired[str]
    """Not before this moment"""
    to: NotRequired[str]
    """Before this moment"""
    limit: NotRequired[int]
    """Items per page"""

class ListShipmentsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""
    status: NotRequired[ShipmentStatus]

class ListPaymentsThatWaitQuery(TypedDict):
    waiting: NotRequired[BulkDecisionFilterWaiting]
    """person: waits for a person; in_doubt: the partner may or may not have it; otherwise a waitingReason"""
    environment: NotRequired[PublishEventRequestEnvironment]
    partner: NotRequired[str]
    """Id of the partner"""
    assigned: NotRequired[ListPaymentsThatWaitAssigned]
    """mine: assigned to the key's person; unassigned: to no operator"""
    limit: NotRequired[int]
    """Items per page"""

class ListBulkDecisionsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListBulkDecisionPaymentsQuery(TypedDict):
    state: NotRequired[BulkDecisionPaymentState]
    limit: NotRequired[int]
    """Items per page"""

class ListSettlementsQuery(TypedDict):
    date: str
    """Day on which it was expected, or settled, in the zone of the route"""
    state: NotRequired[OwnSettlementLineState]
    currency: NotRequired[str]
    """Only payments in this currency"""
    limit: NotRequired[int]
    """Items per page"""
    partner: str
    """Id of the partner"""

class ListBankStatementsQuery(TypedDict):
    partner: NotRequired[str]
    limit: NotRequired[int]
    """Items per page"""

class ImportBankStatementQuery(TypedDict):
    partner: str
    """Id of the partner whose payments the bank made"""

class ListBankStatementEntriesQuery(TypedDict):
    verdict: NotRequired[BankStatementEntryVerdict]
    limit: NotRequired[int]
    """Items per page"""

class ListScreeningsQuery(TypedDict):
    decision: NotRequired[ListScreeningsDecision]
    """blocked: creations that were refused"""
    from_: NotRequired[RememberUntil]
    """First moment, or day in UTC"""
    to: NotRequired[RememberUntil]
    """Last day in UTC, or the moment after the last"""
    limit: NotRequired[int]
    """Items per page"""

class ListClearancesQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListPartnersQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListPartnerCertificatesQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListRoutesQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ListCalendarsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

class ShowCalendarQuery(TypedDict):
    year: NotRequired[int]
    """The present one (UTC) by default"""

class RemoveHolidayQuery(TypedDict):
    name: NotRequired[str]
    """State of the day in the calendar"""
    reason: NotRequired[str]
    """Kept in the audit log; not for clients"""

class ListProposalsQuery(TypedDict):
    limit: NotRequired[int]
    """Items per page"""

WebhookEvent: TypeAlias = 'ShipmentCreatedNotification | ShipmentUpdatedNotification | ShipmentDeletedNotification | ShipmentFindingNotification | DocumentGeneratedNotification | DocumentFailedNotification | BuyerMatchedNotification | TariffUpdatedNotification | HsCodeClassifiedNotification | PaymentNotification | PaymentReconciliationMismatchNotification | PaymentReturnChangedNotification | PaymentRecallUpdatedNotification | PaymentPayeeCheckedNotification | PaymentInformationRequestedNotification | WebhookFailingNotification | WebhookDisabledNotification | DeliveryFailedNotification'
