import type { PaymentStatus } from '../../domain/payments/status';
import { MAINTENANCE } from '../../workflows/client/maintenance';
import { workflowIds } from '../../workflows/contract';
import { eventually, instructionBody } from '../support/builders';
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
const seen = new Map<string, number>();

function react({ method, path, body }: HttpRequest): Reaction | undefined {
  if (method === 'POST' && path === '/instructions') {
    const id = instructionOf(body);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    if (seen.get(id) === 1) return { status: 429, headers: { 'retry-after': '2' }, body: {} };
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

/** How often the partner was sent each instruction. */
function ledger(): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { body } of partner.submissions()) {
    const id = instructionOf(body);
    calls.set(id, (calls.get(id) ?? 0) + 1);
  }
  return calls;
}

it('asks about what a restored database has as not delivered, where a later call may have arrived', async () => {
  doubtful = await pay();
  const terminated = await pay();
  await stack.startWorkers();
  const hasDispatch = (id: string, state: string) =>
    eventually(
      () => rowOf(id),
      (row) => row?.dispatch === state,
      `a dispatch that is ${state}`,
    );
  for (const id of [doubtful, terminated]) await hasDispatch(id, 'not_delivered');
  await stack.stopWorkers();
  const copy = await backUp(stack.database);

  known.set(terminated, 'submitted');
  await stack.startWorkers();
  await reaches(terminated, 'submitted');
  await hasDispatch(doubtful, 'unknown');
  await handleOf(terminated).terminate('by mistake');
  await stack.stopWorkers();
  known.set(doubtful, 'accepted');
  await restore(stack.database, copy);
  await hasDispatch(doubtful, 'not_delivered');
  const before = ledger();
  expect([before.get(doubtful), before.get(terminated)]).toEqual([2, 2]);

  await stack.startWorkers();
  await reconcile();
  await reaches(doubtful, 'accepted');
  await reaches(terminated, 'submitted');
  expect(ledger()).toEqual(before);
});
