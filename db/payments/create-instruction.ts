import type { DateStep } from '../../domain/payments/dates';
import type { RouteReason } from '../../domain/payments/routing';
import type { Timeline } from '../../domain/payments/status';
import { tenantName, type Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { Queryable } from '../database';
import { UniqueViolation } from '../faults';
import { Gatherers } from '../gather';
import { TOPICS } from '../outbox';
import type { TransitionState } from './transition-state';

/** A validated, routed and priced instruction, ready to be kept. */
export interface NewInstruction extends Tenant {
  id: string;
  requestId: string;
  clientReference: string | null;
  amount: string;
  currency: string;
  beneficiaryCountry: string;
  purposeCode: string;
  privateSealed: Buffer;
  requestedRoute: object;
  valueDate: string | null;
  /** Not to be dispatched before this moment, or null. */
  releaseAt: Date | null;
  partnerId: string;
  partnerName: string;
  routeId: string;
  channel: string;
  timeline: Timeline;
  routeReasons: RouteReason[];
  expectedDate: string;
  dateExplanation: DateStep[];
  feeEstimated: string;
  feeBreakdown: { type: string; amount: number }[];
  submittedAt: Date;
}

/** The relay starts the workflow itself when the request that should have done it has not, this long after. */
const RELAY_AFTER_SECONDS = 3;

const INSERT_SQL = `
  with wanted as materialized (
    select * from jsonb_to_recordset($1::jsonb) as w(id text, account_id text, environment text, request_id text,
      client_reference text, amount numeric, currency text, beneficiary_country text, purpose_code text, private_sealed text,
      requested_route jsonb, value_date date, release_at timestamptz, partner_id text, partner_name text, route_id text,
      channel text, timeline text, route_reasons jsonb, expected_date date, date_explanation jsonb,
      fee_estimated numeric, fee_breakdown jsonb, submitted_at timestamptz, scope text, operation text,
      key text)
  ),
  instruction as (
    insert into payment_instructions (
      id, account_id, environment, request_id, client_reference, amount, currency, beneficiary_country, purpose_code,
      private_sealed, requested_route, value_date, release_at, partner_id, partner_name, route_id, channel, timeline,
      route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at, last_updated_at)
    select id, account_id, environment, request_id, client_reference, amount, currency, beneficiary_country, purpose_code,
      decode(private_sealed, 'base64'), requested_route, value_date, release_at, partner_id, partner_name, route_id,
      channel, timeline, route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at,
      submitted_at
    from wanted
    returning id, account_id
  ),
  start as (
    insert into outbox (topic, subject, account_id, available_at)
    select '${TOPICS.startPayment}', id, account_id, now() + make_interval(secs => ${RELAY_AFTER_SECONDS}) from instruction
  ),
  claim as (
    update idempotency_keys k set subject = w.id
    from wanted w where k.scope = w.scope and k.operation = w.operation and k.key = w.key
  )
  select id from instruction`;

interface Insert {
  instruction: NewInstruction;
  idempotency: { operation: string; key: string | null };
}

function rowOf({ instruction, idempotency }: Insert): object {
  return {
    id: instruction.id,
    account_id: instruction.accountId,
    environment: instruction.environment,
    request_id: instruction.requestId,
    client_reference: instruction.clientReference,
    amount: instruction.amount,
    currency: instruction.currency,
    beneficiary_country: instruction.beneficiaryCountry,
    purpose_code: instruction.purposeCode,
    private_sealed: instruction.privateSealed.toString('base64'),
    requested_route: instruction.requestedRoute,
    value_date: instruction.valueDate,
    release_at: instruction.releaseAt,
    partner_id: instruction.partnerId,
    partner_name: instruction.partnerName,
    route_id: instruction.routeId,
    channel: instruction.channel,
    timeline: instruction.timeline,
    route_reasons: instruction.routeReasons,
    expected_date: instruction.expectedDate,
    date_explanation: instruction.dateExplanation,
    fee_estimated: instruction.feeEstimated,
    fee_breakdown: instruction.feeBreakdown,
    submitted_at: instruction.submittedAt,
    scope: tenantName(instruction),
    ...idempotency,
  };
}

async function serve(database: Queryable, inserts: readonly Insert[]): Promise<true[]> {
  await database.query(INSERT_SQL, [JSON.stringify(inserts.map(rowOf))]);
  return inserts.map(() => true);
}

/** Instructions that arrive together share a statement and its wait for the disk. */
const inserter = new Gatherers(serve, { maxAtOnce: 50, maxParallel: 2 });

/**
 * Keeps an instruction together with the order to start its workflow, in one statement: from here on it survives any
 * crash. The claim on the idempotency key learns which instruction it made.
 * @throws DomainError DUPLICATE naming the first instruction when the clientReference was used before
 * Source: docs/GAPS.md#P6
 */
export async function insertInstruction(
  database: Queryable,
  instruction: NewInstruction,
  idempotency: { operation: string; key: string | null },
): Promise<void> {
  try {
    await inserter.ask(database, { instruction, idempotency });
  } catch (fault) {
    if (fault instanceof UniqueViolation && fault.constraint === 'payment_instructions_client_reference') {
      throw await duplicateReference(database, instruction);
    }
    throw fault;
  }
}

/** An instruction that nothing has happened to since it was kept, as a transition needs it. */
export function newbornState(instruction: NewInstruction): TransitionState {
  return {
    id: instruction.id,
    version: 0,
    accountId: instruction.accountId,
    status: 'pending',
    eventSequence: 0,
    clientReference: instruction.clientReference,
    submittedAt: instruction.submittedAt,
    amount: instruction.amount,
    currency: instruction.currency,
    feeEstimated: instruction.feeEstimated,
    expectedDate: instruction.expectedDate,
    cancellationRequested: false,
    historyStatuses: [],
    dispatchedAt: null,
    knownToPartner: true,
    settlementHash: null,
    waiting: [],
    repeat: null,
  };
}

async function duplicateReference(database: Queryable, instruction: NewInstruction): Promise<DomainError> {
  const [first] = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and environment = $2 and client_reference = $3',
    [instruction.accountId, instruction.environment, instruction.clientReference],
  );
  const message = `was used for instruction ${first?.id ?? 'unknown'}`;
  return new DomainError('DUPLICATE', 'An instruction with this clientReference exists.', {
    details: [{ field: 'clientReference', code: 'duplicate', message }],
    extra: { instructionId: first?.id ?? null },
  });
}
