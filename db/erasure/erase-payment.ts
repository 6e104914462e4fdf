import { paymentErasureRefusal } from '../../domain/erasure/refusals';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import type { Tenant } from '../../domain/auth/tenant';
import { bringBack } from '../archive/bring-back';
import type { Queryable } from '../database';
import { orderComparison } from '../shipments/order-comparison';
import { MAX_RELATED, RECEIVERS_ANSWERS_SQL, type Erasure } from './eraser';

interface Row {
  account_id: string;
  status: PaymentStatus;
  erased_at: Date | null;
  /** Of its cancellation and its recall, which come after an erasure too. */
  reasons: number;
  open_cases: string[];
  related: string[];
}

/** A statement of its own: one that waits for a lock reads other rows as they were before its wait. */
const LOCK_SQL = 'select from payment_instructions where id = $1 for no key update';

const READ_SQL = `
  select i.account_id, i.status, i.erased_at,
    num_nonnulls(i.cancellation ->> 'reason', i.recall ->> 'reason') as reasons,
    array(select c.id from reconciliation_cases c where c.instruction_id = i.id and c.state = 'open' order by c.id)
      as open_cases,
    array(select d.id from documents d where d.account_id = i.account_id and d.instruction_id = i.id
      and d.erased_at is null order by d.id limit ${MAX_RELATED}) as related
  from payment_instructions i where i.id = $1`;

/**
 * Words of clients, partners and operators; what they reported, when and with which figures stays. An entry of a statement without a
 * verdict loses the hashes of all its references, since which of them are this payment's under another key is not known; but not
 * where another payment has the same reference, which the entry may be about. One that is locked is about to have its verdict,
 * which removes them, by a process that may wait for this payment.
 */
const WORDS_SQL = `
  with reports as (
    update partner_reports set message = null, evidence_sealed = null
    where instruction_id = $1 and (message is not null or evidence_sealed is not null) returning 1
  ),
  history as (
    update status_history set message = null where instruction_id = $1 and message is not null returning 1
  ),
  calls as (
    update dispatches set fault = null, refusal = null
    where instruction_id = $1 and (fault is not null or refusal is not null) returning 1
  ),
  cases as (
    update reconciliation_cases set detail = detail - 'message', last_detail = last_detail - 'message'
    where instruction_id = $1 and (detail ? 'message' or last_detail ? 'message') returning 1
  ),
  questions as (
    update information_words set question_sealed = null, answer_sealed = null
    where instruction_id = $1 and (question_sealed is not null or answer_sealed is not null) returning 1
  ),
  notes as (
    update payment_notes set note_sealed = null where instruction_id = $1 and note_sealed is not null returning 1
  ),
  screenings as (
    update screenings set party_sealed = null where instruction_id = $1 and party_sealed is not null returning 1
  ),
  clearances as (
    update clearances set payee_key = null, revoked_at = coalesce(revoked_at, now())
    where instruction_id = $1 and payee_key is not null returning 1
  ),
  booked as (
    update statement_entries set payee_references = null
    where (statement_id, position) in (
      select e.statement_id, e.position
      from payment_instructions i join statement_entries e on e.payee_references @> array[i.payee_reference_hash]
      where i.id = $1 and not exists (
        select from payment_instructions o where o.payee_reference_hash = i.payee_reference_hash and o.id <> i.id)
      for update of e skip locked)
    returning 1
  ),
  ${RECEIVERS_ANSWERS_SQL}
  select (select count(*) from reports)::integer as reports, (select count(*) from history)::integer as history,
    (select count(*) from calls)::integer as calls, (select count(*) from cases)::integer as cases,
    (select count(*) from questions)::integer as questions,
    (select count(*) from notes)::integer as notes,
    (select count(*) from screenings)::integer as screenings,
    (select count(*) from clearances)::integer as clearances,
    (select count(*) from booked)::integer as "statementEntries",
    (select count(*) from answers)::integer as "receiversAnswers"`;

/** The version moves with whatever was erased, so that no process shows what it read before. */
const PAYMENT_SQL = `
  update payment_instructions set private_sealed = null, payee_reference_hash = null, payee_name_hash = null,
    changed_at = case when pg_current_xact_id() is not null then clock_timestamp() end, erased_at = coalesce(erased_at, now()), version = version + 1,
    cancellation = case when cancellation is null then null else cancellation || '{"reason": null}' end,
    recall = case when recall is null then null else recall || '{"reason": null}' end,
    approval = case
      when approval is null then null
      else approval
        || jsonb_build_object('given', coalesce((
          select jsonb_agg(given || '{"comment": null}' order by place)
          from jsonb_array_elements(approval -> 'given') with ordinality as g (given, place)), '[]'))
        || case
          when approval ? 'rejection'
            then jsonb_build_object('rejection', (approval -> 'rejection') || '{"comment": null}')
          else '{}'
        end
    end
  where id = $1`;

/** The shipments whose files have the payment until it is erased. */
const FILED_SQL = `
  select distinct s.id, s.account_id as "accountId", s.environment from payment_instructions i
  join documents d on d.instruction_id = i.id and d.account_id = i.account_id and d.environment = i.environment
  join shipments s on s.id = d.shipment_id and s.account_id = d.account_id and s.environment = d.environment
  where i.id = $1 order by s.id`;

/**
 * Erases the personal data of a payment: beneficiary, purpose, reasons, comments, screened names, questions and
 * answers, notes, partners' messages and evidence, and the hash of the payee's reference. Amounts, statuses, dates,
 * ids, references and other hashes stay. It changes no fact of the payment, since only `changePayment` does.
 * @returns null for an unknown payment, or why its data must stay
 * Source: docs/GAPS.md#erasure
 */
export async function erasePayment(client: Queryable, id: string): Promise<Erasure | { refused: string } | null> {
  await bringBack(client, id);
  await client.query(LOCK_SQL, [id]);
  const [row] = await client.query<Row>(READ_SQL, [id]);
  if (row === undefined) return null;
  const refused = paymentErasureRefusal({ status: row.status, openCases: row.open_cases });
  if (refused !== null) return { refused };
  const [words] = await client.query<Record<string, number>>(WORDS_SQL, [id]);
  const removed = { payment: row.erased_at === null ? 1 : 0, reasons: row.reasons, ...words };
  if (Object.values(removed).some((count) => count > 0)) await client.query(PAYMENT_SQL, [id]);
  if (row.erased_at === null) {
    const filed = await client.query<Tenant & { id: string }>(FILED_SQL, [id]);
    for (const { id: shipmentId, ...tenant } of filed) await orderComparison(client, tenant, shipmentId);
  }
  return { accountId: row.account_id, removed, related: row.related };
}
