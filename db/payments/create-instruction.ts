import type { DateStep } from '../../domain/payments/dates';
import type { RouteReason } from '../../domain/payments/routing';
import type { Timeline } from '../../domain/payments/status';
import { DomainError } from '../../domain/errors';
import type { Queryable } from '../database';
import { UniqueViolation } from '../faults';
import { TOPICS } from '../outbox';

/** A validated, routed and priced instruction, ready to be kept. */
export interface NewInstruction {
  id: string;
  accountId: string;
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
  with instruction as (
    insert into payment_instructions (
      id, account_id, request_id, client_reference, amount, currency, beneficiary_country, purpose_code,
      private_sealed, requested_route, value_date, release_at, partner_id, partner_name, route_id, channel, timeline,
      route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at, last_updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23)
    returning id
  ),
  start as (
    insert into outbox (topic, subject, available_at)
    select '${TOPICS.startPayment}', id, now() + make_interval(secs => ${RELAY_AFTER_SECONDS}) from instruction
  ),
  claim as (
    update idempotency_keys set subject = $1 where scope = $2 and operation = $24 and key = $25
  )
  select id from instruction`;

function valuesOf(instruction: NewInstruction): unknown[] {
  return [
    instruction.id,
    instruction.accountId,
    instruction.requestId,
    instruction.clientReference,
    instruction.amount,
    instruction.currency,
    instruction.beneficiaryCountry,
    instruction.purposeCode,
    instruction.privateSealed,
    JSON.stringify(instruction.requestedRoute),
    instruction.valueDate,
    instruction.releaseAt,
    instruction.partnerId,
    instruction.partnerName,
    instruction.routeId,
    instruction.channel,
    instruction.timeline,
    JSON.stringify(instruction.routeReasons),
    instruction.expectedDate,
    JSON.stringify(instruction.dateExplanation),
    instruction.feeEstimated,
    JSON.stringify(instruction.feeBreakdown),
    instruction.submittedAt,
  ];
}

/**
 * Keeps an instruction together with the order to start its workflow, in one statement: from here on it survives any
 * crash. The claim on the idempotency key learns which instruction it made.
 * @param outside where the first instruction is looked up on a clash, which ends a transaction of the caller
 * @throws DomainError DUPLICATE naming the first instruction when the clientReference was used before
 * Source: docs/GAPS.md#P6
 */
export async function insertInstruction(
  database: Queryable,
  instruction: NewInstruction,
  idempotency: { operation: string; key: string | null },
  outside: Queryable = database,
): Promise<void> {
  try {
    await database.query(INSERT_SQL, [...valuesOf(instruction), idempotency.operation, idempotency.key]);
  } catch (fault) {
    if (fault instanceof UniqueViolation && fault.constraint === 'payment_instructions_client_reference') {
      throw await duplicateReference(outside, instruction);
    }
    throw fault;
  }
}

async function duplicateReference(database: Queryable, instruction: NewInstruction): Promise<DomainError> {
  const [first] = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and client_reference = $2',
    [instruction.accountId, instruction.clientReference],
  );
  const message = `was used for instruction ${first?.id ?? 'unknown'}`;
  return new DomainError('DUPLICATE', 'An instruction with this clientReference exists.', {
    details: [{ field: 'clientReference', code: 'duplicate', message }],
    extra: { instructionId: first?.id ?? null },
  });
}
