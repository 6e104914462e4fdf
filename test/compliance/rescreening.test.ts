import { WatchLists } from '../../db/compliance/watch-lists';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { z } from 'zod';
import { rescreenPage, type RescreeningContext } from '../../activities/payments/rescreening';
import { changeBlockedCountry, ScreeningRulesCache } from '../../db/compliance/screening-rules';
import type { Database } from '../../db/database';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { sealPrivateData } from '../../db/payments/instruction/private-data';
import { newId } from '../../lib/ids';
import { newInstruction } from '../interleavings/operation';
import { closeAtEnd } from '../support/closing';
import { insertPartner } from '../support/rows';
import { ensureMaintenance, MAINTENANCE } from '../../workflows/client/maintenance';
import { eventually, instructionBody } from '../support/builders';
import { twoThatMeet } from '../support/meeting';
import { startTestPartner } from '../support/partner';
import { importFixture } from '../support/reference-data';
import { startStack, type Stack } from '../support/stack';
import { clientOf } from '../support/temporal';

const PrivateParts = z.looseObject({ beneficiary: z.looseObject({}), purpose: z.looseObject({}) });
const PATH = '/api/v1/payments/instructions';
const IN_A_WEEK = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
/** On no list at first. */
const NAME = 'Ombrell, ORVELLE Tamsin';
/** With a word left out. */
const NEAR = 'Orvelle Tamsin';

let stack: Stack;
let key: string;
let operator: string;

beforeAll(async () => {
  stack = await startStack({ maintenance: true });
  await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
  await eventually(
    () =>
      ensureMaintenance(stack.services.workflows)
        .then(() => true)
        .catch(() => false),
    Boolean,
    'the Schedules',
  );
  closeAtEnd(async () => {
    const { schedule } = clientOf(stack.services.workflows);
    for (const id of Object.values(MAINTENANCE)) await schedule.getHandle(id).delete();
  });
});

type Shown = Record<string, unknown> & { instructionId: string; status: string; waitingReason: string | null };

async function create(name: string, valueDate?: string): Promise<string> {
  const beneficiary = { ...(instructionBody()['beneficiary'] as object), name };
  const body = instructionBody({ beneficiary, ...(valueDate === undefined ? {} : { valueDate }) });
  const answer = await stack.call('POST', PATH, { key, body });
  expect(answer.status).toBe(201);
  return (answer.body['data'] as Shown).instructionId;
}

async function show(id: string): Promise<Shown> {
  return (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown;
}

const asOperator = (id: string) => stack.call('GET', `/v1/operator/payments/${id}`, { key: operator });

const screeningsOf = async (id: string) =>
  (
    await stack.database.query<{ decision: string }>(
      'select decision from screenings where instruction_id = $1 order by screened_at, id',
      [id],
    )
  ).map(({ decision }) => decision);

let edition = 0;

/** A new edition of the list of the United States with these names. */
async function importList(...names: string[]): Promise<void> {
  edition += 1;
  const nulls = Array.from({ length: 8 }, () => '-0-').join(',');
  const rows = [`Edition Number ${edition}`, ...names].map((name, at) => `${at + 1},"${name}",individual,"T",${nulls}`);
  const directory = mkdtempSync(path.join(tmpdir(), 'corridor-rescreening-'));
  const file = path.join(directory, 'sdn.csv');
  writeFileSync(file, `${rows.join('\r\n')}\r\n`);
  await importFixture(stack.database, 'ofac-sdn', file);
}

function until(id: string, wanted: (screenings: string[]) => boolean): Promise<string[]> {
  return eventually(() => screeningsOf(id), wanted, 'the screening');
}

describe('open payments when a watch list has changed', () => {
  it('are screened again, each once: held before their dispatch, shown to operators after it', async () => {
    const [waiting, unlike] = [await create(NAME, IN_A_WEEK), await create('Somebody Else', IN_A_WEEK)];
    const sent = await create(NAME);
    await eventually(
      () => show(sent),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    await importList(NAME);
    expect(await until(waiting, (screenings) => screenings.length > 1)).toEqual(['not_screened', 'blocked']);
    expect(await show(waiting)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    expect(await until(unlike, (screenings) => screenings.length > 1)).toEqual(['not_screened', 'clear']);
    expect(await show(unlike)).toMatchObject({ status: 'pending', waitingReason: 'value_date' });
    expect(await until(sent, (screenings) => screenings.length > 1)).toEqual(['not_screened', 'blocked']);
    expect((await show(sent)).status).toBe('submitted');
    expect((await asOperator(sent)).body).toMatchObject({
      flags: [{ kind: 'listed_beneficiary' }],
      cases: [{ kind: 'listed_beneficiary', count: 1 }],
    });
    expect((await asOperator(waiting)).body).toMatchObject({ flags: [], cases: [] });
    await clientOf(stack.services.workflows).schedule.getHandle(MAINTENANCE.rescreening).trigger();
    const again = await create('Another Person', IN_A_WEEK);
    expect(await screeningsOf(again)).toEqual(['clear']);
    expect(await screeningsOf(waiting)).toHaveLength(2);
  });

  it('go on when an operator releases them, and are not held again for the same entry', async () => {
    const id = await create(NEAR, IN_A_WEEK);
    await importList(NAME, 'Nobody Known');
    await until(id, (screenings) => screenings.length > 1);
    const decide = { decision: 'release', reason: 'another person' };
    const released = await stack.call('POST', `/v1/operator/payments/${id}/screening`, { key: operator, body: decide });
    expect(released.status).toBe(200);
    expect(await show(id)).toMatchObject({ status: 'pending', waitingReason: 'value_date' });
    await importList(NAME, 'Nobody Known', 'A Third');
    await until(id, (screenings) => screenings.length > 2);
    expect(await show(id)).toMatchObject({ status: 'pending', waitingReason: 'value_date' });
  });
});

describe('open payments when a country is blocked', () => {
  it('are screened again and held', async () => {
    const id = await create('Somebody Else', IN_A_WEEK);
    const change = (isBlocked: boolean) =>
      changeBlockedCountry(stack.database, 'US', { isBlocked, reason: 'a test', actor: 'command:test@host' });
    await change(true);
    try {
      expect(await until(id, (screenings) => screenings.length > 1)).toEqual(['clear', 'blocked']);
      expect(await show(id)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    } finally {
      await change(false);
    }
  });
});

describe('a page of a rescreening', () => {
  let quiet: Stack;

  beforeAll(async () => {
    quiet = await startStack({ workers: false });
  });

  const contextOf = (database: Database): RescreeningContext => {
    return {
      database,
      vault: quiet.vault,
      rules: new ScreeningRulesCache(database, null),
      watchLists: new WatchLists(database),
      log: pino({ enabled: false }),
    };
  };

  async function insertUnscreened(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('instruction'));
    for (const id of ids) {
      const { beneficiary, purpose } = PrivateParts.parse(instructionBody());
      const privateSealed = sealPrivateData(quiet.vault, id, { beneficiary, purpose });
      await insertInstruction(quiet.database, { ...newInstruction(id), screening: null, privateSealed }, null);
    }
    return ids;
  }

  const receiptsOf = async (ids: string[]) =>
    (
      await quiet.database.query<{ count: number }>(
        'select count(*)::integer as count from screenings where instruction_id = any($1) group by instruction_id',
        [ids],
      )
    ).map(({ count }) => count);

  beforeAll(() => insertPartner(quiet.database, 'ptn_1'));

  it('leaves each payment one receipt when two are made at the same moment', async () => {
    const ids = await insertUnscreened(4);
    const both = twoThatMeet(quiet.database, 'from payment_instructions i');
    await Promise.all(both.map((one) => rescreenPage(contextOf(one), null)));
    expect(await receiptsOf(ids)).toEqual(ids.map(() => 1));
  });

  it('leaves to the next one what it had not come to when its worker was killed', async () => {
    const { database } = quiet;
    const ids = await insertUnscreened(8);
    let writes = 0;
    const underWay: Promise<unknown>[] = [];
    const dying = {
      ...database,
      query: <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => {
        if (text.includes('update payment_instructions')) writes += 1;
        if (writes > 1) return Promise.reject(new Error('killed'));
        const answer = database.query<Row>(text, values);
        underWay.push(answer);
        return answer;
      },
    };
    const page = (one: Database) => rescreenPage(contextOf(one), null);
    await expect(page(dying)).rejects.toThrow('killed');
    await Promise.all(underWay);
    const { screened } = await page(database);
    expect(screened).toBeGreaterThan(0);
    expect(screened).toBeLessThan(ids.length);
    expect(await page(database)).toEqual({ next: null, screened: 0, held: 0, alerted: 0 });
    expect(await receiptsOf(ids)).toEqual(ids.map(() => 1));
  });
});
