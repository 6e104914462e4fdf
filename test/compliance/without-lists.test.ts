import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSyntheticWatchList } from '../../activities/importers/load-starter';
import { listAuditEntries } from '../../db/auth/audit-log';
import { flagWatchLists } from '../../db/backlog-watch';
import { setListsAccepted, WatchLists } from '../../db/compliance/watch-lists';
import { listFlags } from '../../db/operator-flags';
import { ensureMaintenance, MAINTENANCE } from '../../workflows/client/maintenance';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { startTestPartner } from '../support/partner';
import { importFixture } from '../support/reference-data';
import { startStack, type Stack } from '../support/stack';
import { bodyFor, dataOf } from './support/screening-scene';
import { clientOf } from '../support/temporal';

const PATH = '/api/v1/payments/instructions';
const LISTED = 'Ombrell, ORVELLE Tamsin';
const EIGHT_DAYS_AGO = "clock_timestamp() - interval '8 days'";

let stack: Stack;
let live: string;
let file: string;

beforeAll(async () => {
  stack = await startStack({ requiresLists: true, maintenance: true });
  await loadSyntheticWatchList(stack.database);
  await startTestPartner(stack.database, stack.vault, { name: 'north', environment: 'live' });
  live = await stack.createKey('acme', { environment: 'live' });
  const client = clientOf(stack.services.workflows);
  await eventually(
    () =>
      ensureMaintenance(stack.services.workflows).then(
        () => true,
        () => false,
      ),
    Boolean,
    'the Schedules',
  );
  closeAtEnd(async () => {
    for (const id of Object.values(MAINTENANCE)) await client.schedule.getHandle(id).delete();
  });
  file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-lists-')), 'sdn.csv');
  const nulls = Array.from({ length: 8 }, () => '-0-').join(',');
  writeFileSync(file, `1,"${LISTED}",individual,"T",${nulls}\r\n`);
});

const actor = 'command:test@host';
const create = async (body: object = instructionBody(), key = live): Promise<string> => {
  const answer = await stack.call('POST', PATH, { key, body });
  expect(answer.status).toBe(201);
  return String(dataOf(answer)['instructionId']);
};
const show = async (id: string) => dataOf(await stack.call('GET', `${PATH}/${id}`, { key: live }));
const untilStatus = (id: string, status: string) =>
  eventually(
    () => show(id),
    (shown) => shown['status'] === status,
    `the status ${status}`,
  );
const decisionOf = async (id: string) => {
  const rows = await stack.database.query<{ decision: string }>(
    'select decision from screenings where instruction_id = $1 order by screened_at desc limit 1',
    [id],
  );
  return rows[0]?.decision;
};
const dispatchesOf = async (id: string) =>
  (await stack.database.query('select from dispatches where instruction_id = $1', [id])).length;
const flags = async () => {
  await flagWatchLists(stack.database, stack.services.watchLists);
  return (await listFlags(stack.database)).map(({ kind }) => kind);
};

/** Source: docs/GAPS.md#P13 */
describe('the live side', () => {
  it('holds what it takes while invented lists alone are in force, and sends it once it was screened with a list', async () => {
    const [id, listed] = [await create(), await create(bodyFor(LISTED))];
    await eventually(
      () => show(id),
      ({ waitingReason }) => waitingReason === 'compliance_review',
      'the hold',
    );
    expect(await show(id)).toMatchObject({ status: 'pending' });
    expect(await decisionOf(id)).toBe('not_screened');
    expect(await dispatchesOf(id)).toBe(0);
    expect(await flags()).toContain('no_watch_list');
    const preview = await stack.call('POST', '/api/v1/payments/preview', { key: live, body: instructionBody() });
    expect(dataOf(preview)['screening']).toMatchObject({
      class: 'review',
      lists: [{ title: 'Invented names for trying out', ageDays: 0 }],
    });
    await importFixture(stack.database, 'ofac-sdn', file);
    await untilStatus(id, 'submitted');
    expect(await decisionOf(id)).toBe('clear');
    await eventually(
      () => decisionOf(listed),
      (decision) => decision === 'blocked',
      'the screening',
    );
    expect(await show(listed)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    expect(await dispatchesOf(listed)).toBe(0);
    expect(await flags()).not.toContain('no_watch_list');
  });

  it('holds what it took before its lists became old where the dispatch begins, until the same file is read again', async () => {
    await stack.stopWorkers();
    const taken = await create();
    expect(await show(taken)).toMatchObject({ status: 'pending' });
    expect((await show(taken))['waitingReason']).not.toBe('compliance_review');
    await stack.database.query(`update reference_editions set imported_at = ${EIGHT_DAYS_AGO}, confirmed_at = null`);
    expect(await flags()).toContain('watch_list_old');
    await stack.startWorkers();
    const held = await create();
    await eventually(
      () => show(held),
      ({ waitingReason }) => waitingReason === 'compliance_review',
      'the hold',
    );
    await eventually(
      () => show(taken),
      ({ waitingReason }) => waitingReason === 'compliance_review',
      'the hold at the dispatch',
    );
    expect(await dispatchesOf(taken)).toBe(0);
    expect(await dispatchesOf(held)).toBe(0);
    expect(await importFixture(stack.database, 'ofac-sdn', file)).toMatchObject({ status: 'unchanged' });
    for (const id of [held, taken]) await untilStatus(id, 'submitted');
    expect(await flags()).not.toContain('watch_list_old');
  });

  it('goes on without lists where an operator has accepted that, with a reason in the audit log', async () => {
    await stack.database.query(`update reference_editions set imported_at = ${EIGHT_DAYS_AGO}, confirmed_at = null`);
    await stack.services.watchLists.refreshed();
    const id = await create();
    await eventually(
      () => show(id),
      ({ waitingReason }) => waitingReason === 'compliance_review',
      'the hold',
    );
    expect(await setListsAccepted(stack.database, { isAccepted: true, reason: 'screened elsewhere', actor })).toBe(
      true,
    );
    await untilStatus(id, 'submitted');
    const [entry] = (await listAuditEntries(stack.database, null)).filter(({ act }) => act === 'watch_lists.accepted');
    expect(entry).toMatchObject({ actor, detail: { reason: 'screened elsewhere' } });
    expect(await setListsAccepted(stack.database, { isAccepted: false, reason: 'done', actor })).toBe(true);
    expect(await new WatchLists(stack.database).fault('live')).toBe('watch_list_old');
  });
});
