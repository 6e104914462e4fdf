import type { Queryable } from '../database';
import { newId } from '../ids';

export interface Account {
  id: string;
  name: string;
  environment: 'live' | 'test';
}

/** @returns the account of that name, made when there is none yet */
export async function findOrCreateAccount(
  database: Queryable,
  name: string,
  environment: 'live' | 'test',
): Promise<Account> {
  const [account] = await database.query<Account>(
    `insert into accounts (id, name, environment) values ($1, $2, $3)
     on conflict (name) do update set name = excluded.name
     returning id, name, environment`,
    [newId('account'), name, environment],
  );
  if (account === undefined) throw new Error('an account was neither found nor made');
  return account;
}
