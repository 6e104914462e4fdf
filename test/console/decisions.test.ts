import { createUser } from '../../db/auth/users';
import { sealBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import { addToOutbox } from '../../db/outbox';
import { openVault } from '../../lib/vault';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

/** As the pages open it. */
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));
const PASSWORD = 'nine blue herons at dawn';
const HERE = '/console/test/decisions';
const TAIL = '00000000000000000000000000';
const BENEFICIARY = `ben_${TAIL}`;

let database: TestDatabase;
let owner: Person;
let other: Person;
let viewer: Person;
let ownerId = '';

async function logIn(name: string, role: 'owner' | 'viewer'): Promise<Person> {
  const email = `${name}@example.com`;
  const accountId = 'acc_north';
  await createUser(database, { email, name, role, accountId, password: PASSWORD, actor: 'command:test' });
  const person = new Person(createConsoleApp(database));
  await person.logIn(email, PASSWORD);
  return person;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  owner = await logIn('olga', 'owner');
  other = await logIn('otto', 'owner');
  viewer = await logIn('vera', 'viewer');
  const [row] = await database.query<{ id: string }>(`select id from users where email = 'olga@example.com'`);
  ownerId = row?.id ?? '';
  await insertInstructions(database, {
    ...{ prefix: `instr_${TAIL.slice(1)}`, count: 3, partner: 'north' },
    waitingReason: 'compliance_review',
  });
  await setOf(1, `payee_check = '{"decision": "pending"}'`);
  await setOf(2, `information = '[{"askedAt": "2026-11-20T10:00:00Z", "answeredAt": null}]'`);
  await changedBeneficiary();
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, failing_since, created_at)
     values ($1, 'acc_north', 'test', 'https://hooks.example.com/a', '{payment.settled}', '', now(), now())`,
    [`wh_${TAIL}`],
  );
});

const setOf = (number: number, change: string) =>
  database.query(`update payment_instructions set ${change} where id = $1`, [`instr_${TAIL.slice(1)}${number}`]);

/** One whose bank details the first owner has changed. */
async function changedBeneficiary(): Promise<void> {
  const bankAccount = { accountNumber: '9876543210', country: 'US' };
  const details = { name: 'Example Trading Ltd', country: 'US', bankAccount };
  await database.query(
    `insert into beneficiaries (id, account_id, environment, request_id, private_sealed, version)
     values ($1, 'acc_north', 'test', 'req_1', $2, 2)`,
    [BENEFICIARY, sealBeneficiary(VAULT, BENEFICIARY, details)],
  );
  await database.query(
    `insert into beneficiary_versions (beneficiary_id, version, changed_by, changed_at, held_until)
     values ($1, 1, $2, now(), null), ($1, 2, $2, now(), now() + interval '72 hours')`,
    [BENEFICIARY, `user:${ownerId}`],
  );
}

/** Where the rows lead, in their order. */
async function placesAt(person: Person, query = ''): Promise<string[]> {
  const { text } = await person.get(`${HERE}${query}`);
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(text) ?? [];
  return [...body.matchAll(/<tr><th[^>]*><a href="\/console\/test([^"]*)"/g)].map(([, place = '']) => place);
}

const PAYMENTS = [`/payments/instr_${TAIL.slice(1)}1#payee-check`, `/payments/instr_${TAIL.slice(1)}2#information`];
const OTHERS = [`/beneficiaries/${BENEFICIARY}`, `/webhooks/wh_${TAIL}`];

/** Source: docs/GAPS.md#decisions */
describe('the decisions of a side', () => {
  it('are those that the reader may make, and behind a tab all that wait', async () => {
    expect(await placesAt(other)).toEqual([...PAYMENTS, ...OTHERS]);
    expect(await placesAt(owner)).toEqual([...PAYMENTS, OTHERS[1]]);
    expect(await placesAt(owner, '?show=all')).toEqual([...PAYMENTS, ...OTHERS]);
    expect(await placesAt(viewer)).toEqual([]);
    expect((await viewer.get(HERE)).text).toContain('Nothing waits for you.');
  });

  it('are counted as they are listed, in the tabs and in the menu of every page', async () => {
    for (const [person, mine] of [
      [other, 4],
      [owner, 3],
    ] as const) {
      const { text } = await person.get(HERE);
      expect([...text.matchAll(/<span class="count">(\d+)</g)].map(([, count]) => count)).toEqual([`${mine}`, '4']);
      expect((await person.get('/console/test/tariffs')).text).toContain(
        `<span class="badge wait count">${mine}</span>`,
      );
    }
    expect((await viewer.get('/console/test/tariffs')).text).not.toContain('badge wait count');
  });

  it('name a payee and an endpoint, and are the rows of the file', async () => {
    const { text } = await other.get(HERE);
    for (const part of ['Example Trading Ltd', 'https://hooks.example.com/a', 'Confirm bank details'])
      expect(text).toContain(part);
    const lines = (await other.get(`${HERE}/file`)).text.trim().split('\r\n');
    expect(lines[0]).toBe('id,decision,mine,payee,account,amount,currency,reference,since');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
      `instr_${TAIL.slice(1)}1,payee_check,true`,
      `instr_${TAIL.slice(1)}2,information,true`,
      `${BENEFICIARY},bank_details,true`,
      `wh_${TAIL},endpoint,true`,
    ]);
  });

  it('go on after each row', async () => {
    const first = `${Date.parse('2026-11-20T09:00:00Z') * 1000}_instr_${TAIL.slice(1)}1_payee_check`;
    expect(await placesAt(other, `?cursor=${Buffer.from(first).toString('base64url')}`)).toEqual([
      PAYMENTS[1],
      ...OTHERS,
    ]);
  });

  it('leave out of mine a change by a key that nobody answers for', async () => {
    const change = 'update beneficiary_versions set changed_by = $1 where version = 2 returning changed_by';
    await database.query(change, ['key:key_unknown']);
    expect(await placesAt(other)).toEqual([...PAYMENTS, OTHERS[1]]);
    expect(await placesAt(other, '?show=all')).toEqual([...PAYMENTS, ...OTHERS]);
    await database.query(change, [`user:${ownerId}`]);
  });

  it('are two of a payment that waits for both, each for those who may make it', async () => {
    const id = `instr_${TAIL.slice(1)}1`;
    await setOf(1, `approval = '{"state": "waiting", "given": []}'`);
    const both = [`/payments/${id}#approval`, ...PAYMENTS, ...OTHERS];
    expect(await placesAt(other)).toEqual(both);
    expect(await placesAt(viewer)).toEqual(both.slice(0, 1));
    const first = `${Date.parse('2026-11-20T09:00:00Z') * 1000}_${id}_approval`;
    const next = `?cursor=${Buffer.from(first).toString('base64url')}`;
    expect(await placesAt(other, next)).toEqual(both.slice(1));
    const { text } = await other.get(HERE);
    expect([...text.matchAll(/<span class="count">(\d+)</g)].map(([, count]) => count)).toEqual(['5', '5']);
    await setOf(1, 'approval = null');
  });

  it('are of a batch that is approved as one thing its approval, and what else its payments wait for', async () => {
    const batch = `bat_${TAIL}`;
    await setOf(2, `approval = '{"state": "waiting", "given": []}', idempotency_key = '${batch}_00001'`);
    await database.query(
      `insert into payment_batches (id, account_id, environment, request_id, mode, is_strict, pace, status, total, made,
         created_at, finished_at, approval)
       values ($1, 'acc_north', 'test', 'req_1', 'valid_only', false, '{}', 'completed', 1, 1, now(), now(), $2)`,
      [batch, { hash: '', needed: 1, expiresAt: '2026-11-27T09:00:00.000Z', payments: 1, totals: [] }],
    );
    await database.query(
      `insert into payment_batch_rows (id, batch_id, state, instruction_id) values ($1, $2, 'made', $3)`,
      [`${batch}_00001`, batch, `instr_${TAIL.slice(1)}2`],
    );
    const found = await placesAt(other, '?show=all');
    expect([...found].sort()).toEqual([`/batches/${batch}#approval`, ...PAYMENTS, ...OTHERS].sort());
    await setOf(2, 'approval = null');
  });

  it('refuse another tab than there is', async () => {
    expect((await owner.get(`${HERE}?show=none`)).status).toBe(400);
  });
});

it('every page says since when work for the account is late', async () => {
  const said = 'Processing has been delayed since';
  await addToOutbox(database, { topic: 'payment.start', subject: 'instr_1', accountId: 'acc_north' });
  expect((await viewer.get('/console/test/tariffs')).text).not.toContain(said);
  await database.query(`update outbox set created_at = now() - interval '3 minutes'`);
  expect((await viewer.get('/console/test/tariffs')).text).toContain(said);
  await database.query(`update outbox set account_id = 'acc_other'`);
  expect((await viewer.get('/console/test/tariffs')).text).not.toContain(said);
});
