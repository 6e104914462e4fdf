import { setApprovals } from '../../db/administration/approvals';
import { listAuditEntries } from '../../db/auth/audit-log';
import { createBulkDecisionActivities } from '../../activities/payments/bulk-decisions';
import { MAX_BULK_TRIES } from '../../domain/payments/review/bulk-decision';
import { createOperatorKey } from '../../db/auth/operator-keys';
import { revokeKey } from '../../db/auth/credentials';
import { eventually, instructionBody } from '../support/builders';
import { createIndependent, createOperatorPerson } from '../support/operators';
import { insertDispatch } from '../support/rows';
import type { Answer } from '../support/stack';
import { dataOf, ScreeningScene } from './support/screening-scene';

const BULK = '/v1/operator/bulk-decisions';
const HOLDS = { waiting: 'compliance_review' };

let scene: ScreeningScene;
beforeAll(async () => {
  scene = await ScreeningScene.open({ maintenance: true });
});

/** What is left of an earlier test would be decided with it. */
beforeEach(async () => {
  for (const { instructionId } of await waiting())
    expect((await scene.decide(instructionId, { decision: 'reject', reason: 'of an earlier test' })).status).toBe(200);
});

async function waiting(): Promise<{ instructionId: string }[]> {
  const path = '/v1/operator/payments?waiting=compliance_review';
  const { body } = await scene.stack.call('GET', path, { key: scene.operator });
  return body['data'] as { instructionId: string }[];
}

interface Shown {
  bulkDecisionId: string;
  status: string;
  counts: Record<string, number>;
  amounts: { currency: string; payments: number }[];
  stoppedBecause: string | null;
}
const shownOf = ({ body }: Answer): Shown => body as unknown as Shown;

const ask = (method: 'GET' | 'POST', path: string, body?: object, key = scene.operator): Promise<Answer> =>
  scene.stack.call(method, `${BULK}${path}`, { key, ...(body === undefined ? {} : { body }) });
const prepare = (parts: Record<string, unknown> = {}, key = scene.operator): Promise<Answer> =>
  ask('POST', '', { decision: 'release', reason: 'the list was wrong', filter: HOLDS, ...parts }, key);

async function prepared(parts: Record<string, unknown> = {}, key = scene.operator): Promise<string> {
  const answer = await prepare(parts, key);
  expect(answer.status).toBe(201);
  return shownOf(answer).bulkDecisionId;
}

function until(id: string, status: string): Promise<Shown> {
  return eventually(
    async () => shownOf(await ask('GET', `/${id}`)),
    (bulk) => bulk.status === status,
    `it is ${status}`,
  );
}

async function paymentsOf(id: string, query = ''): Promise<Record<string, unknown>[]> {
  return (await ask('GET', `/${id}/payments${query}`)).body['data'] as Record<string, unknown>[];
}

/** Holds payments, each of which its list of payments that wait shows. */
async function hold(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await scene.held());
  await eventually(waiting, (found) => found.length === count, 'the holds');
  return ids;
}

/** Source: docs/GAPS.md#bulk-decisions */
describe('a bulk decision', () => {
  it('releases what it has shown, and nothing that is held later', async () => {
    const ids = await hold(3);
    const preview = await prepare();
    expect(shownOf(preview)).toMatchObject({
      status: 'prepared',
      counts: { total: 3, waiting: 3 },
      amounts: [{ payments: 3 }],
    });
    const id = shownOf(preview).bulkDecisionId;
    const later = await scene.held();
    expect((await ask('POST', `/${id}/start`)).status).toBe(202);
    expect((await until(id, 'completed')).counts).toMatchObject({ decided: 3, refused: 0 });
    for (const one of ids) {
      await eventually(
        () => scene.read(one),
        ({ status }) => status === 'submitted',
        'the dispatch',
      );
    }
    expect(await scene.read(later)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    const entries = await listAuditEntries(scene.stack.database, null);
    const released = entries.filter(({ act }) => act === 'payment.screening_released');
    expect(released.map(({ subject }) => subject).sort()).toEqual(ids);
    expect(released[0]).toMatchObject({ detail: { reason: 'the list was wrong', by: { bulkDecision: id } } });
    expect((await ask('POST', `/${id}/start`)).status).toBe(409);
    expect((await ask('POST', `/${id}/stop`, { reason: 'too late' })).status).toBe(409);
  });

  it('refuses, with the reason, a payment that was screened again since, or is rejected meanwhile', async () => {
    const [screened = '', rejected = '', other = ''] = await hold(3);
    const id = await prepared();
    await scene.stack.database.query(
      `insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions,
         blocked_countries, countries, candidates, decision, screened_at)
       select 'scr_again', account_id, environment, request_id, instruction_id, algorithm, editions, blocked_countries,
         countries, candidates, decision, now() from screenings where instruction_id = $1`,
      [screened],
    );
    await scene.decide(rejected, { decision: 'reject', reason: 'it is him' });
    await ask('POST', `/${id}/start`);
    expect((await until(id, 'completed')).counts).toMatchObject({ decided: 1, refused: 2 });
    expect(await paymentsOf(id)).toEqual([
      { instructionId: screened, state: 'refused', fault: expect.stringContaining('screened again') },
      { instructionId: rejected, state: 'refused', fault: expect.stringContaining('not held') },
      { instructionId: other, state: 'decided', fault: null },
    ]);
    expect(await paymentsOf(id, '?state=decided')).toHaveLength(1);
  });

  it('proposes where two people have to agree, and another person confirms all of it', async () => {
    const { database } = scene.stack;
    const set = (count: 'one' | 'two') =>
      setApprovals(database, { setting: 'release-approvals', count, actor: 'command:test' });
    await set('two');
    try {
      const ids = await hold(2);
      const first = await prepared();
      await ask('POST', `/${first}/start`);
      expect((await until(first, 'completed')).counts).toMatchObject({ proposed: 2, decided: 0 });
      expect(await scene.read(ids[0] ?? '')).toMatchObject({ status: 'pending' });
      const { key: second } = await createIndependent(database);
      const confirming = await prepared({ reason: 'I agree' }, second);
      await ask('POST', `/${confirming}/start`, undefined, second);
      expect((await until(confirming, 'completed')).counts).toMatchObject({ proposed: 0, decided: 2 });
    } finally {
      await set('one');
    }
  });

  it('is about the holds of one entry of a list, where one is named', async () => {
    const [held = ''] = await hold(1);
    const { parties } = (await scene.screening(held)).body as { parties: { entries: { listEntry: string }[] }[] };
    const entry = parties[0]?.entries[0]?.listEntry ?? '';
    const none = await prepare({ filter: { ...HOLDS, listEntry: 'none' } });
    expect([none.status, (none.body['error'] as { details: object[] }).details]).toEqual([
      400,
      [{ field: 'filter', code: 'no_payment', message: 'has no payment' }],
    ]);
    expect(shownOf(await prepare({ filter: { ...HOLDS, listEntry: entry } })).counts).toMatchObject({ total: 1 });
  });

  it('decides about each payment once, however often a killed worker is followed by another', async () => {
    const ids = await hold(2);
    const id = await prepared({ decision: 'reject', reason: 'it is them' });
    const { database, vault } = scene.stack;
    await scene.stack.stopWorkers();
    await ask('POST', `/${id}/start`);
    const activities = createBulkDecisionActivities({ database, vault });
    const tries = await Promise.all(Array.from({ length: 4 }, () => activities.decideNextPayments(id)));
    expect(tries.at(-1)).toMatchObject({ decided: 2, isOver: true });
    await scene.stack.startWorkers();
    for (const one of ids) {
      const entries = (await listAuditEntries(database, null)).filter(({ subject }) => subject === one);
      expect(entries.filter(({ act }) => act === 'payment.screening_rejected')).toHaveLength(1);
    }
  });

  it('stops by itself once the key that started it is revoked, and when a person stops it', async () => {
    const { database, vault } = scene.stack;
    const ids = await hold(2);
    const person = await createOperatorPerson(database);
    const issued = await createOperatorKey(database, { label: '', userId: person });
    const id = await prepared();
    await scene.stack.stopWorkers();
    try {
      await ask('POST', `/${id}/start`, undefined, issued.key);
      await revokeKey(database, issued.id, 'test');
      const activities = createBulkDecisionActivities({ database, vault });
      expect(await activities.decideNextPayments(id)).toMatchObject({ skipped: 2, isOver: true });
      expect((await until(id, 'stopped')).stoppedBecause).toContain('may decide no more');
      const other = await prepared();
      await ask('POST', `/${other}/start`);
      const stopped = await ask('POST', `/${other}/stop`, { reason: 'a mistake' });
      expect(shownOf(stopped)).toMatchObject({
        status: 'stopped',
        stoppedBecause: 'a mistake',
        counts: { skipped: 2 },
      });
      expect((await ask('POST', `/${other}/stop`, { reason: 'again' })).status).toBe(200);
      for (const one of ids) expect(await scene.read(one)).toMatchObject({ status: 'pending' });
    } finally {
      await scene.stack.startWorkers();
    }
  });

  it('ends although one of its payments cannot be decided, which is refused after some tries', async () => {
    const { database, vault } = scene.stack;
    const [stuck = '', other = ''] = await hold(2);
    const id = await prepared({ decision: 'reject', reason: 'it is them' });
    await scene.stack.stopWorkers();
    await ask('POST', `/${id}/start`);
    const activities = createBulkDecisionActivities({ database, vault });
    await database.transaction(async (client) => {
      await client.query('select 1 from payment_instructions where id = $1 for update', [stuck]);
      expect(await activities.decideNextPayments(id)).toMatchObject({ decided: 1, waiting: 1, isOver: false });
      for (let tries = 1; tries < MAX_BULK_TRIES; tries += 1)
        await expect(activities.decideNextPayments(id)).rejects.toThrow();
    });
    expect(await activities.decideNextPayments(id)).toMatchObject({ decided: 1, refused: 1, isOver: true });
    expect(await paymentsOf(id)).toMatchObject([
      { instructionId: stuck, state: 'refused', fault: expect.stringContaining('by itself') },
      { instructionId: other, state: 'decided' },
    ]);
    expect(await scene.read(stuck)).toMatchObject({ status: 'pending' });
    await scene.stack.startWorkers();
  });

  it('is not stopped by somebody without the role of its decision', async () => {
    const { database } = scene.stack;
    await hold(1);
    const userId = await createOperatorPerson(database, ['operations']);
    const { key } = await createOperatorKey(database, { label: '', userId, roles: ['operations'] });
    const id = await prepared();
    await scene.stack.stopWorkers();
    await ask('POST', `/${id}/start`);
    expect((await ask('POST', `/${id}/stop`, { reason: 'not mine' }, key)).status).toBe(403);
    await scene.stack.startWorkers();
    await until(id, 'completed');
  });

  it('gives up no payment that its partner may have', async () => {
    const valueDate = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    const create = async (): Promise<string> =>
      String(dataOf(await scene.post(instructionBody({ valueDate })))['instructionId']);
    const [doubtful, other] = [await create(), await create()];
    await insertDispatch(scene.stack.database, doubtful, { state: 'unknown' });
    const id = await prepared({ decision: 'give_up', reason: 'withdrawn', filter: { waiting: 'value_date' } });
    await ask('POST', `/${id}/start`);
    await until(id, 'completed');
    expect(await paymentsOf(id)).toEqual([
      { instructionId: doubtful, state: 'refused', fault: expect.stringContaining('may have the payment') },
      { instructionId: other, state: 'decided', fault: null },
    ]);
    expect(await scene.read(other)).toMatchObject({ status: 'failed' });
  });

  it('needs the role of its decision, and a filter that fits it', async () => {
    const keyOf = async (...roles: ('operations' | 'compliance')[]) =>
      (
        await createOperatorKey(scene.stack.database, {
          label: '',
          userId: await createOperatorPerson(scene.stack.database, roles),
          roles,
        })
      ).key;
    const operations = await keyOf('operations');
    await hold(1);
    expect((await prepare({}, operations)).status).toBe(403);
    const id = await prepared();
    expect((await ask('POST', `/${id}/start`, undefined, operations)).status).toBe(403);
    const fieldsOf = async (parts: object) => {
      const { status, body } = await prepare({ ...parts });
      return [status, (body['error'] as { details: { field: string }[] }).details.map(({ field }) => field)];
    };
    expect(await fieldsOf({ filter: { waiting: 'person' } })).toEqual([400, ['filter.waiting']]);
    expect(await fieldsOf({ decision: 'try_now' })).toEqual([400, ['decision']]);
    expect(await fieldsOf({ decision: 'delivered', reason: '' })).toEqual([400, ['decision', 'reason']]);
    await scene.stack.database.query(
      `update bulk_decisions set created_at = now() - interval '61 minutes' where id = $1`,
      [id],
    );
    const late = await ask('POST', `/${id}/start`);
    expect([late.status, JSON.stringify(late.body)]).toEqual([409, expect.stringContaining('prepare it again')]);
    expect((await ask('GET', '/bulk_00000000000000000000000000')).status).toBe(404);
  });
});
