import { listFlags } from '../../../db/operator-flags';
import { recordOperatorDecision } from '../../../db/payments/review/operator-decision';
import type { OperatorDecision } from '../../../domain/payments/review/operator-decision';
import { eventually, settlementBody } from '../../support/builders';
import { backUp, restore } from '../../support/restore';
import { startRestoreScene, type RestoreScene } from '../../support/restore-scene';
import type { Stack } from '../../support/stack';

/** Postgres is set back to an earlier moment; Temporal and the partner are not. Source: docs/OPERATIONS.md, "Backups and restore" */
const PATH = '/api/v1/payments/instructions';

let scene: RestoreScene;
let stack: Stack;
let ledger: RestoreScene['ledger'];
const { pay, handleOf, rowOf, reaches, reconcile } = {
  pay: () => scene.pay(),
  handleOf: (id: string) => scene.handleOf(id),
  rowOf: (id: string) => scene.rowOf(id),
  reaches: (id: string, status: string) => scene.reaches(id, status),
  reconcile: () => scene.reconcile(),
};

beforeAll(async () => {
  scene = await startRestoreScene();
  ({ stack, ledger } = scene);
});

const settle = (id: string) =>
  stack.call('POST', `${PATH}/${id}/settlement`, { key: scene.partner.key, body: settlementBody() });

async function shows(id: string, status: string): Promise<void> {
  const shown = async () =>
    (await (await handleOf(id)).describe()).typedSearchAttributes.getAll().map(({ value }) => value);
  await eventually(shown, (values) => values.includes(status), `that its workflow shows ${status}`);
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
  let doubtful: string;
  let before: Map<string, number>;

  beforeAll(async () => {
    [settled, deniedLater, accepted, followed] = [await pay(), await pay(), await pay(), await pay()];
    [terminated, doubtful, claimed] = [await pay(), await pay(), await pay()];
    const { known } = scene;
    scene.doubtful.add(doubtful);
    const taken = [settled, deniedLater, followed, terminated, claimed];
    const copy = await backUp(stack.database);
    for (const id of taken) known.set(id, 'submitted');
    known.set(accepted, 'accepted');
    await stack.startWorkers();
    for (const id of taken) await reaches(id, 'submitted');
    await reaches(accepted, 'accepted');
    await scene.hasDispatch(doubtful, 'unknown');
    for (const id of [settled, deniedLater, claimed]) {
      expect((await settle(id)).status).toBe(200);
      await expect((await handleOf(id)).result()).resolves.toEqual({ status: 'settled' });
    }
    await shows(accepted, 'accepted');
    await shows(followed, 'submitted');
    await (await handleOf(terminated)).terminate('by mistake');
    await stack.stopWorkers();
    known.set(settled, 'settled').set(terminated, 'accepted').set(doubtful, 'accepted');
    await restore(stack.database, copy);
    await reaches(settled, 'pending');
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
    await expect((await handleOf(accepted)).result()).resolves.toEqual({ status: 'settled' });
    expect(await flagsOf(accepted)).toEqual([]);
  });

  it('a report that is repeated counts, and settles without a workflow', async () => {
    expect((await settle(claimed)).status).toBe(200);
    expect(await rowOf(claimed)).toMatchObject({ status: 'settled' });
  });

  it('what a person establishes is in force at once: the partner has it', async () => {
    await decide(settled, 'delivered');
    await eventually(
      async () => (await (await handleOf(settled)).describe()).status.name,
      (name) => name === 'RUNNING',
      'a run',
    );
    expect((await settle(settled)).status).toBe(200);
    await expect((await handleOf(settled)).result()).resolves.toEqual({ status: 'settled' });
    expect(ledger()).toEqual(before);
  });

  it('a payment of which the partner knows nothing any more is sent again by a person alone', async () => {
    scene.known.delete(deniedLater);
    await decide(deniedLater, 'try_now');
    const isDenied = async () => {
      const flags = await listFlags(stack.database, { kind: 'partner_denies' });
      return flags.some(({ subject }) => subject === deniedLater);
    };
    await eventually(isDenied, Boolean, 'the denial');
    expect(ledger()).toEqual(before);
    await stack.database.query(
      `update dispatches set finished_at = finished_at - interval '1 minute' where instruction_id = $1`,
      [deniedLater],
    );
    await decide(deniedLater, 'never_received');
    await reaches(deniedLater, 'submitted');
    expect(ledger().get(deniedLater)).toBe((before.get(deniedLater) ?? 0) + 1);
  });
});
