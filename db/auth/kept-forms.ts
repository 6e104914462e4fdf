import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { KEPT_FORM, LOGIN_KNOWN_MS } from '../../domain/auth/logins';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { hashToken } from './logins';

const KeptForm = z.object({
  action: z.string(),
  page: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** A form that was sent when its login was over. */
export interface KeptForm {
  /** Path that it was sent to. */
  action: string;
  /** Page that it stood on. */
  page: string;
  /** Names and values as the browser sent them, without secrets. */
  fields: [string, string][];
}

const ID_BYTES = 16;
const purposeOf = (id: string): string => `kept-form:${id}`;

/** A person has few at a time: the oldest makes room. */
const KEEP_SQL = `
  with person as (
    select l.user_id from logins l join users u on u.id = l.user_id left join accounts a on a.id = u.account_id
    where l.token_hash = $1 and l.expires_at > $2 and u.disabled_at is null and a.disabled_at is null
  ),
  swept as (
    delete from kept_forms where id in (
      select k.id from kept_forms k where k.user_id in (select user_id from person)
      order by k.expires_at desc offset ${KEPT_FORM.perPerson - 1})
  )
  insert into kept_forms (id, user_id, form_sealed, expires_at) select $3, user_id, $4, $5 from person returning id`;

/**
 * Stores a form that a person submitted after their login had expired.
 * @param request `token` of the expired login
 * @returns the id, or null when the login is no longer known
 */
export async function keepForm(
  database: Queryable,
  vault: Vault,
  { token, form, now }: { token: string; form: KeptForm; now: Date },
): Promise<string | null> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const kept = await database.query(KEEP_SQL, [
    hashToken(token),
    new Date(now.getTime() - LOGIN_KNOWN_MS),
    id,
    vault.seal(JSON.stringify(form), purposeOf(id)),
    new Date(now.getTime() + KEPT_FORM.lifetimeMs),
  ]);
  return kept.length === 1 ? id : null;
}

/** Opens a kept form; null for an unknown or expired one, and for another person's. */
export async function readKeptForm(
  database: Queryable,
  vault: Vault,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<KeptForm | null> {
  const [row] = await database.query<{ form_sealed: Buffer }>(
    'select form_sealed from kept_forms where id = $1 and user_id = $2 and expires_at > $3',
    [id, userId, now],
  );
  return row === undefined ? null : KeptForm.parse(JSON.parse(vault.open(row.form_sealed, purposeOf(id))));
}
