import { screenedWithSql } from '../../compliance/screened-with';
import { approvalSql } from '../../auth/approval-rules';
import { lockLimitSql } from '../../lock-limits';
import { TOPICS } from '../../outbox';
import { INSERTED_SQL, INSERTED_VALUES_SQL, RECORDSET_SQL } from './instruction-columns';

/** The relay starts the workflow itself when the request that should have done it has not, this long after. */
const RELAY_AFTER_SECONDS = 3;

/** What an insert is for. */
interface InsertKind {
  /** It waits for no row: instructions of several callers are in it. */
  isShared: boolean;
  /** Whether any of the rows instructs a payment again: what is none of that costs nothing. */
  isAgain: boolean;
  /** Whether any of the rows is of a batch: what is none of that costs nothing. */
  isOfBatch: boolean;
}

/**
 * SQL that locks the payments that are instructed again, and selects new ones of which any has moved since it was read:
 * each change moves a version, and one that comes at this moment waits for this statement.
 */
const againSql = (isShared: boolean): string => `
  seen as materialized (
    select * from jsonb_to_recordset($3::jsonb) as s(new_id text, id text, version integer)
  ),
  unmoved as materialized (
    select s.new_id, i.id from seen s join payment_instructions i on i.id = s.id and i.version = s.version
    order by i.id for share of i${isShared ? ' skip locked' : ''}
  ),
  moved as materialized (
    select distinct s.new_id from seen s where not exists (select from unmoved u where u.new_id = s.new_id and u.id = s.id)
  ),`;

/**
 * The rows of batches whose payments may be made. The lock excludes a cancellation, so that no process makes a payment after
 * it, however long it was frozen; a row whose outcome is recorded is not made either.
 * Source: docs/GAPS.md#P21
 */
const makingSql = (isShared: boolean): string => `
  making as materialized (
    select r.id from wanted w join payment_batches b on b.id = w.batch_id and b.status = 'making'
    join payment_batch_rows r on r.id = w.idempotency_key and r.batch_id = b.id and r.state = 'making'
    order by b.id for key share of b${isShared ? ' skip locked' : ''}
  ),`;

const OF_MAKING = 'and (batch_id is null or idempotency_key in (select id from making))';

/**
 * Of a shared statement, the instructions that need not wait for a claim, nor for a row that theirs will refer to. One
 * whose earlier payment has moved, or is held, is not among them: by itself it will find out which.
 */
const freeSql = ({ isAgain, isOfBatch }: InsertKind): string => `
  free as materialized (
    select w.id from wanted w
    cross join lateral (select from accounts where id = w.account_id for key share skip locked) account
    cross join lateral (select from partners where id = w.partner_id for key share skip locked) partner
    cross join lateral (select from routes where id = w.route_id for key share skip locked) route
    where (w.idempotency_key is null or w.token in (select claim_token from held) or not exists (
      select from idempotency_keys k where k.scope = w.scope and k.operation = w.operation and k.key = w.idempotency_key
        and k.claim_token = w.token and k.status_code is null))
      ${isAgain ? 'and w.id not in (select new_id from moved)' : ''}
      ${isOfBatch ? OF_MAKING : ''}
  ),`;

const insertSql = ({ isShared, isAgain, isOfBatch }: InsertKind): string => `
  with ${lockLimitSql('$2')},
  wanted as materialized (
    select w.* from limits, jsonb_to_recordset($1::jsonb) as w(${RECORDSET_SQL},
      scope text, operation text, token text, screening jsonb, approval_terms jsonb)
    where is_set is not null
  ),
  -- A request that no longer holds its key makes nothing: another one goes on in its place.
  held as materialized (
    select k.claim_token from idempotency_keys k
    where (k.scope, k.operation, k.key) in (select scope, operation, idempotency_key from wanted) and k.status_code is null
    order by k.scope, k.operation, k.key for no key update${isShared ? ' skip locked' : ''}
  ),
  ${isAgain ? againSql(isShared) : ''}
  ${isOfBatch ? makingSql(isShared) : ''}
  ${isShared ? freeSql({ isShared, isAgain, isOfBatch }) : ''}
  -- A row waits for another statement that uses the same reference: in their order, no two can wait for each other.
  instruction as (
    insert into payment_instructions (${INSERTED_SQL}, approval, screened_with)
    select ${INSERTED_VALUES_SQL}, ${approvalSql('wanted')}, ${screenedWithSql('screening')}
    from wanted where (idempotency_key is null or token in (select claim_token from held))
      ${isShared ? 'and id in (select id from free)' : ''}
      ${isAgain && !isShared ? 'and id not in (select new_id from moved)' : ''}
      ${isOfBatch && !isShared ? OF_MAKING : ''}
    order by account_id, environment, client_reference, quote_id, resubmission_of, uetr
    on conflict do nothing
    returning id, account_id, approval
  ),
  screened as (
    insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions,
      blocked_countries, decision, countries, candidates, party_sealed, clearance_id, screened_at)
    select w.screening->>'id', w.account_id, w.environment, w.request_id, w.id, w.screening->>'algorithm',
      w.screening->'editions', w.screening->'blocked_countries', w.screening->>'decision', w.screening->'countries', w.screening->'candidates',
      decode(w.screening->>'party_sealed', 'base64'), w.screening->>'clearance_id', w.submitted_at
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
    where k.scope = w.scope and k.operation = w.operation and k.key = w.idempotency_key and k.claim_token = w.token
  )
  select id, 'kept' as outcome, approval from instruction
  ${isShared ? `union all select id, 'held', null from wanted where id not in (select id from free)` : ''}
  ${isAgain && !isShared ? `union all select new_id, 'moved', null from moved` : ''}`;

const statements = new Map<string, string>();

/**
 * Keeps new instructions with their screenings and the orders to start their workflows. `$1` holds them, `$2` the limit
 * for locks, `$3` what was seen of the payments that they instruct again, where there are any.
 * @returns (in SQL) by id what became of each that is `kept`, with the approvals that it needs, or that instructs again what has `moved`, or that is
 *   `held`: nothing is done about it in a statement that must not wait
 */
export function instructionInsertSql(kind: InsertKind): string {
  const name = `${kind.isShared} ${kind.isAgain} ${kind.isOfBatch}`;
  const statement = statements.get(name) ?? insertSql(kind);
  statements.set(name, statement);
  return statement;
}
