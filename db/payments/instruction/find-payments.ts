import type { Tenant } from '../../../domain/auth/tenant';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { type InstructionSummary, listInstructions, SUMMARY_SQL } from './list-instructions';
import { payeeOf } from './private-data';

/** The newest payments, among which one is looked for by amount; and by its payee, whose name is sealed. */
export const LOOKED_THROUGH = { newest: 5_000, payee: 500 } as const;
/** Payments that are found of either kind. */
const MAX_FOUND = 25;

/**
 * Payments of a side by their index. The side is a range and part of the order: with an equality, `order by id` fits the
 * primary key too, and Postgres may read that and skip the payments of others.
 */
const NEWEST_FIRST = {
  where: 'account_id = $1 and environment between $2 and $2',
  order: 'environment desc, id desc',
};

/** `$3` is the amount. */
const BY_AMOUNT_SQL = `
  select id from (
    select id, amount from payment_instructions where ${NEWEST_FIRST.where}
    order by ${NEWEST_FIRST.order} limit ${LOOKED_THROUGH.newest}
  ) newest where amount = $3`;

/** `$3` are beginnings of references, each of which is a range of the index; the last character of Unicode ends it. */
const BY_REFERENCE_SQL = `
  select found.id from unnest($3::text[]) as begun, lateral (
    select id from payment_instructions
    where account_id = $1 and environment = $2
      and client_reference >= begun and client_reference < begun || chr(1114111)
    order by client_reference desc limit ${MAX_FOUND}
  ) found`;

/** @returns the payments whose ids a statement selects, the newest first */
async function findBy(
  database: Queryable,
  tenant: Tenant,
  idsSql: string,
  value: number | string[],
): Promise<InstructionSummary[]> {
  return database.query<InstructionSummary>(
    `${SUMMARY_SQL} and id in (${idsSql}) order by id desc limit ${MAX_FOUND}`,
    [tenant.accountId, tenant.environment, value],
    'for_values',
  );
}

/**
 * Payments whose payee's name contains these words, among the newest, the newest first. The names are sealed, so they
 * are opened one by one.
 */
async function findByPayee(
  database: Queryable,
  vault: Vault,
  tenant: Tenant,
  words: string,
): Promise<InstructionSummary[]> {
  const newest = await database.query<{ id: string; sealed: Buffer }>(
    `select id, private_sealed as sealed from payment_instructions
     where ${NEWEST_FIRST.where} and private_sealed is not null order by ${NEWEST_FIRST.order} limit ${LOOKED_THROUGH.payee}`,
    [tenant.accountId, tenant.environment],
    'for_values',
  );
  const wanted = words.toLowerCase();
  const ids = newest
    .filter((row) => (payeeOf(vault, row.id, row.sealed)?.name ?? '').toLowerCase().includes(wanted))
    .map(({ id }) => id)
    .slice(0, MAX_FOUND);
  return ids.length === 0 ? [] : listInstructions(database, { tenant, ids, limit: MAX_FOUND });
}

/** What a payment is looked for by. */
interface Sought {
  tenant: Tenant;
  /** As typed, not empty. */
  text: string;
  /** The amount that the text is, in the language of who typed it; null where it is none. */
  amount: number | null;
}

/** A beginning as typed, in capitals and in small letters. */
const spellingsOf = (text: string): string[] => [...new Set([text, text.toUpperCase(), text.toLowerCase()])];

/**
 * Looks a payment up as people know it: by any of its references, else by the beginning of the client's reference, and
 * among the newest by its amount or its payee.
 */
export async function findPayments(
  database: Queryable,
  vault: Vault,
  { tenant, text, amount }: Sought,
): Promise<InstructionSummary[]> {
  const named = await listInstructions(database, { tenant, reference: text, limit: MAX_FOUND });
  if (named.length > 0) return named;
  const ofAmount = amount === null ? [] : await findBy(database, tenant, BY_AMOUNT_SQL, amount);
  if (ofAmount.length > 0) return ofAmount;
  const begun = await findBy(database, tenant, BY_REFERENCE_SQL, spellingsOf(text));
  if (amount !== null) return begun;
  const ofPayee = await findByPayee(database, vault, tenant, text);
  return [...begun, ...ofPayee.filter(({ id }) => begun.every((one) => one.id !== id))];
}
