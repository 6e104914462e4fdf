import { findOrCreateAccount } from '../../db/auth/accounts';
import { newId } from '../../lib/ids';
import type { Queryable } from '../../db/database';
import type { Stack } from './stack';

/** Makes a member of an account, who cannot log in, with a key. @returns their id and the key */
export async function createMember(
  { database, createKey }: Pick<Stack, 'database' | 'createKey'>,
  account: string,
  email: string,
): Promise<{ id: string; key: string }> {
  const id = newId('user');
  const { id: accountId } = await findOrCreateAccount(database, account);
  await database.query(
    `insert into users (id, email, name, role, account_id) values ($1, $2, split_part($2, '@', 1), 'viewer', $3)`,
    [id, email, accountId],
  );
  return { id, key: await createKey(account, { memberId: id }) };
}

/** Says who has made the keys of no member that an account has, so that what is done with them has a creator. */
export async function setMaker(database: Queryable, account: string, maker: string): Promise<void> {
  await database.query(
    `update api_keys k set made_by = $2 from accounts a where a.id = k.account_id and a.name = $1 and k.user_id is null`,
    [account, maker],
  );
}
