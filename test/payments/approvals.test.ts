import { issueAccountKey } from '../../db/auth/account-keys';
import { clearApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import { listAccountAuditEntries } from '../../db/auth/audit-log';
import { removeMember } from '../../db/auth/members';
import { awaitsApproval } from '../../domain/payments/review/approval';
import { eventually, instructionBody } from '../support/builders';
import { createMember, setMaker } from '../support/members';
import {
  INSTRUCTIONS,
  instructionIdOf,
  minutesFromNow,
  PaymentScene,
  type ShownPayment,
} from '../support/payment-scene';
import type { Answer } from '../support/stack';
import { begun, clientOf } from '../support/temporal';
import { reportsRecorded } from '../../workflows/contract';

let scene: PaymentScene;
let accountId: string;
/** Keys of members of the account. */
const keys: Record<string, string> = {};
const ids: Record<string, string> = {};

/** @returns id of a new member, whose key is in `keys` by the same name */
async function addMember(name: string, account = 'acme'): Promise<string> {
  const { id, key } = await createMember(scene.stack, account, `${name}@${account}.example`);
  keys[name] = key;
  ids[name] = id;
  return id;
}

const rule = (amount: number, approvals: number, currency = 'USD') =>
  setApprovalRule(scene.stack.database, {
    tenant: { accountId, environment: 'test' },
    rule: { above: { amount, currency }, approvals },
    actor: 'command:test@host',
  });

beforeAll(async () => {
  scene = await PaymentScene.open();
  const [account] = await scene.stack.database.query<{ id: string }>(`select id from accounts where name = 'acme'`);
  accountId = account?.id ?? '';
  for (const name of ['ada', 'bob', 'cyd', 'payer']) await addMember(name);
  await setMaker(scene.stack.database, 'acme', ids['payer'] ?? '');
});

beforeEach(async () => {
  const tenant = { accountId, environment: 'test' } as const;
  await clearApprovalRules(scene.stack.database, { tenant, actor: 'command:test@host' });
});

const dataOf = (answer: Answer) => answer.body['data'] as ShownPayment;
const decide = (id: string, name: string, body: object): Promise<Answer> =>
  scene.stack.call('POST', `${INSTRUCTIONS}/${id}/approvals`, { key: keys[name] ?? '', body });
const hashOf = async (id: string): Promise<string> => (await scene.show(id)).approval?.hash ?? '';
const approve = async (id: string, name: string): Promise<Answer> =>
  decide(id, name, { hash: await hashOf(id), decision: 'approve' });
const instructAbove = (overrides: Record<string, unknown> = {}) => scene.instruct({ amount: 20_000, ...overrides });
const dispatchesOf = async (id: string): Promise<number> =>
  (await scene.stack.database.query('select from dispatches where instruction_id = $1', [id])).length;
const errorOf = (answer: Answer) => [answer.status, (answer.body['error'] as { code: string }).code];

/** Source: docs/GAPS.md#P17 */
describe('a payment above the amount of a rule', () => {
  it('waits for as many members as the strictest rule asks for, and is sent once the last has approved it', async () => {
    await rule(10_000, 1);
    await rule(15_000, 2);
    const created = await instructAbove({ remittance: { text: 'Invoice 7' } });
    const id = instructionIdOf(created);
    expect(created.status).toBe(201);
    expect(dataOf(created)).toMatchObject({
      status: 'pending',
      waitingReason: 'approval',
      approval: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, needed: 2, given: [], rejected: null },
    });
    const first = await decide(id, 'ada', { hash: await hashOf(id), decision: 'approve', comment: 'as ordered' });
    expect(first.status).toBe(200);
    expect(dataOf(first)).toMatchObject({
      status: 'pending',
      waitingReason: 'approval',
      approval: { needed: 2, given: [{ member: 'ada@acme.example', comment: 'as ordered' }] },
    });
    expect(await dispatchesOf(id)).toBe(0);
    expect((await approve(id, 'bob')).status).toBe(200);
    const sent = await scene.until(id, 'submitted');
    expect(sent.approval?.given.map(({ member }) => member)).toEqual(['ada@acme.example', 'bob@acme.example']);
  });

  it('is one of more than that amount, in that currency', async () => {
    await rule(10_000, 1);
    for (const amount of [10_000, 9_999.99]) {
      const id = await scene.create({ amount });
      expect((await scene.show(id)).approval).toBeNull();
    }
    expect(dataOf(await scene.instruct({ amount: 10_000.01 })).approval?.needed).toBe(1);
  });

  it('is any in a currency without a rule, for which the strictest of all counts', async () => {
    await rule(10_000, 1, 'EUR');
    await rule(50_000, 3, 'EUR');
    expect(dataOf(await scene.instruct({ amount: 1 })).approval?.needed).toBe(3);
    await rule(10_000, 1, 'USD');
    expect((await scene.show(await scene.create({ amount: 1 }))).approval).toBeNull();
  });

  it('is none of another account or side, nor of one that was made before', async () => {
    const before = await scene.create({ amount: 20_000 });
    await rule(10_000, 1);
    expect((await scene.show(before)).approval).toBeNull();
    const live = { ...{ accountId, environment: 'live' as const } };
    const ofLive = { tenant: live, rule: { above: { amount: 0, currency: 'USD' }, approvals: 3 }, actor: 'test' };
    await setApprovalRule(scene.stack.database, ofLive);
    expect((await scene.show(await scene.create({ amount: 9_000 }))).approval).toBeNull();
    const body = instructionBody({ amount: 20_000 });
    const other = await scene.stack.call('POST', INSTRUCTIONS, { key: await scene.stack.createKey('other'), body });
    expect(dataOf(other).approval).toBeNull();
  });

  it('keeps what it needs when the rules change', async () => {
    await rule(10_000, 2);
    const id = instructionIdOf(await instructAbove());
    await rule(10_000, 1);
    await approve(id, 'ada');
    expect(await scene.show(id)).toMatchObject({ status: 'pending', approval: { needed: 2 } });
  });
});

describe('who approves', () => {
  it('is a member, with a key of its own that has the scope', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    const body = { hash: await hashOf(id), decision: 'approve' };
    const path = `${INSTRUCTIONS}/${id}/approvals`;
    const without = await scene.stack.call('POST', path, { key: scene.key, body });
    expect(errorOf(without)).toEqual([403, 'FORBIDDEN']);
    const unowned = await scene.stack.createKey('acme', { scopes: ['payments:approve'] });
    expect(errorOf(await scene.stack.call('POST', path, { key: unowned, body }))).toEqual([403, 'FORBIDDEN']);
    await addMember('eve', 'elsewhere');
    expect((await decide(id, 'eve', body)).status).toBe(404);
    expect(await dispatchesOf(id)).toBe(0);
  });

  it('is not who made the key of no member that the payment was made with', async () => {
    await rule(10_000, 1);
    const tenant = { accountId, environment: 'test' } as const;
    const actor = { id: `user:${ids['ada'] ?? ''}`, requestId: null };
    const { key } = await issueAccountKey(scene.stack.database, {
      ...{ tenant, label: 'of ada', scopes: ['payments:read', 'payments:write'], expiresAt: null, actor },
    });
    const body = instructionBody({ amount: 20_000 });
    const id = instructionIdOf(await scene.stack.call('POST', INSTRUCTIONS, { key, body }));
    expect(errorOf(await approve(id, 'ada'))).toEqual([403, 'FORBIDDEN']);
    expect((await approve(id, 'bob')).status).toBe(200);
    await scene.until(id, 'submitted');
  });

  it('is not the member who made it, nor the same one twice', async () => {
    await rule(10_000, 2);
    const body = { key: keys['ada'] ?? '', body: instructionBody({ amount: 20_000 }) };
    const id = instructionIdOf(await scene.stack.call('POST', INSTRUCTIONS, body));
    expect(errorOf(await approve(id, 'ada'))).toEqual([403, 'FORBIDDEN']);
    expect((await approve(id, 'bob')).status).toBe(200);
    expect(errorOf(await approve(id, 'bob'))).toEqual([409, 'DUPLICATE']);
    expect((await approve(id, 'cyd')).status).toBe(200);
    await scene.until(id, 'submitted');
  });

  it('is no member who was removed after the approval', async () => {
    await rule(10_000, 2);
    await addMember('eve');
    await addMember('fay');
    const id = instructionIdOf(await instructAbove());
    // It has all that it needs, and is not to be sent yet.
    await scene.stack.stopWorkers();
    await approve(id, 'eve');
    await approve(id, 'fay');
    await removeMember(scene.stack.database, { accountId, userId: ids['eve'] ?? '', actor: 'command:test@host' });
    await scene.stack.startWorkers();
    const shown = await eventually(
      () => scene.show(id),
      ({ approval, waitingReason }) => approval?.given.length === 1 && waitingReason === 'approval',
      'it waits for another approval',
    );
    expect(shown.approval?.given.map(({ member }) => member)).toEqual(['fay@acme.example']);
    expect(await dispatchesOf(id)).toBe(0);
    expect((await approve(id, 'ada')).status).toBe(200);
    await scene.until(id, 'submitted');
  });

  it('is no member who was removed, whose key ends at once', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    const userId = await addMember('dan');
    const body = { hash: await hashOf(id), decision: 'reject' };
    await removeMember(scene.stack.database, { accountId, userId, actor: 'command:test@host' });
    await eventually(
      () => decide(id, 'dan', body),
      ({ status }) => status === 401,
      'the end of the key',
    );
  });
});

describe('what is approved', () => {
  it('is what has the hash: another one is refused, and says what differs', async () => {
    await rule(10_000, 1);
    const [one, other] = [
      instructionIdOf(await instructAbove()),
      instructionIdOf(await instructAbove({ amount: 30_000 })),
    ];
    const hash = await hashOf(one);
    const refused = await decide(other, 'ada', { hash, decision: 'approve' });
    expect(errorOf(refused)).toEqual([409, 'INVALID_TRANSITION']);
    const { details, message } = refused.body['error'] as { details: { field: string }[]; message: string };
    expect(message).toContain(one);
    expect(details.map(({ field }) => field).sort()).toEqual(['amount', 'hash', 'instructionId', 'uetr']);
    const unknown = await decide(other, 'ada', { hash: 'f'.repeat(64), decision: 'approve' });
    expect(errorOf(unknown)).toEqual([409, 'INVALID_TRANSITION']);
    expect(JSON.stringify(unknown.body)).toContain(await hashOf(other));
    expect((await scene.show(other)).approval?.given).toEqual([]);
  });

  it('is refused with every fault of the request', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    const refused = await decide(id, 'ada', { hash: 'no hash', decision: 'perhaps', comment: 7 });
    expect(refused.status).toBe(400);
    const { details } = refused.body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field).sort()).toEqual(['comment', 'decision', 'hash']);
  });

  it('is sent alone: a payment that was changed in the database is not', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    await scene.stack.database.query(`update payment_instructions set amount = 99000 where id = $1`, [id]);
    expect(errorOf(await approve(id, 'ada'))).toEqual([409, 'INVALID_TRANSITION']);
    await scene.stack.database.query(`update payment_instructions set amount = 20000 where id = $1`, [id]);
    // Past every rule of the program, as a hand at the database would.
    await scene.stack.database.query(
      `update payment_instructions set amount = 99000, version = version + 1, approval = approval
         || '{"state": "approved", "given": [{"by": "usr_ada", "at": "2026-01-01T00:00:00.000Z", "comment": null}]}'
       where id = $1`,
      [id],
    );
    const handle = await begun(clientOf(scene.stack.services.workflows), `pay/${id}`);
    const notice = { reportId: null, status: 'pending', disposition: 'operator', version: 1, retry: true } as const;
    await handle.signal(reportsRecorded, [notice]);
    await eventually(
      () => scene.show(id),
      ({ waitingReason }) => waitingReason === 'blocked',
      'the refusal to send it',
    );
    expect(await dispatchesOf(id)).toBe(0);
  });
});

describe('what ends it otherwise', () => {
  it('is a rejection, which cancels it', async () => {
    await rule(10_000, 2);
    const id = instructionIdOf(await instructAbove());
    await approve(id, 'bob');
    const rejected = await decide(id, 'ada', { hash: await hashOf(id), decision: 'reject', comment: 'not ours' });
    expect(dataOf(rejected)).toMatchObject({
      status: 'cancelled',
      waitingReason: null,
      approval: { rejected: { member: 'ada@acme.example', comment: 'not ours' } },
    });
    expect((await scene.show(id)).statusHistory.at(-1)).toMatchObject({ status: 'cancelled' });
    expect(errorOf(await approve(id, 'cyd'))).toEqual([409, 'INVALID_TRANSITION']);
    expect(await dispatchesOf(id)).toBe(0);
  });

  it('is a cancellation', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    expect((await scene.cancel(id)).status).toBe(200);
    expect(errorOf(await approve(id, 'ada'))).toEqual([409, 'INVALID_TRANSITION']);
  });

  it('is the seventh day, by the clock of Postgres', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    const ends = Date.parse((await scene.show(id)).approval?.expiresAt ?? '') - Date.now();
    expect(ends / 86_400_000).toBeGreaterThan(6.9);
    expect(ends / 86_400_000).toBeLessThan(7.1);
    await scene.stack.database.query(
      `update payment_instructions set approval = approval || '{"expiresAt": "2026-01-01T00:00:00.000Z"}' where id = $1`,
      [id],
    );
    expect(errorOf(await approve(id, 'ada'))).toEqual([409, 'INVALID_TRANSITION']);
    expect((await scene.show(id)).status).toBe('cancelled');
  });
});

describe('a payment that waits for its value date, too', () => {
  it('waits for approvals first, then for its date', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove({ valueDate: minutesFromNow(60 * 24 * 9).slice(0, 10) }));
    expect(await scene.show(id)).toMatchObject({ status: 'pending', waitingReason: 'approval' });
    expect(dataOf(await approve(id, 'ada'))).toMatchObject({ status: 'pending', waitingReason: 'value_date' });
  });
});

describe('the audit log', () => {
  it('has every rule, approval and rejection, with the member', async () => {
    await rule(10_000, 2);
    const id = instructionIdOf(await instructAbove());
    await approve(id, 'ada');
    await decide(id, 'bob', { hash: await hashOf(id), decision: 'reject' });
    const entries = await listAccountAuditEntries(scene.stack.database, accountId);
    const ofPayment = entries.filter(({ subject }) => subject === id).map(({ act, detail }) => [act, detail['member']]);
    expect(ofPayment).toEqual([
      ['payment.approval_rejected', ids['bob']],
      ['payment.approved', ids['ada']],
    ]);
    expect(entries.find(({ act }) => act === 'approval_rule.set')?.detail).toMatchObject({
      environment: 'test',
      above: { amount: 10_000, currency: 'USD' },
      approvals: 2,
      before: null,
    });
  });
});

describe('two last approvals at once', () => {
  it('are one, and the payment is sent once', async () => {
    await rule(10_000, 1);
    const id = instructionIdOf(await instructAbove());
    const hash = await hashOf(id);
    const body = { hash, decision: 'approve' };
    const answers = await Promise.all([decide(id, 'ada', body), decide(id, 'bob', body), decide(id, 'cyd', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const shown = await scene.until(id, 'submitted');
    expect(shown.approval?.given).toHaveLength(1);
    expect(await dispatchesOf(id)).toBe(1);
    const [row] = await scene.stack.database.query<{ approval: never }>(
      'select approval from payment_instructions where id = $1',
      [id],
    );
    expect(awaitsApproval(row?.approval ?? null)).toBe(false);
  });
});
