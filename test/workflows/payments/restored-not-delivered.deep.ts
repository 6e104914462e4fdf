import { backUp, restore } from '../../support/restore';
import { startRestoreScene } from '../../support/restore-scene';

/** Source: docs/OPERATIONS.md, "Backups and restore" */
it('asks about what a restored database has as not delivered, where a later call may have arrived', async () => {
  const scene = await startRestoreScene({ status: 429, headers: { 'retry-after': '2' }, body: {} });
  const { stack, known, pay, reaches, hasDispatch, ledger } = scene;
  const doubtful = await pay();
  const terminated = await pay();
  scene.doubtful.add(doubtful);
  await stack.startWorkers();
  for (const id of [doubtful, terminated]) await hasDispatch(id, 'not_delivered');
  await stack.stopWorkers();
  const copy = await backUp(stack.database);

  known.set(terminated, 'submitted');
  await stack.startWorkers();
  await reaches(terminated, 'submitted');
  await hasDispatch(doubtful, 'unknown');
  await (await scene.handleOf(terminated)).terminate('by mistake');
  await stack.stopWorkers();
  known.set(doubtful, 'accepted');
  await restore(stack.database, copy);
  await hasDispatch(doubtful, 'not_delivered');
  const before = ledger();
  expect([before.get(doubtful), before.get(terminated)]).toEqual([2, 2]);

  await stack.startWorkers();
  await scene.reconcile();
  await reaches(doubtful, 'accepted');
  await reaches(terminated, 'submitted');
  expect(ledger()).toEqual(before);
});
