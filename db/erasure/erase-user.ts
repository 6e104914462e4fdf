import { notifyKeys } from '../auth/key-notices';
import type { Queryable } from '../database';
import type { Erasure } from './eraser';

/** No address ends in `.invalid` (RFC 2606), and no password has this hash. */
const USER_SQL = `
  with person as (
    update users set name = 'erased', email = lower(id) || '@erased.invalid', password_hash = 'erased', language = null,
      disabled_at = coalesce(disabled_at, now()), erased_at = now()
    where id = $1 and erased_at is null returning 1
  ),
  ended as (delete from logins where user_id = $1 returning 1),
  begun as (delete from login_challenges where user_id = $1),
  factors as (delete from second_factors where user_id = $1),
  forms as (delete from kept_forms where user_id = $1),
  notices as (delete from notice_settings where user_id = $1),
  proposed as (
    update proposals set request = '{}', secret_sealed = null, expires_at = least(expires_at, now())
    where subject = $1 and request <> '{}'),
  identities as (delete from user_identities where user_id = $1),
  -- As the statement began: with the address that the person had.
  links as (delete from user_links where user_id = $1 or email = (select email from users where id = $1))
  select (select count(*) from person)::integer as person, (select count(*) from ended)::integer as logins`;

/**
 * Erases a person's name, address, password, second factor, identities at providers, links and choice of
 * notices, and ends the logins.
 * Open proposals about them end. The audit log names people by id alone, so what they did stays on record. Source: docs/GAPS.md#erasure
 */
export async function eraseUser(client: Queryable, id: string): Promise<Erasure | null> {
  const [row] = await client.query<{ account_id: string | null }>(
    'select account_id from users where id = $1 for no key update',
    [id],
  );
  if (row === undefined) return null;
  const [removed] = await client.query<Record<string, number>>(USER_SQL, [id]);
  await notifyKeys(client, 'user_id', id);
  return { accountId: row.account_id, removed: removed ?? {}, related: [] };
}
