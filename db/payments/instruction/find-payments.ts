import type { Tenant } from '../../../domain/auth/tenant';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { type InstructionSummary, listInstructions, SUMMARY_SQL } from './list-instructions';
import { payeeOf } from './private-data';

/** The newest payments, among which one is looked for by amount or reference; and by its payee, whose name is sealed. */
export const LOOKED_THROUGH = { newest: 5_000, payee: 500 } as const;
/** Payments that are found of either kind. */
const MAX_FOUND = 25;

const AMOUNT_SQL = 'amount = $3';
const REFERENCE_SQL = 'starts_with(lower(client_reference), lower($3))';

/** @returns payments among the newest to which a condition on `$3` applies, the newest first */
async function findAmongNewest(
  database: Queryable,
  tenant: Tenant,
  condition: typeof AMOUNT_SQL | typeof REFERENCE_SQL,
  value: number | string,
): Promise<InstructionSummary[]> {
  return database.query<InstructionSummary>(
    `${SUMMARY_SQL} and id in (
       select id from (
         select id, amount, client_reference from payment_instructions where account_id = $1 and environment = $2
         order by id desc limit ${LOOKED_THROUGH.newest}
       ) newest where ${condition}
     ) order by id desc limit ${MAX_FOUND}`,
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
     where account_id = $1 and environment = $2 and private_sealed is not null order by id desc limit ${LOOKED_THROUGH.payee}`,
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

/**
 * Looks a payment up as people know it: by any of its references, else among the newest by its amount, the beginning of
 * the client's reference, or its payee.
 */
export async function findPayments(
  database: Queryable,
  vault: Vault,
  { tenant, text, amount }: Sought,
): Promise<InstructionSummary[]> {
  const named = await listInstructions(database, { tenant, reference: text, limit: MAX_FOUND });
  if (named.length > 0) return named;
  const ofAmount = amount === null ? [] : await findAmongNewest(database, tenant, AMOUNT_SQL, amount);
  if (ofAmount.length > 0) return ofAmount;
  const begun = await findAmongNewest(database, tenant, REFERENCE_SQL, text);
  if (begun.length > 0 || amount !== null) return begun;
  return findByPayee(database, vault, tenant, text);
}
