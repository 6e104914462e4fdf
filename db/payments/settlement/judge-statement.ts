import type { Decision, PaymentChange } from '../../../domain/payments/instruction/change';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { bookingReferencesOf } from '../../../domain/payments/settlement/bookings';
import { PaymentsByName } from '../../../domain/payments/iso20022/bank-reference';
import type { StatementEntry, StatementVerdict } from '../../../domain/payments/settlement/statement-entry';
import { decideStatementEntry, type BookedExpectation } from '../../../domain/payments/settlement/statements';
import { hasPayeeReferenceAlone, paymentOfPayee } from '../../../domain/payments/settlement/payee-reference';
import type { Database, Queryable } from '../../database';
import { bringBack } from '../../archive/bring-back';
import { changePayment } from '../instruction/change-payment';
import { readPaymentStates } from '../instruction/payment-state';
import { writeChanges } from '../instruction/write-change';
import { bookedSettlement, type JudgedStatement } from './booked-settlement';
import { findNamedPayments, type NamedPayment } from './named-payments';
import { findPaymentsByPayeeReference } from './payee-references';

/** Entries that are compared at a time, and whose payments are locked meanwhile: for some tenths of a second. */
const PAGE = 500;

interface OpenEntry {
  position: number;
  entry: StatementEntry;
  /** Whether it carries references of the payee. */
  hasPayeeReference: boolean;
}

/** An entry and the payment that it is matched with. */
interface MatchedEntry extends OpenEntry {
  instructionId: string;
  /** By the payee's reference alone. */
  isByPayeeReference: boolean;
}

/** What an entry is compared with. */
interface Booking extends BookedExpectation {
  /**
   * Of an entry that the payee's reference alone matches, whether another one has confirmed the movement before: in the same
   * statement each entry is a booking of its own, in others of the same kind one of another day is. An entry that names the
   * payment is of a booking that the payment keeps.
   */
  isRepeated: boolean;
}

/**
 * Reads what entries are compared with. It runs after the statement that locks their payments, so it sees a
 * confirmation that came while that one waited.
 * @returns by the position of the entry
 */
async function readBookings(
  database: Queryable,
  statementId: string,
  entries: readonly MatchedEntry[],
): Promise<Map<number, Booking>> {
  // For each entry by itself, and by the index of payments alone (`offset 0`): the entries that have their verdict grow under one
  // plan for all of them, and without statistics of a new statement Postgres would go through all of it for each entry.
  const found = await database.query<Booking & { position: number }>(
    `select w.position, coalesce(s.confirmation ->> 'actualAmount', i.amount::text) as amount,
       coalesce(s.confirmation ->> 'actualCurrency', i.currency) as currency, coalesce((
       select true from (
         select statement_id, entry, verdict, by_payee_reference from statement_entries where instruction_id = w.id offset 0) e
       join payment_statements t on t.id = e.statement_id
       join payment_statements own on own.id = $1 and own.message = t.message and own.partner_id = t.partner_id
       where w.by_payee_reference and e.verdict = 'confirmed'
         and (e.entry ->> 'isReturn')::boolean = w.is_return and e.entry ->> 'direction' = w.direction
         and (e.statement_id = $1 or e.entry ->> 'bookedOn' <> w.booked_on)
       limit 1), false) as "isRepeated"
     from unnest($2::integer[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::boolean[])
       as w (position, id, is_return, direction, booked_on, by_payee_reference)
     join payment_instructions i on i.id = w.id
     left join settlements s on s.instruction_id = i.id`,
    [
      statementId,
      entries.map(({ position }) => position),
      entries.map(({ instructionId }) => instructionId),
      entries.map(({ entry }) => entry.isReturn),
      entries.map(({ entry }) => entry.direction),
      entries.map(({ entry }) => entry.bookedOn),
      entries.map(({ isByPayeeReference }) => isByPayeeReference),
    ],
  );
  return new Map(found.map(({ position, ...booking }) => [position, booking]));
}

/**
 * Divides entries into those whose references name one payment and those whose references name none; entries that name
 * several are in neither list.
 */
function splitByReference(
  entries: readonly OpenEntry[],
  named: readonly NamedPayment[],
): {
  matched: MatchedEntry[];
  unnamed: OpenEntry[];
} {
  const byName = new PaymentsByName(named);
  const matched: MatchedEntry[] = [];
  const unnamed: OpenEntry[] = [];
  for (const one of entries) {
    const [payment, ...others] = byName.of(one.entry.references);
    if (payment === undefined) unnamed.push(one);
    else if (others.length === 0) matched.push({ ...one, instructionId: payment.id, isByPayeeReference: false });
  }
  return { matched, unnamed };
}

/** Entries whose payee's reference, amount and currency fit exactly one payment, with that payment. */
async function matchByPayeeReference(
  database: Database,
  statement: JudgedStatement,
  unnamed: readonly OpenEntry[],
): Promise<MatchedEntry[]> {
  const open = unnamed.filter(({ hasPayeeReference, entry }) => hasPayeeReference && hasPayeeReferenceAlone(entry));
  if (open.length === 0) return [];
  const positions = open.map(({ position }) => position);
  const found = await findPaymentsByPayeeReference(database, statement, positions);
  return open.flatMap((one) => {
    const instructionId = paymentOfPayee(one.entry, found.get(one.position) ?? []);
    return instructionId === null ? [] : [{ ...one, instructionId, isByPayeeReference: true }];
  });
}

interface KeptVerdict {
  position: number;
  /** The payment that it is of; null where it is unmatched. */
  id: string | null;
  verdict: StatementVerdict;
  isByPayeeReference: boolean;
}

function unmatchedVerdict({ position }: OpenEntry): KeptVerdict {
  return { position, id: null, verdict: 'unmatched', isByPayeeReference: false };
}

function toKeptVerdict(one: MatchedEntry, verdict: StatementVerdict): KeptVerdict {
  if (verdict === 'unmatched') return unmatchedVerdict(one);
  return { position: one.position, id: one.instructionId, verdict, isByPayeeReference: one.isByPayeeReference };
}

/**
 * First and last place of some entries. Postgres knows nothing of a new statement: without these bounds it reads all of its
 * entries for those of a page.
 */
function boundsOf(entries: readonly { position: number }[]): [first: number, last: number] {
  const positions = entries.map(({ position }) => position);
  return [Math.min(...positions), Math.max(...positions)];
}

/** Stores verdicts of entries that have none, and deletes their references of the payee. */
async function storeVerdicts(client: Queryable, statementId: string, verdicts: readonly KeptVerdict[]): Promise<void> {
  await client.query(
    `update statement_entries e set verdict = w.verdict, instruction_id = w.id,
       by_payee_reference = w.by_payee_reference, payee_references = null
     from unnest($2::integer[], $3::text[], $4::text[], $5::boolean[]) as w (position, id, verdict, by_payee_reference)
     where e.statement_id = $1 and e.position between $6 and $7 and e.position = w.position and e.verdict is null`,
    [
      statementId,
      verdicts.map(({ position }) => position),
      verdicts.map(({ id }) => id),
      verdicts.map(({ verdict }) => verdict),
      verdicts.map(({ isByPayeeReference }) => isByPayeeReference),
      ...boundsOf(verdicts),
    ],
  );
}

/**
 * Prepares the judgement of an entry.
 * @param batch all matched entries judged together, this one included
 * @returns a function that judges the entry by the current state of its payment
 */
function decisionFor(
  statement: JudgedStatement,
  matched: MatchedEntry,
  batch: readonly MatchedEntry[],
  booking: Booking,
): (state: PaymentState, at: Date) => Decision<StatementVerdict> {
  const { id: statementId, partnerId, fileHash: file } = statement;
  const { position, entry, isByPayeeReference } = matched;
  const { isRepeated, ...expected } = booking;
  const otherReferences = bookingReferencesOf(batch.map((other) => other.entry));
  const place = { partnerId, file, position, otherReferences };
  const compared = { statementId, place, expected, isRepeated, isByPayeeReference };
  return (state: PaymentState, at: Date) =>
    decideStatementEntry(state, entry, { ...compared, settlement: bookedSettlement(statement, matched, state) }, at);
}

/**
 * Judges one entry and stores the verdict, in one transaction that locks the entry: of several concurrent comparisons
 * one counts its case, and a process that dies half-way has counted nothing.
 */
function judgeOneEntry(
  database: Database,
  statement: JudgedStatement,
  matched: MatchedEntry,
  batch: readonly MatchedEntry[],
): Promise<void> {
  const { id: statementId } = statement;
  const { position, instructionId } = matched;
  return database.transaction(async (client) => {
    const open = await client.query(
      `select 1 from statement_entries where statement_id = $1 and position = $2 and verdict is null for update`,
      [statementId, position],
    );
    if (open.length === 0) return;
    // Two statements that tell of one payment at the same moment see each other's bookings.
    const lock = 'select 1 from payment_instructions where id = $1 for no key update';
    const held = await client.query(lock, [instructionId]);
    if (held.length === 0 && (await bringBack(client, instructionId))) await client.query(lock, [instructionId]);
    const booking = (await readBookings(client, statementId, [matched])).get(position);
    // It is on its way from the archive, or to it: the entry is compared again.
    if (booking === undefined) throw new Error(`payment ${instructionId} is moved at this moment`);
    const { result: verdict } = await changePayment(
      client,
      { instructionId },
      decisionFor(statement, matched, batch, booking),
    );
    await storeVerdicts(client, statementId, [toKeptVerdict(matched, verdict)]);
  });
}

/**
 * Judges entries of different payments in one transaction, by the same locks and rules, without waiting. It leaves out
 * entries and payments that are locked elsewhere or archived, and entries that open a case.
 * @param batch all matched entries judged in this run
 * @returns the entries left out, to be judged one by one
 */
function judgeTogether(
  database: Database,
  statement: JudgedStatement,
  entries: readonly MatchedEntry[],
  batch: readonly MatchedEntry[],
): Promise<MatchedEntry[]> {
  const { id: statementId } = statement;
  return database.transaction(async (client) => {
    const open = await client.query<{ position: number }>(
      `select position from statement_entries
       where statement_id = $1 and position between $3 and $4 and position = any($2) and verdict is null
       order by position for update skip locked`,
      [statementId, entries.map(({ position }) => position), ...boundsOf(entries)],
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
    const changes: { state: PaymentState; change: PaymentChange }[] = [];
    const judged = ours.flatMap((one, index) => {
      const read = states[index] ?? null;
      const booking = bookings.get(one.position);
      if (read === null || booking === undefined) return [];
      const { result: verdict, change } = decisionFor(statement, one, batch, booking)(read.state, read.at);
      if (verdict !== 'confirmed' && change !== null) return [];
      if (change !== null) changes.push({ state: read.state, change });
      return [toKeptVerdict(one, verdict)];
    });
    await writeChanges(client, changes);
    if (judged.length > 0) await storeVerdicts(client, statementId, judged);
    const done = new Set(judged.map(({ position }) => position));
    return entries.filter(({ position }) => !done.has(position));
  });
}

/** Judges entries in their order: the first of each payment together, then the remaining ones one by one. */
async function judgeAll(database: Database, statement: JudgedStatement, entries: readonly MatchedEntry[]) {
  const first = new Map(entries.toReversed().map((one) => [one.instructionId, one]));
  const together = entries.filter((one) => first.get(one.instructionId) === one);
  // What fails together is met again by the entry that it is of, after those before it have their verdicts.
  const notJudged = await judgeTogether(database, statement, together, entries).catch(() => together);
  const left = new Set(notJudged.map(({ position }) => position));
  for (const one of entries) {
    if (left.has(one.position) || first.get(one.instructionId) !== one) {
      await judgeOneEntry(database, statement, one, entries);
    }
  }
}

/**
 * Judges the next entries of a statement that have no verdict against the payments that their references name. Each
 * entry is judged once, also by concurrent calls.
 * @param after position of the last judged entry; 0 at the beginning
 * @param limit positions examined after `after`; without an upper bound Postgres would sort all remaining entries
 * @returns the position up to which all have verdicts; null where no entry comes after it, and for an unknown
 * statement
 * Source: docs/GAPS.md#statements
 */
export async function judgeEntries(
  database: Database,
  statementId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const [statement] = await database.query<JudgedStatement & { last: number | null }>(
    `select id, partner_id as "partnerId", file_hash as "fileHash", message_id as "messageId", imported_at as "importedAt",
       (select p.adapter = 'iso20022' or coalesce(p.config ->> 'statementsSettle', 'false') = 'true'
        from partners p where p.id = payment_statements.partner_id) as settles,
       (select max(e.position) from statement_entries e where e.statement_id = payment_statements.id) as last
     from payment_statements where id = $1`,
    [statementId],
  );
  if (statement === undefined) return null;
  const open = await database.query<OpenEntry & Record<string, unknown>>(
    `select position, entry, payee_references is not null as "hasPayeeReference" from statement_entries
     where statement_id = $1 and position > $2 and position <= $3 and verdict is null order by position`,
    [statementId, after, after + limit],
  );
  const references = open.flatMap(({ entry }) => entry.references);
  const named = await findNamedPayments(database, statement.partnerId, [...new Set(references)]);
  const { matched, unnamed } = splitByReference(open, named);
  // Of two entries of one payment that which names it is its booking.
  const ours = [...matched, ...(await matchByPayeeReference(database, statement, unnamed))];
  const isOurs = new Set(ours.map(({ position }) => position));
  const others = open.filter(({ position }) => !isOurs.has(position));
  if (others.length > 0) await storeVerdicts(database, statementId, others.map(unmatchedVerdict));
  if (ours.length > 0) await judgeAll(database, statement, ours);
  return after + limit < (statement.last ?? 0) ? after + limit : null;
}

/** Compares all entries of a statement that have no verdict yet; an interrupted comparison continues. */
export async function judgeStatement(database: Database, statementId: string): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    after = await judgeEntries(database, statementId, { after, limit: PAGE });
  }
}
