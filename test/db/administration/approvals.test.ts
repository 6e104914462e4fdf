import { readApprovals, readPresentOperators } from '../../../db/administration/approvals';
import { performAct } from '../../../db/administration/perform';
import { issueOperatorKey } from '../../../db/auth/operator-keys';
import { createUser } from '../../../db/auth/users';
import { decidedByNobody } from '../../../domain/auth/approvals';
import type { OperatorActor } from '../../../domain/auth/actor';
import type { OperatorRole } from '../../../domain/auth/operator-roles';
import { openVault } from '../../../lib/vault';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const vault = openVault(Buffer.alloc(32, 1).toString('base64'));
let database: TestDatabase;
let admin: OperatorActor;

async function operator(name: string, role: OperatorRole, actor: OperatorActor | string): Promise<string> {
  const person = { email: `${name}@example.com`, name, password: 'nine blue herons at dawn' } as const;
  const id = await createUser(database, { ...person, role: 'operator', operatorRoles: [role], accountId: null, actor });
  return id;
}

beforeEach(async () => {
  database = await createTestDatabase();
  const personId = await operator('ann', 'administration', 'command:test');
  admin = { id: `user:${personId}`, requestId: null, personId, roles: ['administration'], isIdentified: true };
});

/** Source: docs/GAPS.md#A5 */
describe('two officers release what is held', () => {
  let officers: string[];
  const place = () => ({ database, vault: () => vault });

  beforeEach(async () => {
    officers = [await operator('bob', 'compliance', admin), await operator('carol', 'compliance', admin)];
    expect(await readApprovals(database)).toEqual({ 'live-network': 'one', 'release-approvals': 'two' });
  });

  const acts = {
    'is disabled': (id: string) =>
      performAct(place(), 'managed.switched', { kind: 'user', id, isDisabled: true }, { actor: admin }),
    'loses the role': (id: string) =>
      performAct(
        place(),
        'managed.changed',
        { kind: 'user', id, changes: { operator_roles: ['operations'] } },
        { actor: admin },
      ),
  };

  it.each(Object.entries(acts))(
    'and it still takes two once one of them %s by an administrator',
    async (_what, act) => {
      expect(await act(officers[0] ?? '')).toMatchObject({ state: 'done' });
      const approvals = await readApprovals(database);
      expect(approvals).toEqual({ 'live-network': 'one', 'release-approvals': 'two' });
      const entries = await database.query("select subject, actor from audit_log where act = 'approvals.set'");
      expect(entries).toEqual([{ subject: 'release-approvals', actor: admin.id }]);
      expect(decidedByNobody(approvals, await readPresentOperators(database))).toEqual(['release-approvals']);
    },
  );

  it('and what leaves two of them stores nothing', async () => {
    const dave = await operator('dave', 'compliance', admin);
    await issueOperatorKey(database, { label: 'dave', userId: dave }, { actor: admin });
    await acts['is disabled'](dave);
    expect(await database.query('select release_approvals from compliance_settings')).toEqual([]);
    expect(decidedByNobody(await readApprovals(database), await readPresentOperators(database))).toEqual([]);
  });
});
