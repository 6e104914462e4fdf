import { createUser } from '../../../../db/auth/users';
import { timePart } from '../../../../domain/ids';
import { createConsoleApp, ledTo, Person } from '../../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertInstructions, insertPartner } from '../../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const PREFIX = `instr_${'0'.repeat(25)}`;
const PAYMENTS = '/console/operator/payments';

let database: TestDatabase;
let ana: Person;
let ben: Person;

async function logIn(name: string): Promise<Person> {
  const email = `${name}@example.com`;
  await createUser(database, {
    ...{ email, name, password: PASSWORD, actor: 'command:test' },
    ...{ role: 'operator', accountId: null },
  });
  const person = new Person(createConsoleApp(database), name === 'ana' ? '203.0.113.1' : '203.0.113.2');
  await person.logIn(email, PASSWORD);
  return person;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  await insertInstructions(database, { prefix: PREFIX, count: 3, partner: 'ptn_1', waitingReason: 'blocked' });
  ana = await logIn('ana');
  ben = await logIn('ben');
});

const pageOf = (number: number): string => `${PAYMENTS}/${PREFIX}${number}`;
const send = (person: Person, number: number, act: string, fields: [string, string][] = []) =>
  person.submit(pageOf(number), `${pageOf(number)}/${act}`, fields);
const textOf = async (person: Person, path: string): Promise<string> =>
  (await person.get(path)).text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

it('a payment is headed by its amount and its account, and does not show whom it pays', async () => {
  const { text } = await ana.get(pageOf(3));
  expect(text).toMatch(/<h1>1,250\.50 USD · [^<]+<\/h1>/);
  expect(text).toContain(`<dt>Id</dt><dd><code>${PREFIX}3</code></dd>`);
});

/** Source: docs/GAPS.md#case-work */
it('an operator takes a payment, a second one sees it and takes it over', async () => {
  expect(ledTo(await send(ana, 1, 'assignment'))).toEqual([pageOf(1), 'payment-taken']);
  expect(await textOf(ana, pageOf(1))).toContain('Assigned to you since');
  expect(await textOf(ben, pageOf(1))).toContain('Assigned to ana@example.com since');
  expect((await send(ben, 1, 'assignment')).text).toContain('ana@example.com works on this payment.');
  expect((await send(ben, 1, 'assignment', [['takeOver', 'yes']])).status).toBe(303);
  expect(ledTo(await send(ben, 1, 'assignment/end'))).toEqual([pageOf(1), 'payment-given-back']);
  expect(await textOf(ana, pageOf(1))).toContain('Unassigned.');
});

it('a note keeps what was typed when it is refused, and stands in the history with its author', async () => {
  const refused = await send(ana, 2, 'notes', [['note', `${'x'.repeat(1_501)}`]]);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('x'.repeat(1_501));
  await send(ben, 2, 'assignment');
  expect((await send(ana, 2, 'notes', [['note', 'The bank <b>calls</b> back']])).status).toBe(303);
  const { text } = await ben.get(pageOf(2));
  expect(text).toContain('The bank &lt;b>calls&lt;/b> back');
  const said = await textOf(ben, pageOf(2));
  expect(said).toMatch(/History .*ben@example\.com took it .*ana@example\.com noted/);
});

it('the list shows who has which payment, and narrows to those of a person and to those unassigned', async () => {
  const all = await textOf(ana, `${PAYMENTS}?waiting=blocked`);
  expect(all).toContain('ben@example.com');
  const namesOf = async (person: Person, assigned: string): Promise<string[]> => {
    const { text } = await person.get(`${PAYMENTS}?waiting=blocked&assigned=${assigned}`);
    return [1, 2, 3].filter((number) => text.includes(`"${pageOf(number)}"`)).map(String);
  };
  expect(await namesOf(ben, 'mine')).toEqual(['2']);
  expect(await namesOf(ana, 'mine')).toEqual([]);
  expect(await namesOf(ana, 'unassigned')).toEqual(['1', '3']);
});

it('the list narrows by partner, account and age, keeps that over pages, and goes in both directions', async () => {
  await insertPartner(database, 'ptn_2');
  for (const letter of ['a', 'b', 'c', 'd']) {
    const prefix = `instr_${timePart(Date.now())}${'0'.repeat(14)}${letter}`;
    await insertInstructions(database, { prefix, count: 9, partner: 'ptn_2', waitingReason: 'blocked' });
  }
  const idsOf = (text: string): string[] => [...text.matchAll(/payments\/(instr_\w{26})"/g)].map(([, id]) => id ?? '');
  const first = (await ana.get(`${PAYMENTS}?waiting=blocked&account=ptn_2&order=newest`)).text;
  const next = /class="pager"[^>]*>.*?href="([^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = (await ana.get(next)).text;
  const both = [...idsOf(first), ...idsOf(second)];
  expect([idsOf(first).length, new Set(both).size]).toEqual([30, 36]);
  expect(both).toEqual([...both].sort().reverse());
  const none = await ana.get(`${PAYMENTS}?waiting=blocked&partner=ptn_2&account=acc_ptn_1`);
  expect(none.text).toContain('No matching payments.');
  const old = (await ana.get(`${PAYMENTS}?waiting=blocked&age=7`)).text;
  expect(idsOf(old).map((id) => id.slice(-1))).toEqual(['1', '2', '3']);
});

it('the list and its file name all that their address asks for wrongly', async () => {
  for (const path of [PAYMENTS, `${PAYMENTS}/file`]) {
    const { status, text } = await ana.get(`${path}?waiting=blocked&account=nobody&age=2`);
    expect([path, status]).toEqual([path, 400]);
    expect(text).toContain('is neither the id nor the name of an account');
    expect(text).toContain('is not one of the allowed values');
  }
});

it('the list is a file, whose texts no spreadsheet runs', async () => {
  await database.query(`update payment_instructions set client_reference = '=1+1' where id = $1`, [`${PREFIX}3`]);
  const { status, headers, text } = await ana.get(`${PAYMENTS}/file?waiting=blocked&partner=ptn_1&age=7`);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^id,reference,status,/);
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
    [`${PREFIX}1`, ''],
    [`${PREFIX}2`, ''],
    [`${PREFIX}3`, "'=1+1"],
  ]);
  expect(lines[1]).toMatch(/,ben@example\.com$/);
  expect((await ana.get(`${PAYMENTS}/file?waiting=nothing`)).status).toBe(400);
});

it('the decision is folded while a payment waits for what comes by itself', async () => {
  const prefix = `instr_${'1'.repeat(25)}`;
  await insertInstructions(database, { prefix, count: 1, partner: 'ptn_1', waitingReason: 'engine_busy' });
  const folded = '</h2><details class="folded">';
  expect((await ana.get(`${PAYMENTS}/${prefix}1`)).text).toContain(folded);
  expect((await ana.get(pageOf(3))).text).not.toContain(folded);
});
