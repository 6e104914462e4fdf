import { findOrCreateAccount } from '../../db/auth/accounts';
import { newId } from '../../lib/ids';
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
