import { z } from 'zod';
import { EVIDENCE } from '../../compliance/evidence';
import { PARTY_ROLES, SCREENING_DECISIONS } from '../../compliance/screen';
import { CalendarDate, Cursor, ListLimit, optional, Timestamp, NotesShape } from '../../schema-tools';
import { SCREENING_VERDICTS } from './compliance-hold';
import { ConditionsShape } from './condition-schema';
import { AssignmentShape, NoteShape } from './case-work-schema';
import { OperatorInformationShape } from './information-schema';
import { OPERATOR_DECISIONS } from './operator-decision';
import { OutcomeReasonShape, ReturnShape } from '../reports/reason-schema';
import { RecallShape } from '../settlement/recall-schema';
import { PAYMENT_STATUSES } from '../instruction/status';
import { WAITING_REASONS } from '../dispatch/waiting';

/** Characters of a reason that an operator gives. */
export const MAX_REASON = 500;
const MAX_REFERENCE = 140;

const Status = z.enum(PAYMENT_STATUSES);
const Environment = z.enum(['test', 'live']);

/** What an operator says about a payment. */
export const DecisionRequest = z
  .object({
    decision: z.enum(OPERATOR_DECISIONS).meta({
      description:
        'delivered: the partner has it; never_received: it does not, and it is sent again; try_now: send or ask at once ' +
        '(of a contradiction: no partner has it, and it is to be sent); give_up: no partner has it, and it is not tried again',
    }),
    reason: z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log; not for the client' }),
    partnerReference: optional(z.string().min(1).max(MAX_REFERENCE)),
  })
  .refine(({ decision, partnerReference }) => decision === 'delivered' || partnerReference === undefined, {
    path: ['partnerReference'],
    error: 'only with delivered',
    params: { code: 'not_applicable' },
  })
  .meta({ id: 'OperatorDecisionRequest' });

/** Answer to a decision; a repeat gets that of the first one. */
export const DecisionAnswer = z
  .object({
    instructionId: z.string(),
    decision: z.enum(OPERATOR_DECISIONS),
    reason: z.string(),
    status: Status.meta({ description: 'Status after the decision' }),
    decidedBy: z.string(),
    decidedAt: Timestamp,
    ...NotesShape,
  })
  .meta({ id: 'OperatorDecision' });

/** What an operator says about a payment that is held for a compliance review. */
export const ScreeningRequest = z
  .object({
    decision: z.enum(SCREENING_VERDICTS).meta({ description: 'release: it is sent; reject: it fails' }),
    reason: z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log; not for the client' }),
    remember: optional(
      z
        .object({
          until: z.union([CalendarDate, Timestamp]).meta({ description: 'At most a year ahead' }),
          scope: z.enum(['payee']).meta({ description: 'payee: the same name, bank account and country' }),
        })
        .meta({
          id: 'Remember',
          description: 'Of a release: later payments of the account to the payee pass while the entries are unchanged',
        }),
    ),
  })
  .refine(({ decision, remember }) => decision === 'release' || remember === undefined, {
    path: ['remember'],
    error: 'is for a release alone',
    params: { code: 'not_allowed' },
  })
  .meta({ id: 'ScreeningDecisionRequest' });

/** A release that is remembered. Source: docs/GAPS.md#P13 */
export const ClearanceShape = z
  .object({
    clearanceId: z.string(),
    account: z.object({ id: z.string(), name: z.string() }),
    environment: Environment,
    scope: z.enum(['payee']),
    payee: z.string().nullable().meta({ description: 'Name; null once the payment was erased' }),
    instructionId: z.string().meta({ description: 'The payment whose release is remembered' }),
    entries: z.array(z.object({ list: z.string(), listEntry: z.string() })),
    state: z.enum(['in_force', 'expired', 'revoked']),
    reason: z.string(),
    createdBy: z.string(),
    createdAt: Timestamp,
    until: Timestamp,
    revokedAt: Timestamp.nullable(),
    revokedBy: z.string().nullable(),
  })
  .meta({ id: 'Clearance' });

/** Answer to it; a repeat gets that of the first one. */
export const ScreeningAnswer = z
  .object({
    instructionId: z.string(),
    decision: z.enum(SCREENING_VERDICTS),
    state: z
      .enum(['released', 'rejected', 'proposed'])
      .meta({ description: 'proposed: the release waits for a second operator' }),
    reason: z.string(),
    decidedBy: z.string(),
    decidedAt: Timestamp,
    proposedBy: z.string().nullable().meta({ description: 'Who proposed the release, if two operators decided' }),
    clearanceId: z.string().nullable().meta({ description: 'The clearance that remembers the release' }),
    ...NotesShape,
  })
  .meta({ id: 'ScreeningDecision' });

const ScreeningFacts = z.object({
  screeningId: z.string(),
  decision: z.enum(SCREENING_DECISIONS),
  screenedAt: z.string(),
  algorithm: z.string().meta({ description: 'Version of the comparison of names' }),
  clearanceId: z.string().nullable().meta({ description: 'The remembered release that it rests on' }),
  parties: z
    .array(
      z.object({
        party: z.enum(PARTY_ROLES).nullable().meta({ description: 'null where an old receipt does not say who' }),
        name: z.string().nullable().meta({ description: 'null once it was erased' }),
        blockedCountries: z.array(z.string()),
        entries: z.array(
          z.object({
            listEntry: z.string().meta({ description: 'Id of the entry on its list' }),
            name: z.string().nullable().meta({ description: 'Similar listed name; null once erased' }),
            score: z.number().meta({ description: 'Likeness, 0 to 1' }),
            list: z.object({ title: z.string(), edition: z.string() }).nullable(),
            evidence: z.array(z.enum(EVIDENCE)).meta({
              description: 'What else agrees; other_date_of_birth: the date of birth is another one',
            }),
          }),
        ),
      }),
    )
    .meta({ description: 'First parties with a match or a blocked country, then clear ones' }),
});

/** Who was compared when a payment was screened last, and what each is like. */
export const PaymentScreening = ScreeningFacts.extend({ instructionId: z.string() }).meta({ id: 'PaymentScreening' });

const FromTo = optional(z.union([CalendarDate, Timestamp]));

/** Which screenings are listed. */
export const ScreeningsQuery = z.object({
  decision: z
    .enum(['blocked', 'review'])
    .default('blocked')
    .meta({ description: 'blocked: creations that were refused' }),
  from: FromTo.meta({ description: 'First moment, or day in UTC' }),
  to: FromTo.meta({ description: 'Last day in UTC, or the moment after the last' }),
  format: z.enum(['json', 'csv']).default('json').meta({ description: 'csv: all of them in one file' }),
  limit: ListLimit,
  cursor: Cursor,
});

/** A screening in a list. Source: docs/GAPS.md#P13 */
export const ListedScreening = ScreeningFacts.extend({
  instructionId: z.string().nullable().meta({ description: 'null of a refused creation: there is no payment' }),
  account: z.object({ id: z.string(), name: z.string() }),
  environment: Environment,
  requestId: z.string(),
}).meta({ id: 'ListedScreening' });

/** What payments in the operator's list wait for: a person, an answer about their dispatch, or one of the reasons. */
export const WAITING_FILTERS = ['person', 'in_doubt', ...WAITING_REASONS] as const;

const Waiting = z
  .object({ reason: z.string(), message: z.string(), since: z.string() })
  .nullable()
  .meta({ description: 'Why it is pending, and since when; null once it is no longer pending' });

const Named = z.object({ id: z.string(), name: z.string() });

/** A payment that waits, in a list. */
export const WaitingPayment = z
  .object({
    instructionId: z.string(),
    status: Status,
    environment: Environment,
    account: Named,
    partner: Named,
    amount: z.number(),
    currency: z.string(),
    submittedAt: z.string(),
    waiting: Waiting,
    dispatchState: z.string().nullable(),
    flags: z.array(z.string()).meta({ description: 'Kinds of its open flags' }),
    information: z
      .enum(['asked', 'answered'])
      .nullable()
      .meta({ description: 'For a held payment, whether its client was asked a question' }),
    assignment: AssignmentShape.nullable(),
  })
  .meta({ id: 'WaitingPayment' });

/** Everything that an operator needs to know of a payment; nothing of its beneficiary. */
export const OperatorPayment = WaitingPayment.omit({ dispatchState: true, flags: true, information: true })
  .extend({
    routeId: z.string(),
    clientReference: z.string().nullable(),
    valueDate: z.string().nullable(),
    partnerReference: z.string().nullable(),
    lastUpdatedAt: z.string(),
    dispatches: z.array(
      z.object({
        attempt: z.int(),
        partnerId: z.string(),
        partnerName: z.string(),
        routeId: z.string(),
        idempotencyKey: z.string().meta({ description: 'Idempotency key of its calls' }),
        feeEstimated: z.number(),
        expectedDate: z.string(),
        reasons: z
          .array(z.object({ code: z.string(), message: z.string() }))
          .meta({ description: 'Why this route was taken' }),
        state: z.string(),
        calls: z.int().meta({ description: 'Calls of this attempt that may have left' }),
        startedAt: z.string(),
        endedAt: z.string().nullable(),
        deniedAt: z.string().nullable().meta({ description: 'When the partner first denied having received it' }),
        fault: z.string().nullable(),
      }),
    ),
    cancellation: z.object({ status: z.string(), reason: z.string().nullable(), requestedAt: z.string() }).nullable(),
    recall: RecallShape.nullable(),
    conditions: ConditionsShape.meta({ description: 'What it waits for, as it was known last' }),
    failure: OutcomeReasonShape.nullable().meta({ description: 'Why it failed; null for any other status' }),
    return: ReturnShape.nullable().meta({ description: 'Why it came back; null for any other status' }),
    resubmissionOf: z.string().nullable().meta({ description: 'The payment that it resubmits' }),
    resubmittedAs: z.string().nullable().meta({ description: 'The payment that resubmits it' }),
    flags: z.array(z.object({ id: z.string(), kind: z.string(), raisedAt: z.string() })),
    cases: z.array(z.object({ id: z.string(), kind: z.string(), count: z.int(), openedAt: z.string() })),
    acts: z
      .array(
        z.object({
          at: z.string(),
          actor: z.string(),
          actorName: z.string().nullable().meta({ description: 'Email address of the person, if it is one' }),
          act: z.string(),
          detail: z.record(z.string(), z.unknown()),
        }),
      )
      .meta({ description: 'Actions of people on it, newest first; at most 50' }),
    history: z
      .array(z.object({ at: z.string(), status: Status, message: z.string().nullable() }))
      .meta({ description: 'Its statuses, earliest first' }),
    notes: z.array(NoteShape).meta({ description: 'Notes of operators, oldest first' }),
    informationRequests: z
      .array(OperatorInformationShape)
      .meta({ description: 'Questions of a compliance review to the client, with answers' }),
    allowedDecisions: z.array(z.enum(OPERATOR_DECISIONS)),
    workflowId: z.string(),
  })
  .meta({ id: 'OperatorPayment' });
