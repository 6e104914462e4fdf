import { createBatchActivities } from '../../activities/payments/batches';
import { clearApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import { WatchLists } from '../../db/compliance/watch-lists';
import { hashOfBatch } from '../../domain/payments/batches/approval';
import { batchPayments } from '../../process/batch-payments';
import { eventually, instructionBody } from '../support/builders';
import { createMember, setMaker } from '../support/members';
import { INSTRUCTIONS, minutesFromNow, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const BATCHES = '/api/v1/payments/batches';

interface Shown {
  batchId: string;
  status: string;
  byStatus: Record<string, number>;
  awaitingApproval: number;
  approval: null | {
    hash: string;
    needed: number;
    given: { member: string; comment: string | null }[];
    rejected: { member: string } | null;
    payments: number;
    totals: { currency: string; amount: number }[];
  };
}

let scene: PaymentScene;
let accountId: string;
const keys: Record<string, string> = {};

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
  for (const name of ['ada', 'bob', 'cyd']) {
    keys[name] = (await createMember(scene.stack, 'acme', `${name}@acme.example`)).key;
  }
  await setMaker(scene.stack.database, 'acme', (await createMember(scene.stack, 'acme', 'payer@acme.example')).id);
  keys['eve'] = (await createMember(scene.stack, 'elsewhere', 'eve@elsewhere.example')).key;
});

beforeEach(async () => {
  const tenant = { accountId, environment: 'test' } as const;
  await clearApprovalRules(scene.stack.database, { tenant, actor: 'command:test@host' });
});

const shownOf = ({ body }: Answer): Shown => body['data'] as Shown;
const errorOf = (answer: Answer) => [answer.status, (answer.body['error'] as { code: string }).code];
const show = async (batchId: string): Promise<Shown> =>
  shownOf(await scene.stack.call('GET', `${BATCHES}/${batchId}`, { key: scene.key }));
const decide = (batchId: string, name: string, body: object): Promise<Answer> =>
  scene.stack.call('POST', `${BATCHES}/${batchId}/approvals`, { key: keys[name] ?? '', body });
const decideAs = async (batchId: string, name: string, decision = 'approve'): Promise<Answer> =>
  decide(batchId, name, { hash: (await show(batchId)).approval?.hash ?? '', decision });

function until(batchId: string, words: string, isReached: (batch: Shown) => boolean): Promise<Shown> {
  return eventually(() => show(batchId), isReached, words);
}

async function paymentsOf(batchId: string): Promise<string[]> {
  const { body } = await scene.stack.call('GET', `${BATCHES}/${batchId}/rows`, { key: scene.key });
  return (body['data'] as { items: { instructionId: string }[] }).items.map(({ instructionId }) => instructionId);
}

/** Sends a batch and waits until its payments are made. */
async function batchOf(items: Record<string, unknown>[], key = scene.key): Promise<Shown> {
  const body = { mode: 'all_or_nothing', items: items.map((overrides) => instructionBody(overrides)) };
  const { batchId } = shownOf(await scene.stack.call('POST', BATCHES, { key, body }));
  return until(batchId, 'its payments are made', ({ status }) => status === 'completed');
}

/** Source: docs/GAPS.md#P18 */
describe('a batch whose payments all need approvals', () => {
  it('has them as one thing, which are those of each payment', async () => {
    await rule(0, 2);
    const made = await batchOf([{ amount: 10 }, { amount: 20.5 }, { amount: 30 }]);
    const ids = await paymentsOf(made.batchId);
    const hashes = await Promise.all(ids.map(async (id) => (await scene.show(id)).approval?.hash ?? ''));
    expect(made).toMatchObject({
      awaitingApproval: 3,
      approval: { hash: hashOfBatch(hashes), needed: 2, given: [], rejected: null, payments: 3 },
    });
    expect(made.approval?.totals).toEqual([{ currency: 'USD', amount: 60.5 }]);
    const first = await decide(made.batchId, 'ada', {
      hash: made.approval?.hash,
      decision: 'approve',
      comment: 'as ordered',
    });
    expect(first.status).toBe(202);
    const given = [{ member: 'ada@acme.example', comment: 'as ordered' }];
    expect(shownOf(first)).toMatchObject({ status: 'deciding', approval: { given } });
    await until(made.batchId, 'the first is taken to each', ({ status }) => status === 'completed');
    for (const id of ids) {
      expect(await scene.show(id)).toMatchObject({ status: 'pending', approval: { needed: 2, given } });
    }
    expect((await decideAs(made.batchId, 'bob')).status).toBe(202);
    const sent = await until(made.batchId, 'all are sent', ({ byStatus }) => byStatus['submitted'] === 3);
    expect(sent).toMatchObject({
      awaitingApproval: 0,
      approval: { given: [given[0], { member: 'bob@acme.example' }] },
    });
    expect(errorOf(await decideAs(made.batchId, 'cyd'))).toEqual([409, 'INVALID_TRANSITION']);
  });

  it('is cancelled by a rejection, with what waits for something else', async () => {
    await rule(0, 1);
    await rule(15, 2);
    const later = minutesFromNow(60 * 24 * 9).slice(0, 10);
    const { batchId } = await batchOf([{ amount: 10, valueDate: later }, { amount: 20 }]);
    await decideAs(batchId, 'ada');
    await until(batchId, 'one waits for its date alone', ({ awaitingApproval }) => awaitingApproval === 1);
    await until(batchId, 'the first is taken to each', ({ status }) => status === 'completed');
    expect((await decideAs(batchId, 'bob', 'reject')).status).toBe(202);
    const done = await until(batchId, 'it is cancelled', ({ status }) => status === 'cancelled');
    expect(done).toMatchObject({ byStatus: { cancelled: 2 }, approval: { rejected: { member: 'bob@acme.example' } } });
    const [, rejected] = await paymentsOf(batchId);
    expect((await scene.show(rejected ?? '')).approval?.rejected?.member).toBe('bob@acme.example');
    expect(errorOf(await decideAs(batchId, 'cyd'))).toEqual([409, 'INVALID_TRANSITION']);
  });

  it('leaves alone what was decided about a payment by itself', async () => {
    await rule(0, 2);
    const { batchId } = await batchOf([{ amount: 10 }, { amount: 20 }, { amount: 30 }]);
    const [one = '', other = ''] = await paymentsOf(batchId);
    const own = async (id: string, decision: string): Promise<Answer> => {
      const hash = (await scene.show(id)).approval?.hash;
      return scene.stack.call('POST', `${INSTRUCTIONS}/${id}/approvals`, {
        key: keys['ada'] ?? '',
        body: { hash, decision },
      });
    };
    await own(one, 'approve');
    await own(other, 'reject');
    for (const name of ['ada', 'bob']) {
      await decideAs(batchId, name);
      await until(batchId, `that of ${name} is taken to each`, ({ status }) => status === 'completed');
    }
    await until(batchId, 'two are sent', ({ byStatus }) => byStatus['submitted'] === 2);
    expect((await scene.show(one)).approval?.given).toHaveLength(2);
    expect((await scene.show(other)).status).toBe('cancelled');
  });
});

describe('a decision about a batch', () => {
  it('is of another member of the account, once, about the hash that is shown', async () => {
    await rule(0, 2);
    const { batchId, approval } = await batchOf([{ amount: 10 }], keys['ada']);
    const body = { hash: approval?.hash, decision: 'approve' };
    expect(errorOf(await decide(batchId, 'ada', body))).toEqual([403, 'FORBIDDEN']);
    expect((await decide(batchId, 'eve', body)).status).toBe(404);
    const unowned = await scene.stack.createKey('acme', { scopes: ['payments:approve'] });
    const path = `${BATCHES}/${batchId}/approvals`;
    expect(errorOf(await scene.stack.call('POST', path, { key: unowned, body }))).toEqual([403, 'FORBIDDEN']);
    const other = await decide(batchId, 'bob', { ...body, hash: 'f'.repeat(64) });
    expect(errorOf(other)).toEqual([409, 'INVALID_TRANSITION']);
    expect(JSON.stringify(other.body)).toContain(approval?.hash);
    const faults = await decide(batchId, 'bob', { hash: 'none', decision: 'perhaps', comment: 7 });
    const { details } = faults.body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field).sort()).toEqual(['comment', 'decision', 'hash']);
    const both = await Promise.all([decide(batchId, 'bob', body), decide(batchId, 'bob', body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('is refused of a batch of which a part needs approvals, and of one that needs none', async () => {
    await rule(15, 1);
    const partly = await batchOf([{ amount: 10 }, { amount: 20 }, { amount: 30 }]);
    expect(partly).toMatchObject({ approval: null, awaitingApproval: 2 });
    const refused = await decide(partly.batchId, 'ada', { hash: 'f'.repeat(64), decision: 'approve' });
    expect(errorOf(refused)).toEqual([409, 'INVALID_TRANSITION']);
    expect(JSON.stringify(refused.body)).toContain('the 2 that wait one by one');
    const free = await batchOf([{ amount: 1 }]);
    expect(free).toMatchObject({ approval: null, awaitingApproval: 0 });
    const none = await decide(free.batchId, 'ada', { hash: 'f'.repeat(64), decision: 'approve' });
    expect(errorOf(none)).toEqual([409, 'INVALID_TRANSITION']);
  });
});

describe('a decision that is taken to payments', () => {
  it('is on each once, whoever dies and whoever repeats it', async () => {
    await rule(0, 2);
    const { batchId } = await batchOf(Array.from({ length: 6 }, (_, index) => ({ amount: index + 1 })));
    await scene.stack.stopWorkers();
    await decideAs(batchId, 'ada');
    const { database, vault } = scene.stack;
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    const { makeBatchPayments } = createBatchActivities({ database, vault, makePayment });
    // One of them is a worker that was believed dead.
    await Promise.all([makeBatchPayments(batchId), makeBatchPayments(batchId)]);
    await expect(show(batchId)).resolves.toMatchObject({ status: 'deciding' });
    // As after the death of a worker that has decided about payments, and has not written down how far it was.
    await database.query('update payment_batch_approvals set reached = null where batch_id = $1', [batchId]);
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: false });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: false });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: true });
    for (const id of await paymentsOf(batchId)) expect((await scene.show(id)).approval?.given).toHaveLength(1);
    const acts = await database.query(`select from audit_log where act = 'payment.approved' and subject = any($1)`, [
      await paymentsOf(batchId),
    ]);
    expect(acts).toHaveLength(6);
  });

  it('is kept from payments of a batch that its sender cancels meanwhile', async () => {
    await rule(0, 1);
    await scene.stack.startWorkers();
    const { batchId } = await batchOf([{ amount: 10 }, { amount: 20 }]);
    await scene.stack.stopWorkers();
    await decideAs(batchId, 'ada');
    expect((await scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key: scene.key, body: {} })).status).toBe(
      202,
    );
    const { database, vault } = scene.stack;
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    const { makeBatchPayments } = createBatchActivities({ database, vault, makePayment });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: true });
    expect(await show(batchId)).toMatchObject({ status: 'cancelled', byStatus: { cancelled: 2 } });
    for (const id of await paymentsOf(batchId)) expect((await scene.show(id)).approval?.given).toEqual([]);
  });

  it('passes over a payment that is not what was hashed', async () => {
    await rule(0, 1);
    await scene.stack.startWorkers();
    const { batchId } = await batchOf([{ amount: 10 }, { amount: 20 }]);
    const [one = ''] = await paymentsOf(batchId);
    await scene.stack.database.query('update payment_instructions set amount = 99000 where id = $1', [one]);
    await decideAs(batchId, 'ada');
    const done = await until(batchId, 'it is taken', ({ byStatus }) => byStatus['submitted'] === 1);
    expect(done.awaitingApproval).toBe(1);
  });
});
