import { z } from 'zod';
import { CancellationShape } from '../dispatch/cancellation-schema';
import { NotesShape } from '../../schema-tools';
import { DISCREPANCY_TYPES, RECONCILIATION_STATUSES } from '../settlement/reconciliation';
import { CHARGE_BEARERS } from './charge-bearer';
import { CLEARING_SCHEMES } from './clearing';
import { IDENTIFIER_TYPES, PARTY_TYPES } from './instruction-schema';
import { ApprovalShape } from '../review/approval-schema';
import { ConditionsShape } from '../review/condition-schema';
import { PayeeCheckShape } from '../review/payee-check-schema';
import { InformationShape } from '../review/information-schema';
import { OutcomeReasonShape, ReturnShape } from '../reports/reason-schema';
import { ProofShape } from '../settlement/proof-schema';
import { RecallShape } from '../settlement/recall-schema';
import { DATE_CHANGES } from '../routing/redating';
import { SentAs, UnmetRequirement } from './preview-parts';
import { PAYMENT_STATUSES, TIMELINES } from './status';

/** A status as answers have it. */
export const Status = z.enum(PAYMENT_STATUSES).meta({ id: 'PaymentStatus' });
const TimelineName = z.enum(TIMELINES).meta({ id: 'SettlementTimeline' });
const Reasons = z.array(z.object({ code: z.string(), message: z.string() }).meta({ id: 'Reason' }));
const FeeItem = z.object({ type: z.string(), amount: z.number() }).meta({ id: 'FeeItem' });
const JudgedRoute = z
  .object({ routeId: z.string(), partnerName: z.string(), channel: z.string(), reasons: Reasons })
  .meta({ id: 'JudgedRoute' });
const Fee = z
  .object({
    estimated: z.number(),
    currency: z.string(),
    breakdown: z.array(FeeItem),
  })
  .meta({ id: 'EstimatedFees' });
const DateExplanation = z
  .array(
    z.object({
      reason: z.enum(['cut_off', 'weekend', 'holiday', 'value_date']),
      date: z.string(),
      message: z.string(),
    }),
  )
  .meta({ description: 'What moved the expected date, in order' });

const DateHistory = z
  .array(z.object({ expectedSettlementDate: z.string(), replacedAt: z.string(), because: z.enum(DATE_CHANGES) }))
  .meta({
    description:
      'Former expected dates, oldest first. held: it waited on our side; calendar_changed: a day was ' +
      'closed or opened; rerouted: it moved to another route',
  });

const Unmet = z
  .array(z.object({ field: z.string(), reason: z.string() }).meta({ id: 'UnmetMember' }))
  .optional()
  .meta({ description: 'What partners ask for and the request lacks; absent where there is nothing' });

/** Answer to a creation. Source: specification, "Payment instruction (as returned)" */
export const CreatedInstruction = z
  .object({
    instructionId: z.string(),
    status: Status,
    waitingReason: z.string().nullable().meta({ description: 'Why it is pending; null when it is not' }),
    approval: ApprovalShape.nullable().meta({ description: 'The approvals of members that it needs; null where none' }),
    clientReference: z.string().nullable(),
    submittedAt: z.string(),
    settlementDetails: z.object({
      expectedSettlementDate: z.string(),
      settlementTimeline: TimelineName,
      partnerName: z.string(),
      channel: z.string(),
      dateExplanation: DateExplanation,
    }),
    fees: Fee,
    route: JudgedRoute,
    ...NotesShape,
    unmet: Unmet,
  })
  .meta({ id: 'CreatedPaymentInstruction' });

/** A watch list that parties are compared with. */
export const ScreeningList = z.object({
  title: z.string(),
  edition: z.string(),
  checkedAt: z.string().meta({ description: 'When its publication was read last' }),
  ageDays: z.number().int().meta({ description: 'Whole days since then' }),
});

/** How a screening of the parties comes out. Source: docs/GAPS.md#P13 */
const SCREENING_CLASSES = ['clear', 'not_screened', 'review', 'blocked'] as const;

const OtherRoutes = z.array(JudgedRoute).meta({ description: "The key's other routes, and why each was not chosen" });

/** What a creation with the same body would decide at this moment. Source: docs/GAPS.md#P2 */
export const PaymentPreview = z
  .object({
    clientReference: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    settlementDetails: z.object({
      expectedSettlementDate: z.string(),
      earliestSettlementDate: z.string().meta({ description: "By the fastest of the chosen route's timelines" }),
      settlementTimeline: TimelineName,
      partnerName: z.string(),
      channel: z.string(),
      dateExplanation: DateExplanation,
    }),
    fees: Fee,
    route: JudgedRoute,
    losingRoutes: OtherRoutes,
    heldUntil: z.string().nullable().meta({
      description:
        'When a requested value date, or changed bank details of a saved beneficiary, let the payment be sent',
    }),
    otherAccount: z
      .object({
        instructionId: z.string(),
        submittedAt: z.string(),
        accountNumber: z.string().meta({ description: 'Masked to its last four characters' }),
      })
      .nullable()
      .meta({
        description:
          'The newest payment that was sent to a payee of this name, where it went to another account: confirm the new details ' +
          'with the payee; null where it went to the same one, and for a saved beneficiary',
      }),
    chargeBearer: z.enum(CHARGE_BEARERS),
    requirements: z.object({ enforced: z.boolean(), unmet: z.array(UnmetRequirement) }).meta({
      description: "Missing members by the corridor's rules; with `enforced` a creation is refused for them",
    }),
    screening: z.object({ class: z.enum(SCREENING_CLASSES), lists: z.array(ScreeningList) }),
    quote: z
      .object({ quoteId: z.string(), expiresAt: z.string() })
      .nullable()
      .meta({ description: 'With `hold_for`: a creation that names it gets this route, fee and date, once' }),
    conditions: ConditionsShape.meta({ description: 'The conditions that were stated, and whether they are met now' }),
    sentAs: SentAs,
    ignored: z.array(z.string()).meta({ description: 'Unknown members of the request, by path' }),
    normalised: z.array(z.string()).meta({ description: 'Members that were taken in another form, by path' }),
    assumed: z.array(z.string()).meta({ description: 'Absent members that another one tells, by path' }),
    unmet: Unmet,
  })
  .meta({ id: 'PaymentPreview' });

/** How the confirmation compares with the instruction. Source: docs/GAPS.md#P5 */
export const ReconciliationShape = z
  .object({
    status: z.enum(RECONCILIATION_STATUSES).meta({
      description: 'unverified: no differences, but a figure could not be compared',
    }),
    discrepancies: z.array(
      z.object({
        type: z.enum(DISCREPANCY_TYPES),
        expected: z.union([z.number(), z.string()]),
        actual: z.union([z.number(), z.string()]),
      }),
    ),
  })
  .meta({ id: 'Reconciliation' });

/** An amount in an answer. */
export const Money = z.object({ amount: z.number(), currency: z.string() }).meta({ id: 'Money' });

/** A settlement confirmation as it is shown again. */
export const SettlementShape = z
  .object({
    confirmedAt: z.string(),
    settlementReference: z.string().nullable(),
    actualAmount: z.number(),
    actualCurrency: z.string(),
    beneficiaryReceived: Money.optional(),
    exchangeRate: z.object({ rate: z.number(), timestamp: z.string().optional() }).optional(),
    fees: Money.extend({ breakdown: z.array(FeeItem).optional() }).optional(),
  })
  .meta({ id: 'Settlement' });

const AddressShape = z
  .object({
    street: z.string().optional(),
    building: z.string().optional(),
    city: z.string().optional(),
    postalCode: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  })
  .meta({ id: 'StatedAddress' });

/** Beneficiary as it is kept, and as it is shown with the account number masked. Source: docs/GAPS.md#P8 */
export const BeneficiaryShape = z
  .object({
    name: z.string(),
    type: z.enum(PARTY_TYPES).optional(),
    country: z.string(),
    bankAccount: z.object({
      accountNumber: z.string(),
      bankName: z.string().optional(),
      swiftBic: z.string().optional(),
      clearing: z.object({ scheme: z.enum(CLEARING_SCHEMES), code: z.string() }).optional(),
      country: z.string(),
    }),
    address: AddressShape.optional(),
    dateOfBirth: z.string().optional(),
    identifiers: z
      .array(z.object({ type: z.enum(IDENTIFIER_TYPES), number: z.string(), country: z.string().optional() }))
      .optional(),
  })
  .meta({ id: 'MaskedBeneficiary' });

/** What a partner gets of a beneficiary: not what is evidence for our screening alone. */
export const PaidBeneficiary = BeneficiaryShape.omit({ dateOfBirth: true, identifiers: true }).meta({
  id: 'PaidBeneficiary',
});

/** Debtor as it is kept and shown. Source: docs/GAPS.md#parties */
export const DebtorShape = z
  .object({ name: z.string(), country: z.string(), address: AddressShape.optional() })
  .meta({ id: 'StatedDebtor' });

/** The purpose as the payment shows it; null once it was erased. */
export const PurposeShape = z
  .object({ code: z.string(), description: z.string().optional(), nationalCode: z.string().optional() })
  .meta({ id: 'StatedPurpose' });

/** Remittance information, as it is stored and shown. */
export const RemittanceShape = z
  .object({ text: z.string().optional(), reference: z.string().optional() })
  .meta({ id: 'StatedRemittance' });

/** What a list and a single instruction both show. */
const Summary = z.object({
  instructionId: z.string(),
  status: Status,
  clientReference: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  submittedAt: z.string(),
  lastUpdatedAt: z.string(),
});

/** What became of an attempt; `unconfirmed`: the partner may have it, and is asked. */
const ATTEMPT_OUTCOMES = ['sending', 'unconfirmed', 'delivered', 'not_delivered', 'rejected'] as const;

/** One attempt at handing an instruction to a partner. Source: docs/GAPS.md#P10 */
const Attempt = z
  .object({
    attempt: z.int(),
    outcome: z.enum(ATTEMPT_OUTCOMES).meta({ description: 'unconfirmed: the partner may have it, and is asked' }),
    message: z.string().nullable().meta({ description: "The partner's message, if rejected" }),
    route: z.object({ routeId: z.string(), partnerName: z.string(), channel: z.string(), reasons: Reasons }),
    settlementTimeline: TimelineName,
    expectedSettlementDate: z.string(),
    fees: z.object({ estimated: z.number(), currency: z.string() }),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'PaymentAttempt' });

/** One instruction in full. Source: specification, "Payment instruction (as returned)"; docs/GAPS.md#P8 */
export const RetrievedInstruction = Summary.extend({
  settlementDetails: z.object({
    expectedSettlementDate: z.string(),
    settlementTimeline: TimelineName,
    partnerReference: z.string().nullable(),
    bankReference: z.string().nullable(),
    settledAt: z.string().optional(),
    dateExplanation: DateExplanation,
    dateHistory: DateHistory,
  }),
  statusHistory: z.array(z.object({ status: Status, timestamp: z.string(), message: z.string().optional() })),
  uetr: z.string().meta({ description: 'Unique end-to-end transaction reference' }),
  metadata: z.record(z.string(), z.string()).nullable().meta({ description: 'Null once the payment was erased' }),
  beneficiary: BeneficiaryShape.nullable().meta({ description: 'Null once the payment was erased' }),
  beneficiaryId: z.string().nullable().meta({ description: 'The saved beneficiary that it was made from' }),
  beneficiaryVersion: z.number().int().nullable().meta({ description: 'Version of its bank details at that time' }),
  debtor: DebtorShape.nullable().meta({ description: 'Null where none was named, or the payment was erased' }),
  purpose: PurposeShape,
  remittance: RemittanceShape.nullable().meta({ description: 'Null where there is none, or the payment was erased' }),
  chargeBearer: z
    .enum(CHARGE_BEARERS)
    .nullable()
    .meta({ description: 'Who bears the charges; null for a payment from before it was kept' }),
  valueDate: z.string().nullable(),
  fees: Fee,
  route: JudgedRoute,
  attempts: z.array(Attempt).meta({ description: 'Attempts to dispatch it, in order; the last one is current' }),
  resubmissionOf: z.string().nullable().meta({ description: 'The payment that it resubmits' }),
  resubmittedAs: z.string().nullable().meta({ description: 'The payment that resubmits it' }),
  waitingReason: z.string().nullable(),
  approval: ApprovalShape.nullable().meta({ description: 'The approvals of members that it needs; null where none' }),
  informationRequests: z
    .array(InformationShape)
    .meta({ description: 'Questions of a compliance review to the client, in order' }),
  failure: OutcomeReasonShape.nullable().meta({ description: 'Why it failed, and what can be done' }),
  return: ReturnShape.nullable().meta({ description: 'Why and how much of it was returned, and what can be done' }),
  cancellation: CancellationShape.nullable(),
  recall: RecallShape.nullable().meta({ description: 'The recall after settlement' }),
  settlement: SettlementShape.nullable(),
  reconciliation: ReconciliationShape.nullable(),
  conditions: ConditionsShape.meta({ description: 'What it waits for, or waited for; empty where nothing was stated' }),
  conditionsExpireAt: z.string().nullable(),
  payeeCheck: PayeeCheckShape.nullable().meta({ description: "What the payee's bank says of the name" }),
  proof: ProofShape.nullable().meta({
    description: "What its bank's books say beside the partner's word; null before it is with a partner",
  }),
  erasedAt: z.string().nullable().meta({ description: 'When its personal data were erased on request' }),
}).meta({ id: 'PaymentInstruction' });

/** An instruction in a list. */
export const ListedInstruction = Summary.extend({
  beneficiaryName: z.string().nullable().meta({ description: "The payee's name; null once the payment was erased" }),
  others: z
    .array(z.string())
    .optional()
    .meta({ description: 'With `clientReference`: the earlier payments that have it, the newest first' }),
  settlementDetails: z.object({
    expectedSettlementDate: z.string().optional(),
    settledAt: z.string().optional(),
    settlementTimeline: TimelineName,
    partnerName: z.string(),
    channel: z.string(),
    partnerReference: z.string().nullable(),
  }),
}).meta({ id: 'ListedPaymentInstruction' });

/** Answer of the tracking operation. Source: specification, "Payments" 5; docs/GAPS.md#P9 */
export const Tracked = z
  .object({
    instructions: z.array(ListedInstruction),
    summary: z.object({ total: z.int(), byStatus: z.record(z.string(), z.int()) }),
    notFound: z.array(z.string()),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TrackedInstructions' });

/** Answer to a cancellation; a repeat gets the present state. Source: docs/GAPS.md#P7 */
export const CancellationAnswer = z
  .object({ instructionId: z.string(), status: Status, cancellation: CancellationShape })
  .meta({ id: 'CancellationAnswer' });
