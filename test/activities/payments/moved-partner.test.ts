import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDirectory } from '../../../activities/partners/iso20022/directory';
import { OrderFiles } from '../../../activities/partners/iso20022/order-files';
import { destinationOf, type PartnerRegistry } from '../../../activities/partners/registry';
import type { PaymentActivities } from '../../../activities/payments/payments';
import { DEBTOR } from '../../../lab/benches/debtor';
import { changeManaged, type Changes } from '../../../db/administration/change';
import { within, type Database } from '../../../db/database';
import { DatabaseClock } from '../../../db/database-clock';
import { listFlags } from '../../../db/operator-flags';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { beginDispatch, recordUndelivered } from '../../../db/payments/dispatch/dispatch';
import { createPartner } from '../../../db/payments/dispatch/partners';
import { recordOperatorDecision } from '../../../db/payments/review/operator-decision';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { createRoute } from '../../../db/payments/routing/routes';
import { newId } from '../../../lib/ids';
import { newInstruction, VAULT as vault } from '../../interleavings/operation';
import { eventually } from '../../support/builders';
import { closeAtEnd } from '../../support/closing';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { newRoute, startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf, openPaymentDatabase, registryOf } from '../../support/payment-worker';
import type { PostgresClock } from '../../support/postgres-clock';

/** What one place says of a payment proves nothing about another place. Source: docs/GAPS.md#P21 */
const MINUTE_MS = 60_000;
const CALL = { attempt: 1, sends: 1 };
const LOST = { kind: 'unknown', fault: 'no answer', refusal: null } as const;

let database: Database;
let clock: PostgresClock;
/** How far the clocks of Postgres and the workers were put forward. */
let passedMs = 0;
let newRegistry: () => PartnerRegistry;
/** A worker that has not read the partner yet. */
let newWorker: () => PaymentActivities;
/** Where partners move to: it takes everything, and knows nothing yet. */
let elsewhere: ScriptedServer;

beforeAll(async () => {
  ({ database, clock } = await openPaymentDatabase());
  elsewhere = await startScriptedServer(({ method, path: place }) => {
    if (place.endsWith('/cancel')) return { status: 200, body: {} };
    return method === 'POST' ? { status: 200, body: { partnerReference: 'NEW-1' } } : { status: 404, body: {} };
  });
  const ahead = (clockMs: () => number) => (): number => clockMs() + passedMs;
  const own = new DatabaseClock(database, { monotonicMs: ahead(() => performance.now()), wallMs: ahead(Date.now) });
  await own.look();
  const parts = { database, vault, clock: own };
  newRegistry = () => registryOf(parts);
  newWorker = () => activitiesOf(parts);
});

interface At {
  id: string;
  name: string;
  routeId: string;
}

async function kept({ id: partnerId, name: partnerName, routeId }: At): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, { ...newInstruction(id), partnerId, partnerName, routeId }, null);
  return id;
}

/** It answers nothing that says whether it has a payment. */
const httpPartner = (name: string): Promise<TestPartner> =>
  startTestPartner(database, vault, { name, react: () => ({ status: 500, body: {} }) });

async function bankByFiles(name: string): Promise<At & { directory: string }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-moved-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  const config = { ...DEBTOR, directory };
  const { id } = await createPartner(database, vault, { name, adapter: 'iso20022', config, environment: 'test' });
  await prepareDirectory(directory, id);
  return { id, name, directory, routeId: await createRoute(database, newRoute(id)) };
}

/** @returns a payment whose message is out, which nobody recorded */
async function putOut(bank: At & { directory: string }): Promise<string> {
  const id = await kept(bank);
  const destination = await destinationOf(await newRegistry().locate(bank.id));
  await beginDispatch(database, id, bank.id, { destination });
  const files = new OrderFiles(bank.directory, bank.id);
  await files.putOut(
    { instructionId: id, part: '1' },
    () => '<a/>',
    () => true,
  );
  await recordUndelivered(database, id, CALL, LOST);
  return id;
}

async function move(at: At, changes: Changes): Promise<void> {
  const request = { kind: 'partner', id: at.id, changes, actor: 'operator' } as const;
  await expect(changeManaged(database, request)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' });
  await changeManaged(database, { ...request, despiteDoubt: true, reason: 'a new data centre' });
}

/** Two inquiries, as far apart as denials have to be. */
async function askTwice(id: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let count = 0; count < 2; count += 1) {
    await clock.advance(MINUTE_MS);
    passedMs += MINUTE_MS;
    answers.push((await newWorker().inquireInstruction(id)).kind);
  }
  return answers;
}

const flagsOf = async (id: string): Promise<string[]> =>
  (await listFlags(database)).flatMap(({ subject, kind }) => (subject === id ? [kind] : []));
const ordersElsewhere = (id: string): unknown[] =>
  elsewhere.requests.filter(({ method, body }) => method === 'POST' && String(body).includes(`"${id}"`));

async function rowOf(id: string): Promise<unknown> {
  const [row] = await database.query(
    `select i.status, d.state, d.destination from payment_instructions i join dispatches d on d.instruction_id = i.id
     where i.id = $1`,
    [id],
  );
  return row;
}

describe('a partner that has moved while a payment is in doubt', () => {
  it('is not sent again what its new address never received, until a person decides', async () => {
    const bank = await httpPartner('Moves');
    const id = await kept(bank);
    expect(await newWorker().sendInstruction(id)).toMatchObject({ kind: 'ambiguous' });
    await move(bank, { url: elsewhere.url });
    expect(await askTwice(id)).toEqual(['ask_again', 'ask_again']);
    expect(await flagsOf(id)).toEqual(['partner_moved']);
    expect(ordersElsewhere(id)).toEqual([]);
    expect(await rowOf(id)).toEqual({ status: 'pending', state: 'unknown', destination: '1' });
    const word = {
      decision: 'never_received',
      reason: 'the old host does not have it',
      partnerReference: null,
    } as const;
    await recordOperatorDecision(database, id, { ...word, by: 'operator:key_1', requestId: null });
    expect(await newWorker().sendInstruction(id)).toMatchObject({ kind: 'moved' });
    expect(ordersElsewhere(id)).toHaveLength(1);
    expect(await rowOf(id)).toEqual({ status: 'submitted', state: 'delivered', destination: '2' });
    expect(await flagsOf(id)).toEqual([]);
  });

  it('cannot cancel at its new address what was sent to the old one', async () => {
    const bank = await httpPartner('Cancels');
    const id = await kept(bank);
    await newWorker().sendInstruction(id);
    await move(bank, { url: elsewhere.url });
    const audit = { actor: 'key_1', act: 'cancel', requestId: null, detail: {} };
    await requestCancellation(database, id, { reason: null, audit });
    await newWorker().askCancellation(id);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', state: 'unknown' });
    expect(await flagsOf(id)).toEqual(['partner_moved']);
  });

  it('gets what is sent next at its new address, also from a worker that knew the old one', async () => {
    const bank = await startTestPartner(database, vault, { name: 'Sends' });
    const worker = newWorker();
    expect(await worker.sendInstruction(await kept(bank))).toMatchObject({ kind: 'moved' });
    await changeManaged(database, { kind: 'partner', id: bank.id, changes: { url: elsewhere.url }, actor: 'operator' });
    const id = await kept(bank);
    expect(await worker.sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'submitted' } });
    expect([bank.submissions().length, ordersElsewhere(id).length]).toEqual([1, 1]);
  });
});

/** Source: docs/GAPS.md#P19 */
describe('a bank by files', () => {
  it('is not given a message again because another directory does not have it', async () => {
    const bank = await bankByFiles('Files');
    const id = await putOut(bank);
    const next = await mkdtemp(path.join(tmpdir(), 'corridor-moved-'));
    closeAtEnd(() => rm(next, { recursive: true, force: true }));
    await prepareDirectory(next, bank.id);
    await move(bank, { config: { directory: next } });
    expect(await askTwice(id)).toEqual(['ask_again', 'ask_again']);
    expect(await flagsOf(id)).toEqual(['partner_moved']);
  });

  it.each([
    ['was prepared anew', prepareDirectory],
    ['was put back from a copy', (directory: string) => rename(`${directory}.copy`, directory)],
  ])('is not given a message again after its directory %s', async (how, putBack) => {
    const bank = await bankByFiles(how);
    await cp(bank.directory, `${bank.directory}.copy`, { recursive: true });
    closeAtEnd(() => rm(`${bank.directory}.copy`, { recursive: true, force: true }));
    const id = await putOut(bank);
    await rm(bank.directory, { recursive: true });
    await putBack(bank.directory, bank.id);
    expect(await askTwice(id)).toEqual(['ask_again', 'ask_again']);
    expect(await flagsOf(id)).toEqual(['partner_moved']);
  });

  it('is given a message again that its directory proves to be absent', async () => {
    const bank = await bankByFiles('Absent');
    const id = await kept(bank);
    await beginDispatch(database, id, bank.id, {
      destination: await destinationOf(await newRegistry().locate(bank.id)),
    });
    await recordUndelivered(database, id, CALL, LOST);
    expect(await askTwice(id)).toEqual(['ask_again', 'send_again']);
  });
});

describe('a move of a partner and a dispatch that begins at the same moment', () => {
  const waits = () =>
    eventually(
      () =>
        database.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      (rows) => rows.length > 0,
      'one waits for the other',
    );

  it('exclude each other: the dispatch finds the move', async () => {
    const bank = await httpPartner('First');
    const id = await kept(bank);
    const begun = await database.transaction(async (client) => {
      const changes = { url: elsewhere.url };
      await changeManaged(within(client), { kind: 'partner', id: bank.id, changes, actor: 'operator' });
      const begin = beginDispatch(database, id, bank.id, { destination: '1' });
      await waits();
      return [begin];
    });
    expect((await begun[0])?.result).toEqual({ kind: 'partner_moved' });
  });

  it('exclude each other: the move finds the dispatch', async () => {
    const bank = await httpPartner('Second');
    const id = await kept(bank);
    const moved = await database.transaction(async (client) => {
      await beginDispatch(client, id, bank.id);
      const changes = { url: elsewhere.url };
      const moving = changeManaged(database, { kind: 'partner', id: bank.id, changes, actor: 'operator' });
      moving.catch(() => undefined);
      await waits();
      return [moving];
    });
    await expect(moved[0]).rejects.toMatchObject({ code: 'INVALID_TRANSITION' });
  });
});
