import { findOrCreateAccount } from '../../db/auth/accounts';
import { findKey, hashKey } from '../../db/auth/credentials';
import { listAuditEntries } from '../../db/auth/audit-log';
import { removeMember } from '../../db/auth/members';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let line: CommandLine;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
  accountId = (await findOrCreateAccount(database, 'shop')).id;
  await database.query(
    `insert into users (id, email, name, role, account_id) values ('usr_ada', 'ada@shop.example', 'Ada', 'viewer', $1)`,
    [accountId],
  );
});

const corridor = (...args: string[]) => line.run(...args, '--json');
const approvals = (act: string, ...args: string[]) =>
  corridor('accounts', 'approvals', act, '--account', 'shop', ...args);
const setRule = (above: string, currency: string, count: string, ...args: string[]) =>
  approvals('set', '--above', above, '--currency', currency, '--approvals', count, ...args);

/** Source: docs/GAPS.md#P17 */
describe('rules of approvals', () => {
  it('are set, shown and cleared, by side, each change with an entry in the audit log', async () => {
    const rule = { above: { amount: 10_000, currency: 'EUR' }, approvals: 2 };
    expect((await setRule('10000', 'EUR', '2')).said).toMatchObject({
      account: accountId,
      environment: 'test',
      rules: [rule],
    });
    expect((await setRule('0', 'USD', '1', '--environment', 'live')).said['rules']).toEqual([
      { above: { amount: 0, currency: 'USD' }, approvals: 1 },
    ]);
    // The same rule again changes nothing.
    await setRule('10000', 'EUR', '2');
    expect((await setRule('10000', 'EUR', '3')).said['rules']).toEqual([{ ...rule, approvals: 3 }]);
    expect((await approvals('show')).said['rules']).toEqual([{ ...rule, approvals: 3 }]);
    expect((await approvals('clear')).said['rules']).toEqual([]);
    expect((await approvals('show', '--environment', 'live')).said['rules']).toHaveLength(1);
    const acts = (await listAuditEntries(database, accountId)).map(({ act, detail }) => [act, detail['before']]);
    expect(acts).toEqual([
      ['approval_rule.cleared', undefined],
      ['approval_rule.set', 2],
      ['approval_rule.set', null],
      ['approval_rule.set', null],
    ]);
  });

  it('are cleared by currency and amount', async () => {
    for (const [above, currency] of [
      ['100', 'EUR'],
      ['200', 'EUR'],
      ['100', 'JPY'],
    ] as const)
      await setRule(above, currency, '1');
    expect((await approvals('clear', '--currency', 'EUR', '--above', '200')).said['rules']).toHaveLength(2);
    expect((await approvals('clear', '--currency', 'EUR')).said['rules']).toEqual([
      { above: { amount: 100, currency: 'JPY' }, approvals: 1 },
    ]);
    expect((await approvals('clear', '--currency', 'EUR')).code).not.toBe(0);
  });

  it.each([
    [['10.5', 'JPY', '1'], /amount/],
    [['10', 'XXX', '1'], /currency/],
    [['10', 'EUR', '4'], /from 1 to 3/],
    [['-1', 'EUR', '1'], /decimal number/],
  ])('are refused as %j', async ([above, currency, count], words) => {
    const { code, fault } = await setRule(above ?? '', currency ?? '', count ?? '');
    expect(code).not.toBe(0);
    expect(fault).toMatch(words);
  });

  it('need an account that there is', async () => {
    const { code, fault } = await corridor('accounts', 'approvals', 'show', '--account', 'nobody');
    expect([code !== 0, fault]).toEqual([true, expect.stringContaining('There is no account nobody')]);
  });
});

describe('a key of a member', () => {
  const create = (...args: string[]) => corridor('keys', 'create', '--account', 'shop', ...args);
  const member = ['--member', 'Ada@shop.example'];
  const principalOf = async (key: unknown) => (await findKey(database, hashKey(String(key))))?.principal;

  it('may approve, and ends with the membership for ever', async () => {
    const { said } = await create(...member, '--scopes', 'payments:read,payments:approve');
    expect(said).toMatchObject({ member: 'usr_ada' });
    const scopes = ['payments:read', 'payments:approve'];
    expect(await principalOf(said['key'])).toMatchObject({ memberId: 'usr_ada', scopes });
    expect(await principalOf((await create()).said['key'])).not.toMatchObject({
      scopes: expect.arrayContaining(['payments:approve']) as string[],
    });
    await database.query(`update users set disabled_at = now() where id = 'usr_ada'`);
    expect(await principalOf(said['key'])).toBeUndefined();
    await database.query(`update users set disabled_at = null where id = 'usr_ada'`);
    expect(await principalOf(said['key'])).toBeDefined();
    await removeMember(database, { accountId, userId: 'usr_ada', actor: 'user:usr_bob' });
    await database.query(`update users set disabled_at = null, removed_at = null where id = 'usr_ada'`);
    expect(await principalOf(said['key'])).toBeUndefined();
  });

  it('is refused for who is no member, and the scope of approvals without one', async () => {
    expect((await create('--member', 'eve@shop.example')).fault).toContain('no member eve@shop.example');
    expect((await create('--scopes', 'payments:approve')).fault).toContain('needs --member');
  });
});
