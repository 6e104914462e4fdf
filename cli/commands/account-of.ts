import { findAccount, type Account } from '../../db/auth/accounts';
import type { Queryable } from '../../db/database';
import type { Environment, Tenant } from '../../domain/auth/tenant';
import { UsageError } from '../context';

/** @param account its name or id @throws UsageError when there is no such account */
export async function accountOf(database: Queryable, account: string): Promise<Account> {
  const found = await findAccount(database, account);
  if (found === null) throw new UsageError(`There is no account ${account}.`);
  return found;
}

/** One side of an account, as a command names it. */
export interface Side {
  /** Its name or id. */
  account: string;
  environment: Environment;
}

/** @throws UsageError when there is no such account */
export async function tenantOf(database: Queryable, { account, environment }: Side): Promise<Tenant> {
  return { accountId: (await accountOf(database, account)).id, environment };
}
