import {
  decideStatementEntry,
  type BookedExpectation,
  type StatementEntry,
  type StatementVerdict,
} from '../../../domain/payments/settlement/statements';
import { newId } from '../../../lib/ids';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../../outbox';
import { changePayment } from '../instruction/change-payment';
import { readPaymentStates } from '../instruction/payment-state';
import { findNamedPayments, type NamedPayment } from './named-payments';

/** Entries that are compared at a time, and whose payments are locked meanwhile. */
const PAGE = 200;

export interface NewStatement {
  partnerId: string;
  /** SHA-256 of the file in hex: the same file is kept once. */
  fileHash: string;
  message: string;
  messageId: string;
  entries: readonly StatementEntry[];
}

/** Who compares the entries of a statement: the relay, or the process that imports it. */
export type ComparedBy = 'relay' | 'caller';

/** Asks the relay to compare the remaining entries; a statement has at most one such item. */
async function requestComparison(client: Queryable, id: string): Promise<void> {
  const [open] = await client.query(
    `select 1 from statement_entries e where e.statement_id = $1 and e.verdict is null
       and not exists (select from outbox o where o.topic = $2 and o.subject = $1) limit 1`,
    [id, TOPICS.compareStatement],
  );
  if (open === undefined) return;
  await addToOutbox(client, { topic: TOPICS.compareStatement, subject: id, accountId: NO_ACCOUNT });
}

/**
 * Keeps a statement with all its entries, or nothing of it, and has them compared.
 * @returns its id, that of the first import where the same file was imported before
 */
export function insertStatement(
  database: Database,
  statement: NewStatement,
  { actor, comparedBy }: { actor: Actor; comparedBy: ComparedBy },
): Promise<{ id: string; isNew: boolean }> {
  const { partnerId, fileHash, message, messageId, entries } = statement;
  return database.transaction(async (client) => {
    const id = newId('statement');
    const kept = await client.query(
      `insert into payment_statements (id, partner_id, file_hash, message, message_id) values ($1, $2, $3, $4, $5)
       on conflict (partner_id, file_hash) do nothing returning id`,
      [id, partnerId, fileHash, message, messageId],
    );
    if (kept.length === 0) {
      const [first] = await client.query<{ id: string }>(
        'select id from payment_statements where partner_id = $1 and file_hash = $2',
        [partnerId, fileHash],
      );
      if (first === undefined) throw new Error('a statement is there and is not');
      if (comparedBy === 'relay') await requestComparison(client, first.id);
      return { id: first.id, isNew: false };
    }
    await client.query(
      `insert into statement_entries (statement_id, position, entry)
       select $1, e.position, e.entry from jsonb_array_elements($2::jsonb) with ordinality as e (entry, position)`,
      [id, JSON.stringify(entries)],
    );
    const detail = { partnerId, message, messageId, entries: entries.length };
    await appendAuditEntry(client, { actor, act: 'statement.imported', subject: id, accountId: null, detail });
    if (comparedBy === 'relay') await requestComparison(client, id);
    return { id, isNew: true };
  });
}

interface OpenEntry {
  position: number;
  entry: StatementEntry;
}

/** An entry and the payment that it names. */
interface NamingEntry extends OpenEntry {
  instructionId: string;
}

/** What an entry is compared with. */
interface Booking extends BookedExpectation {
  /**
   * Whether the same bank booked the movement before: in the same statement each entry is a booking of its own; in others of the
   * same kind one of another day is, since statements and notifications may tell of one booking again.
   */
  isRepeated: boolean;
}

/**
 * Reads what entries are compared with, by a statement after the one that locks their payments: a confirmation that came while
 * that one waited is seen.
 * @returns by the position of the entry
 */
async function readBookings(
  database: Queryable,
  statementId: string,
  entries: readonly NamingEntry[],
): Promise<Map<number, Booking>> {
  // For each entry by itself: the entries that have their verdict grow under one plan for all of them.
  const found = await database.query<Booking & { position: number }>(
    `select w.position, coalesce(s.confirmation ->> 'actualAmount', i.amount::text) as amount,
       coalesce(s.confirmation ->> 'actualCurrency', i.currency) as currency, coalesce((
       select true from statement_entries e join payment_statements t on t.id = e.statement_id
       join payment_statements own on own.id = $1 and own.message = t.message and own.partner_id = t.partner_id
       where e.instruction_id = w.id and e.verdict = 'confirmed'
         and (e.entry ->> 'isReturn')::boolean = w.is_return and e.entry ->> 'direction' = w.direction
         and (e.statement_id = $1 or e.entry ->> 'bookedOn' <> w.booked_on)
       limit 1), false) as "isRepeated"
     from unnest($2::integer[], $3::text[], $4::boolean[], $5::text[], $6::text[])
       as w (position, id, is_return, direction, booked_on)
     join payment_instructions i on i.id = w.id
     left join settlements s on s.instruction_id = i.id`,
    [
      statementId,
      entries.map(({ position }) => position),
      entries.map(({ instructionId }) => instructionId),
      entries.map(({ entry }) => entry.isReturn),
      entries.map(({ entry }) => entry.direction),
      entries.map(({ entry }) => entry.bookedOn),
    ],
  );
  return new Map(found.map(({ position, ...booking }) => [position, booking]));
}

/** A statement and the partner whose bank it is of. */
interface JudgedStatement {
  id: string;
  partnerId: string;
}

/**
 * Each entry that names one payment: an amount alone proves nothing, and references of several do not say whose it is.
 * @returns those entries by their positions
 */
function paymentsMeantBy(entries: readonly OpenEntry[], named: readonly NamedPayment[]): Map<number, NamingEntry> {
  const byName = new Map<string, Set<NamedPayment>>();
  for (const payment of named) {
    for (const name of payment.names) byName.set(name, (byName.get(name) ?? new Set()).add(payment));
  }
  const meant = new Map<number, NamingEntry>();
  for (const one of entries) {
    const payments = new Set(one.entry.references.flatMap((reference) => [...(byName.get(reference) ?? [])]));
    const [payment, ...others] = payments;
    if (payment !== undefined && others.length === 0) meant.set(one.position, { ...one, instructionId: payment.id });
  }
  return meant;
}

interface KeptVerdict {
  position: number;
  /** The payment that it is of. */
  id: string | null;
  verdict: StatementVerdict;
}

async function keepVerdicts(client: Queryable, statementId: string, verdicts: readonly KeptVerdict[]): Promise<void> {
  await client.query(
    `update statement_entries e set verdict = w.verdict, instruction_id = w.id
     from unnest($2::integer[], $3::text[], $4::text[]) as w (position, id, verdict)
     where e.statement_id = $1 and e.position = w.position and e.verdict is null`,
    [
      statementId,
      verdicts.map(({ position }) => position),
      verdicts.map(({ id }) => id),
      verdicts.map(({ verdict }) => verdict),
    ],
  );
}

/**
 * Compares one entry and keeps what it says, in one transaction that locks the entry: of several concurrent
 * comparisons one counts its case, and a process that dies in between has counted nothing.
 */
function judgeOnce(database: Database, { id: statementId, partnerId }: JudgedStatement, one: NamingEntry) {
  const { position, entry, instructionId } = one;
  return database.transaction(async (client) => {
    const open = await client.query(
      `select 1 from statement_entries where statement_id = $1 and position = $2 and verdict is null for update`,
      [statementId, position],
    );
    if (open.length === 0) return;
    // Two statements that tell of one payment at the same moment see each other's bookings.
    await client.query('select 1 from payment_instructions where id = $1 for no key update', [instructionId]);
    const booking = (await readBookings(client, statementId, [one])).get(position);
    // It has moved to the archive meanwhile, where a statement finds no payment.
    if (booking === undefined) return keepVerdicts(client, statementId, [{ position, id: null, verdict: 'unmatched' }]);
    const { isRepeated, ...expected } = booking;
    const { result: verdict } = await changePayment(client, { instructionId }, (state, at) =>
      decideStatementEntry(state, entry, { statementId, partnerId, expected, isRepeated }, at),
    );
    await keepVerdicts(client, statementId, [{ position, id: instructionId, verdict }]);
  });
}

/**
 * Compares entries of different payments in one transaction, by the same locks and rules. It waits for none: an entry or a
 * payment that is locked elsewhere, and an entry that opens a case, is left.
 * @returns the entries that are left, to be compared one by one
 */
function judgeTogether(
  database: Database,
  { id: statementId, partnerId }: JudgedStatement,
  entries: readonly NamingEntry[],
): Promise<NamingEntry[]> {
  return database.transaction(async (client) => {
    const open = await client.query<{ position: number }>(
      `select position from statement_entries where statement_id = $1 and position = any($2) and verdict is null
       order by position for update skip locked`,
      [statementId, entries.map(({ position }) => position)],
    );
    const held = await client.query<{ id: string }>(
      `select id from payment_instructions where id = any($1) order by id for no key update skip locked`,
      [entries.map(({ instructionId }) => instructionId)],
    );
    const positions = new Set(open.map(({ position }) => position));
    const free = new Set(held.map(({ id }) => id));
    const ours = entries.filter((one) => positions.has(one.position) && free.has(one.instructionId));
    const bookings = await readBookings(client, statementId, ours);
    const states = await readPaymentStates(
      client,
      ours.map(({ instructionId }) => instructionId),
    );
    const judged = ours.flatMap(({ position, entry, instructionId }, index) => {
      const read = states[index] ?? null;
      const booking = bookings.get(position);
      if (read === null || booking === undefined) return [];
      const { isRepeated, ...expected } = booking;
      const facts = { statementId, partnerId, expected, isRepeated };
      const { result: verdict, change } = decideStatementEntry(read.state, entry, facts, read.at);
      return change === null ? [{ position, id: instructionId, verdict }] : [];
    });
    await keepVerdicts(client, statementId, judged);
    const done = new Set(judged.map(({ position }) => position));
    return entries.filter(({ position }) => !done.has(position));
  });
}

/** Compares entries in their order: the first of each payment together, then what is left one by one. */
async function judgeAll(database: Database, statement: JudgedStatement, entries: readonly NamingEntry[]) {
  const first = new Map(entries.toReversed().map((one) => [one.instructionId, one]));
  const together = entries.filter((one) => first.get(one.instructionId) === one);
  // What fails together is met again by the entry that it is of, after those before it have their verdicts.
  const notJudged = await judgeTogether(database, statement, together).catch(() => together);
  const left = new Set(notJudged.map(({ position }) => position));
  for (const one of entries) {
    if (left.has(one.position) || first.get(one.instructionId) !== one) await judgeOnce(database, statement, one);
  }
}

/**
 * Compares the next entries of a statement that have no verdict yet with the payments that their references name. Who
 * does so at the same moment changes nothing: each entry is compared once.
 * @param after place of the last entry that was compared; 0 at the beginning
 * @param limit entries that are compared at most
 * @returns the place of the last one that has its verdict now; null where no entry comes after it, and for a statement that is
 *   not there
 * Source: docs/GAPS.md#statements
 */
export async function judgeEntries(
  database: Database,
  statementId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const [statement] = await database.query<JudgedStatement & Record<string, unknown>>(
    'select id, partner_id as "partnerId" from payment_statements where id = $1',
    [statementId],
  );
  if (statement === undefined) return null;
  const open = await database.query<OpenEntry & Record<string, unknown>>(
    `select position, entry from statement_entries where statement_id = $1 and position > $2 and verdict is null
     order by position limit $3`,
    [statementId, after, limit],
  );
  const references = open.flatMap(({ entry }) => entry.references);
  const named = await findNamedPayments(database, statement.partnerId, [...new Set(references)]);
  const meant = paymentsMeantBy(open, named);
  const strays = open.filter(({ position }) => !meant.has(position));
  if (strays.length > 0) {
    const verdicts = strays.map(({ position }) => ({ position, id: null, verdict: 'unmatched' as const }));
    await keepVerdicts(database, statementId, verdicts);
  }
  const ours = [...meant.values()];
  if (ours.length > 0) await judgeAll(database, statement, ours);
  return open.length < limit ? null : (open.at(-1)?.position ?? null);
}

/** Compares all entries of a statement that have no verdict yet; an interrupted comparison continues. */
export async function judgeStatement(database: Database, statementId: string): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    after = await judgeEntries(database, statementId, { after, limit: PAGE });
  }
}
