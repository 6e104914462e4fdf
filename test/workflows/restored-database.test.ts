import { listFlags } from '../../db/operator-flags';
import { recordOperatorDecision } from '../../db/payments/operator-decision';
import type { OperatorDecision } from '../../domain/payments/operator-decision';
import type { PaymentStatus } from '../../domain/payments/status';
import { MAINTENANCE } from '../../workflows/client/maintenance';
import { workflowIds } from '../../workflows/contract';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import type { HttpRequest, Reaction } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { backUp, restore } from '../support/restore';
import { startStack, type Stack } from '../support/stack';

/** Postgres is set back to an earlier moment; Temporal and the partner are not. Source: docs/OPERATIONS.md, "Backups and restore" */
const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
/** What the partner says when it is asked about an instruction. */
const known = new Map<string, PaymentStatus>();
const DOUBTFUL: Reaction = { status: 500, body: {} };
let doubtful: string;

function react({ method, path, body }: HttpRequest): Reaction | undefined {
  if (method === 'POST' && path === '/instructions') {
    const id = instructionOf(body);
    return id === doubtful
      ? DOUBTFUL
      : { status: 200, body: { partnerReference: `north-${id}`, status: known.get(id) } };
  }
  const status = known.get(path.split('/')[2] ?? '');
  if (method !== 'GET') return undefined;
  return status === undefined ? { status: 404, body: {} } : { status: 200, body: { status } };
}

function instructionOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { instructionId: string }).instructionId;
}

beforeAll(async () => {
  stack = await startStack({ maintenance: true, workers: false });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react });
  key = await stack.createKey('acme');
  await stack.startWorkers();
  const { schedule } = stack.services.workflows.client;
  const pause = () => schedule.getHandle(MAINTENANCE.reconciliation).pause('tests trigger it');
  const isPaused = () =>
    pause().then(
      () => true,
      () => false,
    );
  await eventually(isPaused, Boolean, 'the Schedule');
  closeAtEnd(async () => {
    for (const id of Object.values(MAINTENANCE)) await schedule.getHandle(id).delete();
  });
  await stack.stopWorkers();
});

async function pay(): Promise<string> {
  const body = instructionBody({ settlementRoute: { routeId: partner.routeId } });
  const answer = await stack.call('POST', PATH, { key, body: { ...body, clientReference: `c-${Math.random()}` } });
  expect(answer.body['data']).toMatchObject({ status: 'pending', waitingReason: 'engine_busy' });
  return (answer.body['data'] as { instructionId: string }).instructionId;
}

const handleOf = (id: string) => stack.services.workflows.client.workflow.getHandle(workflowIds.payment(id));

async function rowOf(id: string) {
  const [row] = await stack.database.query<{ status: string; dispatch: string | null }>(
    `select i.status, (select d.state from dispatches d where d.instruction_id = i.id) as dispatch
     from payment_instructions i where i.id = $1`,
    [id],
  );
  return row;
}

function reaches(id: string, status: string): Promise<unknown> {
  return eventually(
    () => rowOf(id),
    (row) => row?.status === status,
    `${id} ${status}`,
  );
}

const settle = (id: string) =>
  stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });

async function shows(id: string, status: string): Promise<void> {
  const shown = async () => (await handleOf(id).describe()).typedSearchAttributes.getAll().map(({ value }) => value);
  await eventually(shown, (values) => values.includes(status), `that its workflow shows ${status}`);
}

/** Lets everything have rested for ten minutes, and compares Postgres with Temporal. */
async function reconcile(): Promise<void> {
  await stack.database.query(
    `update payment_instructions set last_updated_at = last_updated_at - interval '10 minutes'`,
  );
  await stack.database.query(`update repairs set last_at = last_at - interval '2 hours'`);
  const { workflow } = stack.services.workflows.client;
  const workflowId = `reconciliation-${Math.random()}`;
  await workflow.execute('reconciliation', { workflowId, taskQueue: 'maintenance', args: [] });
}

async function flagsOf(id: string): Promise<string[]> {
  const flags = await listFlags(stack.database, { kind: 'workflow_ahead', limit: 100 });
  return flags.filter(({ subject }) => subject === id).map(({ says }) => says ?? '');
}

/** What was shown of a payment, also where that is over by now. */
async function raisedAbout(id: string): Promise<string[]> {
  const rows = await stack.database.query<{ says: string }>(
    `select detail ->> 'says' as says from operator_flags where subject = $1 and kind = 'workflow_ahead'`,
    [id],
  );
  return rows.map(({ says }) => says);
}

/** How often the partner was sent each instruction. */
function ledger(): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { body } of partner.submissions()) {
    const id = instructionOf(body);
    calls.set(id, (calls.get(id) ?? 0) + 1);
  }
  return calls;
}

const decide = (id: string, decision: OperatorDecision) => {
  const word = { decision, reason: 'their people looked', partnerReference: null };
  return recordOperatorDecision(stack.database, id, { ...word, by: 'usr_1', requestId: null });
};

describe('after Postgres was restored to a moment before payments were sent', () => {
  let settled: string;
  let deniedLater: string;
  let accepted: string;
  let followed: string;
  let terminated: string;
  let claimed: string;
  let before: Map<string, number>;

  beforeAll(async () => {
    [settled, deniedLater, accepted, followed] = [await pay(), await pay(), await pay(), await pay()];
    [terminated, doubtful, claimed] = [await pay(), await pay(), await pay()];
    const taken = [settled, deniedLater, followed, terminated, claimed];
    const copy = await backUp(stack.database);
    for (const id of taken) known.set(id, 'submitted');
    known.set(accepted, 'accepted');
    await stack.startWorkers();
    for (const id of taken) await reaches(id, 'submitted');
    await reaches(accepted, 'accepted');
    await eventually(
      () => rowOf(doubtful),
      (row) => row?.dispatch === 'unknown',
      'a doubt',
    );
    for (const id of [settled, deniedLater, claimed]) {
      expect((await settle(id)).status).toBe(200);
      await expect(handleOf(id).result()).resolves.toEqual({ status: 'settled' });
    }
    await shows(accepted, 'accepted');
    await shows(followed, 'submitted');
    await handleOf(terminated).terminate('by mistake');
    await stack.stopWorkers();
    known.set(settled, 'settled').set(terminated, 'accepted').set(doubtful, 'accepted');
    await restore(stack.database, copy);
    await eventually(
      () => rowOf(settled),
      (row) => row?.status === 'pending',
      'the earlier moment',
    );
    before = ledger();
  });

  it('nothing is sent, and what contradicts is shown with what both sides know', async () => {
    // Reported once more before workers run: Corridor has no dispatch of it.
    expect((await settle(claimed)).status).toBe(404);
    await stack.startWorkers();
    await reconcile();
    await reconcile();
    for (const id of [settled, deniedLater, accepted, followed, terminated]) {
      expect(await raisedAbout(id)).toEqual([expect.stringContaining(`Postgres has it as pending`)]);
    }
    for (const id of [settled, deniedLater]) expect(await flagsOf(id)).toHaveLength(1);
    const [says] = await flagsOf(settled);
    expect(says).toMatch(/ended \d{4}-\d\d-\d\dT[\d:.]+Z by itself as settled, with the partner north\.$/);
    expect((await raisedAbout(accepted))[0]).toContain('runs, and has it as accepted');
    expect(await rowOf(settled)).toEqual({ status: 'pending', dispatch: 'delivered' });
    expect(ledger()).toEqual(before);
  });

  it('a workflow that runs has its partner asked, and Postgres learns what that says', async () => {
    await reaches(accepted, 'accepted');
    await reaches(followed, 'submitted');
    await reaches(terminated, 'accepted');
    await reaches(doubtful, 'accepted');
    expect(ledger()).toEqual(before);
  });

  it('a workflow that is ahead ends with the outcome that Postgres learns', async () => {
    expect((await settle(accepted)).status).toBe(200);
    await reconcile();
    await expect(handleOf(accepted).result()).resolves.toEqual({ status: 'settled' });
    expect(await flagsOf(accepted)).toEqual([]);
  });

  it('a report that is repeated counts, and settles without a workflow', async () => {
    expect((await settle(claimed)).status).toBe(200);
    expect(await rowOf(claimed)).toMatchObject({ status: 'settled' });
  });

  it('what a person establishes is in force at once: the partner has it', async () => {
    await decide(settled, 'delivered');
    await eventually(
      async () => (await handleOf(settled).describe()).status.name,
      (name) => name === 'RUNNING',
      'a run',
    );
    expect((await settle(settled)).status).toBe(200);
    await expect(handleOf(settled).result()).resolves.toEqual({ status: 'settled' });
    expect(ledger()).toEqual(before);
  });

  it('a payment of which the partner knows nothing any more is sent again by a person alone', async () => {
    known.delete(deniedLater);
    await decide(deniedLater, 'try_now');
    const isDenied = async () => {
      const flags = await listFlags(stack.database, { kind: 'partner_denies' });
      return flags.some(({ subject }) => subject === deniedLater);
    };
    await eventually(isDenied, Boolean, 'the denial');
    expect(ledger()).toEqual(before);
    await decide(deniedLater, 'never_received');
    await reaches(deniedLater, 'submitted');
    expect(ledger().get(deniedLater)).toBe((before.get(deniedLater) ?? 0) + 1);
  });
});
