import {
  decideStatementEntry,
  type StatementEntry,
  type StatementVerdict,
} from '../../../domain/payments/settlement/statements';
import { newId } from '../../../lib/ids';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../../outbox';
import { changePayment } from '../instruction/change-payment';
import { findNamedPayments, type NamedPayment } from './named-payments';

/** Payments that are compared at a time. */
const PAGE = 200;
/** An account has many movements that are no payment of ours: so many entries are looked at for each one that may be compared. */
const ENTRIES_A_PAYMENT = 20;

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

/**
 * Whether the same bank booked the same movement before: in the same statement each entry is a booking of its own; in others of the
 * same kind one of another day is, since statements and notifications may tell of one booking again.
 */
async function isRepeated(
  database: Queryable,
  statementId: string,
  { isReturn, direction, bookedOn }: StatementEntry,
  instructionId: string,
): Promise<boolean> {
  const [known] = await database.query(
    `select 1 from statement_entries e join payment_statements s on s.id = e.statement_id
     join payment_statements own on own.id = $2 and own.message = s.message and own.partner_id = s.partner_id
     where e.instruction_id = $1 and e.verdict = 'confirmed'
       and (e.entry ->> 'isReturn')::boolean = $3 and e.entry ->> 'direction' = $4
       and (e.statement_id = $2 or e.entry ->> 'bookedOn' <> $5)
     limit 1`,
    [instructionId, statementId, isReturn, direction, bookedOn],
  );
  return known !== undefined;
}

/** A statement and the partner whose bank it is of. */
interface JudgedStatement {
  id: string;
  partnerId: string;
}

/** @returns the one payment that an entry names: an amount alone proves nothing, and references of several do not say whose it is */
function meantBy({ references }: StatementEntry, named: readonly NamedPayment[]): NamedPayment | null {
  const [payment, ...others] = named.filter(({ names }) => names.some((name) => references.includes(name)));
  return payment === undefined || others.length > 0 ? null : payment;
}

/** @param client a transaction, which holds the payment until its end */
async function judge(
  client: Queryable,
  { id: statementId, partnerId }: JudgedStatement,
  { entry }: OpenEntry,
  named: readonly NamedPayment[],
): Promise<{ instructionId: string | null; verdict: StatementVerdict }> {
  const payment = meantBy(entry, named);
  if (payment === null) return { instructionId: null, verdict: 'unmatched' };
  const { id: instructionId, amount, currency } = payment;
  // Two statements that tell of one payment at the same moment see each other's bookings.
  await client.query('select 1 from payment_instructions where id = $1 for no key update', [instructionId]);
  const facts = {
    statementId,
    partnerId,
    expected: { amount, currency },
    isRepeated: await isRepeated(client, statementId, entry, instructionId),
  };
  const { result: verdict } = await changePayment(client, { instructionId }, (state, at) =>
    decideStatementEntry(state, entry, facts, at),
  );
  return { instructionId, verdict };
}

/**
 * Compares one entry and keeps what it says, in one transaction that locks the entry: of several concurrent
 * comparisons one counts its case, and a process that dies in between has counted nothing.
 */
function judgeOnce(
  database: Database,
  statement: JudgedStatement,
  one: OpenEntry,
  named: readonly NamedPayment[],
): Promise<void> {
  return database.transaction(async (client) => {
    const open = await client.query(
      `select 1 from statement_entries where statement_id = $1 and position = $2 and verdict is null for update`,
      [statement.id, one.position],
    );
    if (open.length === 0) return;
    const { instructionId, verdict } = await judge(client, statement, one, named);
    await client.query(
      'update statement_entries set verdict = $3, instruction_id = $4 where statement_id = $1 and position = $2',
      [statement.id, one.position, verdict, instructionId],
    );
  });
}

/**
 * Compares the next entries of a statement that have no verdict yet with the payments that their references name. Who
 * does so at the same moment changes nothing: each entry is compared once.
 * @param limit payments that are compared at most; entries that name none have their verdict together
 * @returns whether there may be more entries without a verdict; false for a statement that is not there
 * Source: docs/GAPS.md#statements
 */
export async function judgeEntries(database: Database, statementId: string, limit: number): Promise<boolean> {
  const [statement] = await database.query<JudgedStatement & Record<string, unknown>>(
    'select id, partner_id as "partnerId" from payment_statements where id = $1',
    [statementId],
  );
  if (statement === undefined) return false;
  const most = limit * ENTRIES_A_PAYMENT;
  const open = await database.query<OpenEntry & Record<string, unknown>>(
    `select position, entry from statement_entries where statement_id = $1 and verdict is null
     order by position limit $2`,
    [statementId, most],
  );
  const references = open.flatMap(({ entry }) => entry.references);
  const named = await findNamedPayments(database, statement.partnerId, [...new Set(references)]);
  const strays = new Set(open.filter(({ entry }) => meantBy(entry, named) === null));
  if (strays.size > 0) {
    await database.query(
      `update statement_entries set verdict = 'unmatched'
       where statement_id = $1 and position = any($2) and verdict is null`,
      [statementId, [...strays].map(({ position }) => position)],
    );
  }
  const ours = open.filter((one) => !strays.has(one));
  for (const one of ours.slice(0, limit)) await judgeOnce(database, statement, one, named);
  return open.length === most || ours.length > limit;
}

/** Compares all entries of a statement that have no verdict yet; an interrupted comparison continues. */
export async function judgeStatement(database: Database, statementId: string): Promise<void> {
  while (await judgeEntries(database, statementId, PAGE));
}
