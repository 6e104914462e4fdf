import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { ComplianceHold } from '../../domain/payments/compliance-hold';
import { checkResubmittable } from '../../domain/payments/decisions/resubmission';
import type { RouteTerms } from '../../domain/payments/failover';
import { quoteRefusal } from '../../domain/payments/quotes';
import type { PaymentState } from '../../domain/payments/state';
import type { Queryable } from '../database';
import { PooledBatcher } from '../../lib/batching';
import { receiptRow, type ScreeningReceipt } from '../compliance/screenings';
import { lostClaim, reusedKey, type HeldKey } from '../idempotency';
import { TOPICS } from '../outbox';
import { readLine, type PaymentLine } from './resubmission';

/** A validated, routed and priced instruction, ready to be kept. */
export interface NewInstruction extends Tenant, RouteTerms {
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
  submittedAt: Date;
  /** The payment that it instructs again, or null. */
  resubmissionOf: string | null;
  /** Unique end-to-end transaction reference. */
  uetr: string;
  /** The quote whose terms it has, or null. */
  quoteId: string | null;
  /** Receipt of its screening; one that asks for a review holds it. */
  screening: ScreeningReceipt | null;
}

/** The relay starts the workflow itself when the request that should have done it has not, this long after. */
const RELAY_AFTER_SECONDS = 3;

/** How often a payment is instructed again before the changes of the one that it repeats are too many to wait for. */
const MAX_TRIES = 10;
const RETRY_AFTER_SECONDS = 2;

/**
 * A payment is instructed again as long as nothing has happened to it, or to those that it instructs again itself, since
 * they were read: each change moves a version, and one that comes at this moment waits for this statement.
 */
const MOVED = `
  seen as materialized (
    select * from jsonb_to_recordset($2::jsonb) as s(new_id text, id text, version integer)
  ),
  unmoved as materialized (
    select s.new_id, i.id from seen s join payment_instructions i on i.id = s.id and i.version = s.version
    order by i.id for share of i
  ),
  moved as materialized (
    select distinct s.new_id from seen s where not exists (select from unmoved u where u.new_id = s.new_id and u.id = s.id)
  ),`;

/** @param isAgain whether any of the rows instructs a payment again: what is none of that costs nothing */
const insertSql = (isAgain: boolean): string => `
  with wanted as materialized (
    select * from jsonb_to_recordset($1::jsonb) as w(id text, account_id text, environment text, request_id text,
      client_reference text, amount numeric, currency text, beneficiary_country text, purpose_code text, private_sealed text,
      requested_route jsonb, value_date date, release_at timestamptz, partner_id text, partner_name text, route_id text,
      channel text, timeline text, route_reasons jsonb, expected_date date, date_explanation jsonb,
      fee_estimated numeric, fee_breakdown jsonb, submitted_at timestamptz, scope text, operation text, key text,
      token text, body_hash text, compliance_hold jsonb, screening jsonb, resubmission_of text,
      quote_id text, uetr text)
  ),
  -- A request that no longer holds its key makes nothing: another one goes on in its place.
  held as materialized (
    select k.claim_token from idempotency_keys k
    where (k.scope, k.operation, k.key) in (select scope, operation, key from wanted) and k.status_code is null
    order by k.scope, k.operation, k.key for update
  ),
  ${isAgain ? MOVED : ''}
  -- A row waits for another statement that uses the same reference: in their order, no two can wait for each other.
  instruction as (
    insert into payment_instructions (
      id, account_id, environment, request_id, client_reference, amount, currency, beneficiary_country, purpose_code,
      private_sealed, requested_route, value_date, release_at, partner_id, partner_name, route_id, channel, timeline,
      route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at, last_updated_at,
      idempotency_key, idempotency_hash, compliance_hold, resubmission_of, quote_id,
      uetr)
    select id, account_id, environment, request_id, client_reference, amount, currency, beneficiary_country, purpose_code,
      decode(private_sealed, 'base64'), requested_route, value_date, release_at, partner_id, partner_name, route_id,
      channel, timeline, route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at,
      submitted_at, key, decode(body_hash, 'base64'), compliance_hold, resubmission_of,
      quote_id, uetr
    from wanted where (key is null or token in (select claim_token from held))
      ${isAgain ? 'and id not in (select new_id from moved)' : ''}
    order by account_id, environment, client_reference, quote_id, resubmission_of, uetr
    on conflict do nothing
    returning id, account_id
  ),
  screened as (
    insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions,
      blocked_countries, decision, countries, candidates, party_sealed, screened_at)
    select w.screening->>'id', w.account_id, w.environment, w.request_id, w.id, w.screening->>'algorithm',
      w.screening->'editions', w.screening->'blocked_countries', w.screening->>'decision', w.screening->'countries', w.screening->'candidates',
      decode(w.screening->>'party_sealed', 'base64'), w.submitted_at
    from wanted w join instruction on instruction.id = w.id where w.screening is not null
  ),
  start as (
    insert into outbox (topic, subject, account_id, available_at)
    select '${TOPICS.startPayment}', id, account_id, now() + make_interval(secs => ${RELAY_AFTER_SECONDS}) from instruction
  ),
  -- The payment that is instructed again learns of it by this, should the request die before it has written it.
  link as (
    insert into outbox (topic, subject, account_id, payload)
    select '${TOPICS.linkPayment}', w.resubmission_of, w.account_id, jsonb_build_object('as', w.id)
    from wanted w join instruction on instruction.id = w.id where w.resubmission_of is not null
  ),
  claim as (
    update idempotency_keys k set subject = w.id
    from wanted w join instruction on instruction.id = w.id
    where k.scope = w.scope and k.operation = w.operation and k.key = w.key and k.claim_token = w.token
  )
  select id, true as kept from instruction
  ${isAgain ? 'union all select new_id, false from moved' : ''}`;

const INSERT_SQL = insertSql(false);
const INSERT_AGAIN_SQL = insertSql(true);

interface Insert {
  instruction: NewInstruction;
  held: HeldKey | null;
  /** What it instructs again, as it was when that was found to be allowed; empty for any other payment. */
  seen: PaymentLine['versions'];
}

/** `kept_out`: a used reference or key, or a lost claim; `moved`: what it instructs again has changed. */
type Insertion = 'kept' | 'kept_out' | 'moved';

function holdOf({ screening }: NewInstruction): ComplianceHold | null {
  return screening?.screening.decision === 'review' ? { state: 'review' } : null;
}

function rowOf({ instruction, held }: Insert): object {
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
    compliance_hold: holdOf(instruction),
    resubmission_of: instruction.resubmissionOf,
    quote_id: instruction.quoteId,
    uetr: instruction.uetr,
    screening: instruction.screening === null ? null : receiptRow(instruction.screening),
    scope: held?.scope ?? null,
    operation: held?.operation ?? null,
    key: held?.key ?? null,
    token: held?.token ?? null,
    body_hash: held?.bodyHash.toString('base64') ?? null,
  };
}

/** @returns for each what became of it: what keeps one out keeps out its own row alone */
async function serve(database: Queryable, inserts: readonly Insert[]): Promise<Insertion[]> {
  const wanted = JSON.stringify(inserts.map(rowOf));
  const seen = inserts.flatMap(({ instruction, seen: line }) =>
    line.map((one) => ({ new_id: instruction.id, ...one })),
  );
  const isAgain = seen.length > 0;
  const parameters = isAgain ? [wanted, JSON.stringify(seen)] : [wanted];
  const rows = await database.query<{ id: string; kept: boolean }>(isAgain ? INSERT_AGAIN_SQL : INSERT_SQL, parameters);
  const outcomes = new Map(rows.map(({ id, kept }): [string, Insertion] => [id, kept ? 'kept' : 'moved']));
  return inserts.map(({ instruction }) => outcomes.get(instruction.id) ?? 'kept_out');
}

/** Instructions that arrive together share a statement and its wait for the disk. */
const inserter = new PooledBatcher(serve, { maxBatchSize: 50, maxConcurrent: 2 });

/** What became of a new instruction: kept, or made before by a request with the same key and body. */
export type InsertOutcome = { kind: 'kept' } | { kind: 'known'; instructionId: string };

/**
 * Keeps an instruction together with the order to start its workflow, in one statement: from here on it survives any
 * crash. The idempotency key stands on the instruction itself, so it makes one payment for ever, however long a request
 * was frozen and whatever became of its claim.
 * @param held the key of the request; null when it has none
 * @throws DomainError DUPLICATE naming the first instruction when the clientReference was used before, or when the key
 *   was used with another body; IN_PROGRESS when the claim went to another request; INVALID_TRANSITION when it instructs
 *   again what may have been paid
 * Source: docs/GAPS.md#P6, docs/GAPS.md#resubmission
 */
export async function insertInstruction(
  database: Queryable,
  instruction: NewInstruction,
  held: HeldKey | null,
): Promise<InsertOutcome> {
  if (instruction.resubmissionOf !== null) return insertAgain(database, instruction, instruction.resubmissionOf, held);
  if ((await inserter.submit(database, { instruction, held, seen: [] })) === 'kept') return { kind: 'kept' };
  return whyNot(database, instruction, held);
}

/** What may have been paid is not instructed again, even where that is learned while the new payment is being kept. */
async function insertAgain(
  database: Queryable,
  instruction: NewInstruction,
  resubmissionOf: string,
  held: HeldKey | null,
): Promise<InsertOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const line = await readLine(database, resubmissionOf);
    checkResubmittable(line);
    const insertion = await inserter.submit(database, { instruction, held, seen: line.versions });
    if (insertion === 'kept') return { kind: 'kept' };
    if (insertion === 'kept_out' || line.isInstructedAgain) return whyNot(database, instruction, held);
  }
  throw new DomainError('UNAVAILABLE', 'This payment is changed by too many at once.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

interface Known {
  id: string;
  has_key: boolean;
  same_body: boolean;
  same_reference: boolean;
  same_quote: boolean;
  same_uetr: boolean;
}

async function whyNot(database: Queryable, instruction: NewInstruction, held: HeldKey | null): Promise<InsertOutcome> {
  const [known] = await database.query<Known>(
    `select id, coalesce(idempotency_key = $3, false) as has_key,
            coalesce(idempotency_hash = $4, false) as same_body,
            coalesce(client_reference = $2, false) as same_reference,
            coalesce(quote_id = $7, false) as same_quote,
            uetr is not distinct from $8 as same_uetr
     from payment_instructions
     where account_id = $1 and environment = $5
       and (idempotency_key = $3 or client_reference = $2 or resubmission_of = $6 or quote_id = $7 or uetr = $8)
     order by idempotency_key = $3 desc nulls last, resubmission_of = $6 desc nulls last limit 1`,
    [
      instruction.accountId,
      instruction.clientReference,
      held?.key ?? null,
      held?.bodyHash ?? null,
      instruction.environment,
      instruction.resubmissionOf,
      instruction.quoteId,
      instruction.uetr,
    ],
  );
  if (known === undefined) throw lostClaim();
  if (!known.has_key) throw refusalOf(known);
  if (known.same_body) return { kind: 'known', instructionId: known.id };
  throw reusedKey();
}

function refusalOf(known: Known): DomainError {
  if (known.same_reference) return duplicateReference(known.id, 'clientReference');
  if (known.same_uetr) return duplicateReference(known.id, 'uetr');
  if (!known.same_quote) return resubmittedBefore(known.id);
  return quoteRefusal([{ field: 'quoteId', code: 'used', message: `was used for instruction ${known.id}` }]);
}

function duplicateReference(firstId: string, field: 'clientReference' | 'uetr'): DomainError {
  return new DomainError('DUPLICATE', `An instruction with this ${field} exists.`, {
    details: [{ field, code: 'duplicate', message: `was used for instruction ${firstId}` }],
    extra: { instructionId: firstId },
  });
}

/** @returns the refusal of a payment that was instructed again already */
function resubmittedBefore(againId: string): DomainError {
  return new DomainError('DUPLICATE', 'This payment was instructed again already.', {
    details: [{ field: 'instructionId', code: 'resubmitted', message: `was instructed again as ${againId}` }],
    extra: { instructionId: againId },
  });
}

/** An instruction that nothing has happened to since it was kept. */
export function initialState(instruction: NewInstruction): PaymentState {
  return {
    id: instruction.id,
    version: 0,
    accountId: instruction.accountId,
    partnerId: instruction.partnerId,
    status: 'pending',
    eventSequence: 0,
    clientReference: instruction.clientReference,
    submittedAt: instruction.submittedAt,
    amount: instruction.amount,
    currency: instruction.currency,
    feeEstimated: instruction.feeEstimated,
    expectedDate: instruction.expectedDate,
    cutOffZone: instruction.cutOffZone,
    waitingReason: null,
    releaseAt: instruction.releaseAt,
    complianceHold: holdOf(instruction),
    information: [],
    cancellation: null,
    recall: null,
    returned: null,
    operatorDecision: null,
    historyStatuses: [],
    dispatch: null,
    dispatchedAt: null,
    knownToPartner: true,
    endedByPartnerAt: null,
    settlementHash: null,
    resubmittedAs: null,
    waiting: [],
    repeat: null,
  };
}
