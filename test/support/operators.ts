import { createOperatorKey } from '../../db/auth/operator-keys';
import type { Queryable } from '../../db/database';
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { newId } from '../../lib/ids';

/** Makes an operator who cannot log in. @returns the id */
export async function createOperatorPerson(
  database: Queryable,
  roles: readonly OperatorRole[] = OPERATOR_ROLES,
): Promise<string> {
  const id = newId('user');
  await database.query(
    `insert into users (id, email, name, password_hash, role, operator_roles) values ($1, $2, $2, 'none', 'operator', $3)`,
    [id, `${id}@example.com`, [...roles]],
  );
  return id;
}

/**
 * Makes an operator who is independent of every other one: nobody else has seen the login or the key.
 * Source: docs/GAPS.md#A5
 */
export async function createIndependent(
  database: Queryable,
  roles: readonly OperatorRole[] = OPERATOR_ROLES,
): Promise<{ id: string; key: string }> {
  const id = await createOperatorPerson(database, roles);
  await database.query('update users set invited_by = id, login_made_by = id where id = $1', [id]);
  const { key } = await createOperatorKey(database, { label: 'test', userId: id, roles, madeBy: id });
  return { id, key };
}

/** Makes an operator with a key. @returns the key */
export async function createOperator(database: Queryable, roles?: readonly OperatorRole[]): Promise<string> {
  const userId = await createOperatorPerson(database, roles);
  return (await createOperatorKey(database, { label: 'test', userId })).key;
}
