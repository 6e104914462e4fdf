import { randomUUID } from 'node:crypto';
import { advanceDatabaseMark, readDatabaseMark } from '../../../db/restoration/database-mark';
import { withRestorationLock } from '../../../db/restoration/restorations';
import { findMarkFault } from '../../../process/database-mark';
import { storeMark } from '../../../workflows/client/database-marks';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { CommandLine } from '../../support/command-line';
import { backUp, restore } from '../../support/restore';
import { startRestoreScene, type RestoreScene } from '../../support/restore-scene';
import type { Answer } from '../../support/stack';

/**
 * Postgres is set back to an earlier moment, and `corridor restored` is run; the partner's ledger judges.
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
const PATH = '/api/v1/payments/instructions';

let scene: RestoreScene;
let cli: CommandLine;
let before: Map<string, number>;
/** Payments that are in the backup: settled in it; sent before it and settled after it; sent and settled after it; sent after it. */
let moved: string;
let accepted: string;
let settled: string;
let unsent: string;
/** Payments from after the backup, with the keys of their clients. */
let lostSettled: { id: string; key: string };
let lostOpen: { id: string; key: string };
let restoredTo: string;

async function create(key: string, overrides: Record<string, unknown> = {}): Promise<Answer> {
  const body = instructionBody({ settlementRoute: { routeId: scene.partner.routeId }, ...overrides });
  return scene.stack.call('POST', PATH, { key: scene.key, body, headers: { 'Idempotency-Key': key } });
}

async function created(): Promise<{ id: string; key: string }> {
  const key = randomUUID();
  const { body } = await create(key);
  return { id: (body['data'] as { instructionId: string }).instructionId, key };
}

async function mark(): Promise<void> {
  const { database, services } = scene.stack;
  await readDatabaseMark(database);
  await database.query(`update database_mark set marked_at = now() - interval '1 minute'`);
  const advanced = await advanceDatabaseMark(database);
  if (advanced !== null) await storeMark(services.workflows, advanced);
}

const settle = (id: string): Promise<Answer> =>
  scene.stack.call('POST', `${PATH}/${id}/settlement`, { key: scene.partner.key, body: settlementBody() });

const faultOf = () => findMarkFault({ database: scene.stack.database, workflows: scene.stack.services.workflows });

const codeOf = ({ body }: Answer): unknown => (body['error'] as { code: string }).code;

/** An API process reads whether payments may be created at most once a second. */
const reopens = (key: string, status: number): Promise<Answer> =>
  eventually(
    () => create(key),
    (answer) => answer.status === status,
    `a creation that is answered ${status}`,
  );

beforeAll(async () => {
  scene = await startRestoreScene();
  const { stack, known } = scene;
  const { database, settings } = stack;
  cli = new CommandLine({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: settings.temporal.address,
    TEMPORAL_NAMESPACE: settings.temporal.namespace,
    DATA_KEY: settings.dataKey ?? '',
  });
  [accepted, moved] = [await scene.pay(), await scene.pay()];
  await mark();
  await stack.startWorkers();
  for (const id of [accepted, moved]) await scene.reaches(id, 'submitted');
  expect((await settle(moved)).status).toBe(200);
  await stack.stopWorkers();
  [settled, unsent] = [await scene.pay(), await scene.pay()];
  restoredTo = new Date().toISOString();
  const copy = await backUp(database);
  await stack.startWorkers();
  await scene.reaches(settled, 'submitted');
  await scene.reaches(unsent, 'submitted');
  expect((await settle(settled)).status).toBe(200);
  expect((await settle(accepted)).status).toBe(200);
  lostSettled = await created();
  lostOpen = await created();
  expect((await settle(lostSettled.id)).status).toBe(200);
  for (const id of [settled, accepted, lostSettled.id]) {
    await expect((await scene.handleOf(id)).result()).resolves.toEqual({ status: 'settled' });
    known.set(id, 'settled');
  }
  known.set(lostOpen.id, 'processing').set(unsent, 'accepted');
  await mark();
  await stack.stopWorkers();
  await restore(database, copy);
  before = scene.ledger();
});

it('a database that was restored is behind its mark', async () => {
  expect((await faultOf())?.kind).toBe('behind');
});

it('the command wants to know the time, and works on one restoration at a time', async () => {
  const untimed = await cli.run('restored');
  expect([untimed.code, untimed.fault]).toEqual([1, expect.stringContaining('State the time')]);
  const other = await withRestorationLock(scene.stack.database, () => cli.run('restored', '--to', restoredTo));
  expect([other?.code, other?.fault]).toEqual([1, expect.stringContaining('Another "corridor restored"')]);
  const both = await cli.run('restored', '--to', restoredTo, '--accept', 'unlisted');
  expect([both.code, both.fault]).toEqual([1, expect.stringContaining('cannot be used with')]);
});

it.each([
  ['restorations', 'place'],
  ['restorations', 'finished_at'],
  ['database_mark', 'position'],
])('ended before it has written %s.%s, it goes on with the same restoration', async (table, column) => {
  const { database } = scene.stack;
  const kill = `create function stop() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger stop before update of ${column} on ${table} for each row execute function stop()`;
  for (const statement of kill.split(/;\n/)) await database.query(statement);
  expect((await cli.run('restored', '--to', restoredTo)).code).toBe(1);
  await database.query('drop function stop cascade');
  expect((await faultOf())?.kind).toBe('behind');
  const earlier = await cli.run('restored', '--to', new Date(Date.parse(restoredTo) - 1_000).toISOString());
  expect([earlier.code, earlier.fault]).toEqual([1, expect.stringContaining('is under way')]);
  expect(await database.query('select place, finished_at from restorations')).toEqual([
    { place: column === 'place' ? '' : expect.stringMatching(/^instr_/), finished_at: null },
  ]);
});

it('the command lists what is lost, and no payment is created until that is settled', async () => {
  const { code, said, fault } = await cli.run('restored', '--to', restoredTo, '--json');
  expect(fault).not.toContain('could not');
  expect(code).toBe(0);
  expect(said).toMatchObject({ restoredTo, createsClosed: true, lost: { open: 1, settled: 1 } });
  expect(said['open']).toEqual([expect.objectContaining({ instructionId: lostOpen.id, reportedStatus: 'processing' })]);
  expect(await faultOf()).toBeNull();
  for (const { key } of [lostSettled, lostOpen, { key: randomUUID() }]) {
    const answer = await reopens(key, 503);
    expect(codeOf(answer)).toBe('UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('partners are asked, and nothing is sent again', async () => {
  await scene.stack.startWorkers();
  await scene.reconcile();
  await scene.reaches(settled, 'settled');
  await scene.reaches(accepted, 'settled');
  await scene.reaches(unsent, 'accepted');
  expect((await scene.rowOf(moved))?.status).toBe('settled');
  expect(scene.ledger()).toEqual(before);
});

it('a lost payment whose partner reports its outcome is settled', async () => {
  expect((await settle(lostOpen.id)).status).toBe(404);
  const { said } = await cli.run('restored', '--json');
  expect(said).toMatchObject({ createsClosed: false, lost: { open: 0, settled: 2 } });
});

it('payments that Temporal keeps no more are accepted by name, for each restoration anew', async () => {
  for (const days of [40, 41]) {
    const earlier = new Date(Date.now() - days * 86_400_000).toISOString();
    expect((await cli.run('restored', '--to', earlier, '--json')).said).toMatchObject({
      createsClosed: true,
      open: [{ instructionId: 'unlisted', foundBy: 'retention' }],
    });
    const { code, fault } = await cli.run('restored', '--accept', 'unlisted', 'instr_x');
    expect([code, fault]).toEqual([1, expect.stringContaining('No lost payment is called instr_x')]);
    expect((await cli.run('restored', '--json')).said).toMatchObject({ createsClosed: true });
    expect((await cli.run('restored', '--accept', 'unlisted', '--json')).said).toMatchObject({
      createsClosed: false,
      lost: { open: 0, accepted: 1 },
    });
  }
});

it('a repeat of a lost payment is refused, and a new one is made', async () => {
  const made = await reopens(randomUUID(), 201);
  expect(made.status).toBe(201);
  for (const { id, key } of [lostSettled, lostOpen]) {
    const answer = await create(key);
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'DUPLICATE', instructionId: id });
  }
  const { instructionId } = made.body['data'] as { instructionId: string };
  await scene.reaches(instructionId, 'submitted');
  expect(scene.ledger()).toEqual(new Map([...before, [instructionId, 1]]));
});
