import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedDemo } from '../../../cli/demo/seed';
import { DataDir } from '../../../cli/place';
import { setDisabled } from '../../../db/administration/change';
import { findKey, hashKey } from '../../../db/auth/credentials';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase } from '../../support/database';

it('the operator key of the demonstration is of a person, has every role, and is made anew once it has ended', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-seed-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const seed = async () => (await seedDemo(new DataDir(folder), { databaseUrl: database.url })).operatorKey;
  const principalOf = async (key: string) => (await findKey(database, hashKey(key)))?.principal ?? null;

  const first = await seed();
  const principal = await principalOf(first);
  const roles = ['operations', 'compliance', 'administration'];
  expect(principal).toMatchObject({ kind: 'operator', personId: expect.stringMatching(/^usr_/), roles });
  expect(await seed()).toBe(first);

  await database.query(`update api_keys set expires_at = now() where kind = 'operator'`);
  const second = await seed();
  expect(second).not.toBe(first);
  expect(await principalOf(second)).toMatchObject({ roles });

  const personId = principal?.kind === 'operator' ? principal.personId : '';
  await setDisabled(database, { kind: 'user', id: personId, isDisabled: true, actor: 'command:test' });
  expect(await principalOf(await seed())).toBeNull();
});
