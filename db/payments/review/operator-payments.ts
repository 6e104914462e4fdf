import type { Environment } from '../../../domain/auth/tenant';
import type { Cancellation, DispatchState } from '../../../domain/payments/instruction/state';
import type { Conditions } from '../../../domain/payments/review/conditions';
import type { Recall } from '../../../domain/payments/settlement/recall';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { RouteReason } from '../../../domain/payments/routing/routing';
import { EXPLAINED_OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { isOneOfSql } from '../../status-sql';
import { assignmentSql, type PlainAssignment } from './payment-assignments';

/** What is common to a payment in the operator's list and by itself. */
export interface OperatorSummary {
  id: string;
  status: PaymentStatus;
  environment: Environment;
  accountId: string;
  accountName: string;
  partnerId: string;
  partnerName: string;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  submittedAt: Date;
  /** Null once it is pending no more. */
  waitingReason: string | null;
  waitingSince: Date;
  /** The operator who works on it. */
  assignment: PlainAssignment | null;
}

export interface DispatchAttempt {
  attempt: number;
  partnerId: string;
  partnerName: string;
  routeId: string;
  /** What its calls carry. */
  idempotencyKey: string;
  /** Decimal text in the currency's major unit. */
  feeEstimated: string;
  /** Calendar date. */
  expectedDate: string;
  reasons: RouteReason[];
  state: DispatchState;
  sends: number;
  fault: string | null;
  startedAt: Date;
  endedAt: Date | null;
  deniedAt: Date | null;
}

export interface OperatorPaymentRow extends OperatorSummary {
  routeId: string;
  clientReference: string | null;
  valueDate: string | null;
  partnerReference: string | null;
  cancellation: Cancellation | null;
  recall: Recall | null;
  /** What it waits for, as it was known last. */
  conditions: Conditions | null;
  resubmissionOf: string | null;
  resubmittedAs: string | null;
  /** Where it failed or came back: the code that was given, and the words. */
  outcome: { reasonCode: string | null; message: string | null } | null;
  returned: ReturnedMoney | null;
  lastUpdatedAt: Date;
}

/** What a person did about a payment. */
export interface OperatorAct {
  at: Date;
  actor: string;
  /** Email address of that person, or of the person of that operator's key; null for a command and the service. */
  actorName: string | null;
  act: string;
  detail: Record<string, unknown>;
}

/** Everything that an operator needs to know of a payment. */
export interface OperatorPaymentFacts {
  payment: OperatorPaymentRow;
  dispatches: DispatchAttempt[];
  flags: { id: string; kind: string; raisedAt: Date }[];
  cases: { id: string; kind: string; count: number; openedAt: Date }[];
  /** The newest first. */
  acts: OperatorAct[];
  /** Its statuses, the earliest first. */
  history: { at: Date; status: PaymentStatus; message: string | null }[];
}

/** SQL of an `OperatorSummary` of instruction `i` of account `a`. */
export const OPERATOR_SUMMARY_SQL = `i.id, i.status, i.environment, i.account_id as "accountId", a.name as "accountName",
  i.partner_id as "partnerId", i.partner_name as "partnerName", i.amount, i.currency, i.submitted_at as "submittedAt",
  case when i.status = 'pending' then i.waiting_reason when i.payee_check ->> 'decision' = 'pending' then 'payee_check' end
    as "waitingReason",
  coalesce(i.waiting_since, i.last_updated_at) as "waitingSince", ${assignmentSql('i.id')} as assignment`;

/** Acts of people that are shown with a payment. */
const MAX_ACTS = 50;

/** A payment as operators see it; null when there is none of that id. */
export async function readOperatorPayment(database: Queryable, id: string): Promise<OperatorPaymentFacts | null> {
  const [payment] = await database.query<OperatorPaymentRow & Record<string, unknown>>(
    `select ${OPERATOR_SUMMARY_SQL}, i.route_id as "routeId", i.client_reference as "clientReference", i.value_date as "valueDate",
       i.partner_reference as "partnerReference", i.cancellation, i.last_updated_at as "lastUpdatedAt",
       i.recall, i.returned, i.conditions, i.resubmission_of as "resubmissionOf", i.resubmitted_as as "resubmittedAs",
       (select json_build_object('reasonCode', h.reason_code, 'message', h.message) from status_history h
        where h.instruction_id = i.id and h.status = i.status and ${isOneOfSql('i.status', EXPLAINED_OUTCOMES)}
        order by h.sort_at desc, h.rank desc, h.id desc limit 1) as outcome
     from payment_instructions i join accounts a on a.id = i.account_id where i.id = $1`,
    [id],
  );
  if (payment === undefined) return null;
  const [dispatches, flags, cases, acts, history] = await Promise.all([
    database.query<DispatchAttempt & Record<string, unknown>>(
      `select d.attempt, d.partner_id as "partnerId", coalesce(d.partner_name, i.partner_name) as "partnerName",
         d.route_id as "routeId", d.instruction_id || ':' || d.attempt as "idempotencyKey",
         coalesce(d.fee_estimated, i.fee_estimated) as "feeEstimated",
         coalesce(d.expected_date, i.expected_date) as "expectedDate",
         coalesce(d.route_reasons, i.route_reasons) as reasons, d.state, d.sends, d.fault, d.started_at as "startedAt",
         d.finished_at as "endedAt", d.denied_at as "deniedAt"
       from dispatches d join payment_instructions i on i.id = d.instruction_id
       where d.instruction_id = $1 order by d.attempt`,
      [id],
    ),
    database.query<{ id: string; kind: string; raisedAt: Date }>(
      `select id::text, kind, created_at as "raisedAt" from operator_flags
       where subject = $1 and cleared_at is null order by operator_flags.id`,
      [id],
    ),
    database.query<{ id: string; kind: string; count: number; openedAt: Date }>(
      `select id, kind, count, created_at as "openedAt" from reconciliation_cases
       where instruction_id = $1 and state = 'open' order by id`,
      [id],
    ),
    database.query<OperatorAct & Record<string, unknown>>(
      `select l.at, l.actor, coalesce(u.email, p.email) as "actorName", l.act, l.detail
       from audit_log l
       left join users u on l.actor = 'user:' || u.id
       left join api_keys k on l.actor = 'operator:' || k.id
       left join users p on p.id = k.user_id
       where l.subject = $1 order by l.id desc limit ${MAX_ACTS}`,
      [id],
    ),
    database.query<{ at: Date; status: PaymentStatus; message: string | null }>(
      `select effective_at as at, status, message from status_history where instruction_id = $1
       order by sort_at, rank, id`,
      [id],
    ),
  ]);
  return { payment, dispatches, flags, cases, acts, history };
}
