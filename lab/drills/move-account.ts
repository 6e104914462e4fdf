import { setTimeout as delay } from 'node:timers/promises';
import { CLAIM_MS } from '../../db/idempotency';
import { openSealed, SEALED_COLUMNS } from '../../db/sealed-columns';
import { ENVIRONMENTS, tenantName } from '../../domain/auth/tenant';
import type { Site } from '../chaos/site';

const OF_MEMBERS = 'user_id in (select id from users where account_id = $1)';
const OF_PAYEES = 'beneficiary_id in (select id from beneficiaries where account_id = $1)';

/**
 * What moves with an account, parents first, with the condition for its rows. Payments and all that tells of them stay: their
 * workflows, partners and receivers know them in the cell that made them.
 */
const MOVED: Readonly<Record<string, string>> = {
  accounts: 'id = $1',
  users: 'account_id = $1',
  user_identities: OF_MEMBERS,
  second_factors: OF_MEMBERS,
  recovery_codes: OF_MEMBERS,
  api_keys: 'account_id = $1',
  approval_rules: 'account_id = $1',
  webhook_subscriptions: 'account_id = $1',
  beneficiaries: 'account_id = $1',
  beneficiary_versions: OF_PAYEES,
  screenings: `id in (select screening_id from beneficiary_screenings where ${OF_PAYEES})`,
  beneficiary_screenings: OF_PAYEES,
  // A repeat of a request that the former cell has answered gets that answer, and makes nothing.
  idempotency_keys: 'scope = any($2) and status_code is not null',
};

const partOf = (table: string, where: string): string =>
  `select '${table}' as name, coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table} t where ${where}`;

/** One statement, and so of one moment. */
const READ_SQL = Object.entries(MOVED)
  .map(([table, where]) => partOf(table, where))
  .join(' union all ');

/** One statement, and so all of it or nothing. */
const WRITE_SQL = `with ${Object.keys(MOVED)
  .map(
    (table) =>
      `${table}_ as (insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb -> '${table}'))`,
  )
  .join(', ')} select`;

type Rows = Record<string, unknown>[];

const LOOK_MS = 50;

/**
 * Waits until no request of the account holds a key, then revokes the claims of requests that may be frozen, so that they
 * cannot write when they go on.
 * @throws Error where a request has made something and not stored its answer: its client has to repeat it first
 */
async function fence({ database }: Site, scopes: readonly string[]): Promise<void> {
  const limit = performance.now() + CLAIM_MS;
  const open = `select subject from idempotency_keys where scope = any($1) and status_code is null
    and claimed_until > clock_timestamp()`;
  while ((await database.query(open, [scopes])).length > 0 && performance.now() < limit) await delay(LOOK_MS);
  const left = await database.query<{ subject: string | null }>(
    `update idempotency_keys set claim_token = 'moved' where scope = any($1) and status_code is null returning subject`,
    [scopes],
  );
  const made = left.flatMap(({ subject }) => subject ?? []);
  if (made.length > 0) throw new Error(`these have no stored answer: ${made.join(', ')}`);
}

const bytesOf = (value: unknown): Buffer => Buffer.from(String(value).slice(2), 'hex');

/** Each cell has data keys of its own. */
function resealed(table: string, rows: Rows, from: Site, to: Site): Rows {
  const columns = SEALED_COLUMNS.filter((sealed) => sealed.table === table);
  return rows.map((row) => {
    const again = { ...row };
    for (const sealed of columns) {
      const id = String(row[sealed.id]);
      if (row[sealed.column] === null) continue;
      const destination = sealed.sentTo?.of(row);
      const plain = openSealed(from.vault, sealed, { id, value: bytesOf(row[sealed.column]), destination });
      again[sealed.column] = `\\x${to.vault.sealBytes(plain, sealed.purpose(id, destination)).toString('hex')}`;
    }
    return again;
  });
}

/**
 * Makes a cell the home of an account that is closed for writes. Its rows stay in the former cell too, for its payments there.
 * @param forgetsKeys leaves out the idempotency keys, so that the drill has something to find
 * @returns how many rows of each table were moved
 */
export async function moveAccount(
  { from, to, accountId }: { from: Site; to: Site; accountId: string },
  forgetsKeys: boolean,
): Promise<Record<string, number>> {
  const scopes = ENVIRONMENTS.map((environment) => tenantName({ accountId, environment }));
  await fence(from, scopes);
  const parts = await from.database.query<{ name: string; rows: Rows }>(READ_SQL, [accountId, scopes]);
  const kept = parts.filter(({ name }) => !(forgetsKeys && name === 'idempotency_keys'));
  const moved = kept.map(({ name, rows }) => [name, resealed(name, rows, from, to)] as const);
  await to.database.query(WRITE_SQL, [JSON.stringify(Object.fromEntries(moved))]);
  return Object.fromEntries(moved.map(([name, rows]) => [name, rows.length]));
}
