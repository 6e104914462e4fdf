import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createUser } from '../../db/auth/users';
import { changePayment } from '../../db/payments/instruction/change-payment';
import { readCover } from '../../db/payments/settlement/cover';
import { addDays, utcDate } from '../../domain/calendar-dates';
import { unchangedPlan } from '../../domain/payments/instruction/change';
import type { CoverLine } from '../../domain/payments/settlement/cover';
import { eventually, instructionBody } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { CommandLine } from '../support/command-line';
import { createConsoleApp, Person } from '../support/console-app';
import { startFileBank, type FileBank, type ShownPayment } from '../support/file-bank';
import { addRoute, newRoute } from '../support/partner';

const PATH = '/api/v1/payments/instructions';
const PASSWORD = 'seven green boats at noon';
let bank: FileBank;

beforeAll(async () => {
  bank = await startFileBank({ settledBy: 'ACCC' });
});

async function pay(overrides: Record<string, unknown> = {}): Promise<string> {
  const { body } = await bank.stack.call('POST', PATH, { key: bank.key, body: instructionBody(overrides) });
  return (body['data'] as ShownPayment).instructionId;
}

async function untilStatus(id: string, wanted: string): Promise<void> {
  const show = async () => (await bank.stack.call('GET', `${PATH}/${id}`, { key: bank.key })).body['data'];
  await eventually(
    async () => (await show()) as ShownPayment,
    ({ status }) => status === wanted,
    `the payment is ${wanted}`,
  );
}

async function receive(name: string, on: string, amount: string, entries: readonly string[] = []): Promise<void> {
  const balance = `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  await writeFile(path.join(bank.directory, 'in', name), camt053([balance, ...entries]).replace('S-1', name));
  await bank.inboxes.look();
  await bank.inboxes.look();
}

const cover = (): Promise<CoverLine[]> => readCover(bank.stack.database, new Date());

/** Source: docs/GAPS.md#cover */
it('shows what is due today beside the balances of the bank, on a page and by a command', async () => {
  const { database, vault } = bank.stack;
  const line = new CommandLine({ DATABASE_URL: database.url });
  expect((await line.run('statements', 'cover')).text).toContain('Nothing is due today');
  const sent = await pay();
  await untilStatus(sent, 'submitted');
  // It waits for a day that has not come.
  await pay({ valueDate: addDays(utcDate(new Date()), 20) });
  const unbooked = { count: 1, amount: '1250.5' };
  expect(await cover()).toMatchObject([{ unbooked, toSend: { count: 0 }, covered: 'unknown', because: 'no_balance' }]);
  await receive('old.xml', '2026-01-05', '5000');
  expect(await cover()).toMatchObject([{ left: '3749.5', covered: 'unknown', because: 'old_balance' }]);
  const today = utcDate(new Date());
  await receive('low.xml', today, '1000');
  expect(await cover()).toMatchObject([{ balance: { amount: '1000', on: today }, left: '-250.5', covered: 'no' }]);

  // A booking that has not come in time is missing from the balance all the same.
  await changePayment(database, { instructionId: sent }, (state, at) => ({
    result: null,
    change: { plan: unchangedPlan(state), at, proof: { state: 'overdue', booking: null, at: at.toISOString() } },
  }));
  expect(await cover()).toMatchObject([{ unbooked, left: '-250.5' }]);

  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  const operator = new Person(createConsoleApp(database, { vault }));
  await operator.logIn(person.email, PASSWORD);
  const { text } = await operator.get('/console/operator/cover');
  expect(text).toMatch(/not covered[^]*1 payment/);
  const { said } = await line.run('statements', 'cover', '--json');
  expect(said).toMatchObject({ lines: [{ partner: { id: bank.partnerId }, currency: 'USD', left: '-250.5' }] });
  expect((await line.run('statements', 'cover')).text).toMatch(/bank +test +[-0-9]{10} +USD +0 +1250.5 +1000 /);

  const references = `<EndToEndId>${sent}</EndToEndId>`;
  await receive('booked.xml', today, '3000', [camtEntry({ references })]);
  await untilStatus(sent, 'settled');
  expect(await cover()).toMatchObject([{ unbooked: { count: 0 }, left: '3000', covered: 'yes' }]);
});

it('counts what leaves before the day of the bank ends', async () => {
  const { database } = bank.stack;
  await pay({ valueDate: addDays(utcDate(new Date()), 20) });
  const at = new Date('2027-03-10T20:00:00Z');
  const dueIn = async (zone: string, releaseAt: string) => {
    await database.query('update routes set cut_off_zone = $2 where partner_id = $1', [bank.partnerId, zone]);
    await database.query(
      `update payment_instructions set release_at = $2, version = version + 1
       where partner_id = $1 and status = 'pending'`,
      [bank.partnerId, releaseAt],
    );
    const [line] = await readCover(database, at);
    return [line?.day, line?.zone, line?.toSend.count];
  };
  const waiting = await database.query(`select from payment_instructions where status = 'pending'`);
  expect(waiting.length).toBeGreaterThan(0);
  const morning = '2027-03-11T06:00:00Z';
  expect(await dueIn('UTC', morning)).toEqual(['2027-03-10', 'UTC', 0]);
  expect(await dueIn('Asia/Tokyo', morning)).toEqual(['2027-03-11', 'Asia/Tokyo', waiting.length]);
  expect(await dueIn('America/Los_Angeles', morning)).toEqual(['2027-03-10', 'America/Los_Angeles', waiting.length]);
  expect(await dueIn('America/Los_Angeles', '2027-03-11T08:00:00Z')).toEqual([
    ...['2027-03-10', 'America/Los_Angeles', 0],
  ]);
});

it('takes the day from an enabled route for every currency before a disabled one for the currency', async () => {
  const { database } = bank.stack;
  const at = new Date('2027-03-10T20:00:00Z');
  const zone = async () => (await readCover(database, at))[0]?.zone;
  await database.query(`update routes set cut_off_zone = 'UTC', priority = 5 where partner_id = $1`, [bank.partnerId]);
  const own = { currencies: ['USD'], cutOffZone: 'Asia/Tokyo', priority: 1 };
  const routeId = await addRoute(database, newRoute(bank.partnerId, own));
  expect(await zone()).toBe('Asia/Tokyo');
  await database.query('update routes set enabled = false where id = $1', [routeId]);
  expect(await zone()).toBe('UTC');
  await database.query('update routes set enabled = true, priority = 9 where id = $1', [routeId]);
  expect(await zone()).toBe('UTC');
});
