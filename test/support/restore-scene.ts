import type { WorkflowHandle } from '@temporalio/client';
import { MAINTENANCE } from '../../workflows/client/maintenance';
import { workflowIds } from '../../workflows/contract';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { eventually, instructionBody } from './builders';
import { closeAtEnd } from './closing';
import type { HttpRequest, Reaction } from './http-server';
import { startTestPartner, type TestPartner } from './partner';
import { startStack, type Stack } from './stack';
import { begun, clientOf } from './temporal';

const PATH = '/api/v1/payments/instructions';

/** Payments of which Postgres will be set back to an earlier moment, while Temporal and the partner are not. */
export interface RestoreScene {
  stack: Stack;
  partner: TestPartner;
  key: string;
  /** What the partner says when it is asked about an instruction; it takes every one that it is sent. */
  known: Map<string, PaymentStatus>;
  /** Instructions whose submissions the partner answers with 500. */
  doubtful: Set<string>;
  /** Whether the partner takes no submission for now. */
  refusing: boolean;
  /**
   * @param overrides of the body
   * @param status in which it is answered: `submitted` where workers run and nothing holds it
   */
  pay(overrides?: Record<string, unknown>, status?: PaymentStatus): Promise<string>;
  /** Waits until it has begun. */
  handleOf(id: string): Promise<WorkflowHandle>;
  rowOf(id: string): Promise<{ status: string; dispatch: string | null } | undefined>;
  reaches(id: string, status: string): Promise<unknown>;
  hasDispatch(id: string, state: string): Promise<unknown>;
  /** Lets everything have rested for ten minutes, and compares Postgres with Temporal. */
  reconcile(): Promise<void>;
  /** How often the partner was sent each instruction. */
  ledger(): Map<string, number>;
}

function instructionOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { instructionId: string }).instructionId;
}

/** The Schedules of the reconciler are made by a worker; from then on tests trigger what they do. */
async function pauseReconciler({ services: { workflows } }: Stack): Promise<void> {
  const { schedule } = clientOf(workflows);
  for (const id of [MAINTENANCE.reconciliation, MAINTENANCE.repairs]) {
    const pause = (): Promise<boolean> =>
      schedule
        .getHandle(id)
        .pause('tests trigger it')
        .then(
          () => true,
          () => false,
        );
    await eventually(pause, Boolean, 'the Schedule');
  }
  closeAtEnd(async () => {
    for (const id of Object.values(MAINTENANCE)) await schedule.getHandle(id).delete();
  });
}

/**
 * Starts the service without workers, and a partner that takes every payment.
 * @param first how the partner answers the first submission of each payment, where it does not take it
 */
export async function startRestoreScene(first?: Reaction): Promise<RestoreScene> {
  const known = new Map<string, PaymentStatus>();
  const doubtful = new Set<string>();
  const seen = new Set<string>();
  const partnerState = { refusing: false };
  function submitted(id: string): Reaction {
    if (first !== undefined && !seen.has(id)) {
      seen.add(id);
      return first;
    }
    if (partnerState.refusing) return { status: 429, headers: { 'retry-after': '1' }, body: {} };
    if (doubtful.has(id)) return { status: 500, body: {} };
    return { status: 200, body: { partnerReference: `north-${id}`, status: known.get(id) } };
  }
  function react({ method, path, body }: HttpRequest): Reaction | undefined {
    if (method === 'POST' && path === '/instructions') return submitted(instructionOf(body));
    if (method !== 'GET') return undefined;
    const status = known.get(path.split('/')[2] ?? '');
    return status === undefined ? { status: 404, body: {} } : { status: 200, body: { status } };
  }
  const stack = await startStack({ maintenance: true, workers: false });
  const partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react });
  const key = await stack.createKey('acme');
  await stack.startWorkers();
  await pauseReconciler(stack);
  await stack.stopWorkers();
  return Object.assign(partnerState, { known, doubtful, ...actsOf(stack, partner, key) });
}

function actsOf(
  stack: Stack,
  partner: TestPartner,
  key: string,
): Omit<RestoreScene, 'known' | 'doubtful' | 'refusing'> {
  const { database, services } = stack;
  const { workflow } = clientOf(services.workflows);
  const rowOf: RestoreScene['rowOf'] = async (id) => {
    const [row] = await database.query<{ status: string; dispatch: string | null }>(
      `select i.status, (select d.state from dispatches d where d.instruction_id = i.id) as dispatch
       from payment_instructions i where i.id = $1`,
      [id],
    );
    return row;
  };
  return {
    ...{ stack, partner, key, rowOf },
    async pay(overrides = {}, status = 'pending') {
      const body = instructionBody({ settlementRoute: { routeId: partner.routeId }, ...overrides });
      const answer = await stack.call('POST', PATH, { key, body: { ...body, clientReference: `c-${Math.random()}` } });
      expect(answer.body['data']).toMatchObject({ status });
      return (answer.body['data'] as { instructionId: string }).instructionId;
    },
    handleOf: (id) => begun({ workflow }, workflowIds.payment(id)),
    reaches: (id, status) =>
      eventually(
        () => rowOf(id),
        (row) => row?.status === status,
        `${id} ${status}`,
      ),
    hasDispatch: (id, state) =>
      eventually(
        () => rowOf(id),
        (row) => row?.dispatch === state,
        `a dispatch that is ${state}`,
      ),
    async reconcile() {
      const earlier = `last_updated_at = last_updated_at - interval '10 minutes'`;
      await database.query(`update payment_instructions set ${earlier}`);
      await database.query(`update repairs set last_at = last_at - interval '2 hours'`);
      const workflowId = `reconciliation-${Math.random()}`;
      await workflow.execute('reconciliation', { workflowId, taskQueue: 'maintenance', args: [] });
    },
    ledger() {
      const calls = new Map<string, number>();
      for (const { body } of partner.submissions()) {
        const id = instructionOf(body);
        calls.set(id, (calls.get(id) ?? 0) + 1);
      }
      return calls;
    },
  };
}
