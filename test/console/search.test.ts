import pino from 'pino';
import { Ending } from '../../api/ending';
import type { Services } from '../../api/services';
import { createUser } from '../../db/auth/users';
import { ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { openVault } from '../../lib/vault';
import { sealPrivateData } from '../../db/payments/instruction/private-data';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const ID = `instr_${'0'.repeat(25)}1`;

let person: Person;
let beneficiaryId = '';

/** Three payments of 1250.50 USD, of which two have references and the second is to be paid to somebody else. */
beforeAll(async () => {
  const database = await createTestDatabase();
  await insertPartner(database, 'north');
  await insertPartner(database, 'south');
  await insertInstructions(database, { prefix: ID.slice(0, -1), count: 3, partner: 'north' });
  await insertInstructions(database, { prefix: `instr_${'1'.repeat(25)}`, count: 1, partner: 'south' });
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  const rows = await database.query<{ id: string }>('select id from payment_instructions order by id');
  for (const [index, { id }] of rows.entries()) {
    const name = index === 1 ? 'Blue Heron Trading' : 'Example Export';
    const bankAccount = { accountNumber: '12345678', country: 'US', swiftBic: 'BOFAUS3N' };
    const sealed = sealPrivateData(vault, id, {
      beneficiary: { name, country: 'US', bankAccount },
      purpose: { code: 'trade_settlement' },
    });
    await database.query(
      `update payment_instructions set private_sealed = $2, version = version + 1, client_reference = $3 where id = $1`,
      [id, sealed, ['BLUE-17', 'INV-2'][index] ?? null],
    );
  }
  const owner = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId: 'acc_north' } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
  await database.query(
    `insert into documents (id, account_id, environment, request_id, type, number, locale, created_at, expires_at)
     values ('doc_' || repeat('0', 26), 'acc_north', 'test', 'req_1', 'commercial_invoice', 'CI-2026-7', 'en', now(), now())`,
  );
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     values ('wh_' || repeat('0', 26), 'acc_north', 'test', 'https://hooks.example.com/in', '{*}', '', now())`,
  );
  const services = {
    ...{ database, vault, log: pino({ enabled: false }), ending: new Ending(), wake: () => undefined },
    ...{ settings: { publicUrl: 'http://localhost' }, limiter: { describeAddress: () => ({}) } },
    screeningRules: new ScreeningRulesCache(database, null),
  } as unknown as Services;
  person = new Person(createConsoleApp(database, { services }));
  await person.logIn('owner@example.com', PASSWORD);
  beneficiaryId = await savePayee();
});

/** @returns the id of a saved payee */
async function savePayee(): Promise<string> {
  const saved = await person.submit('/console/test/beneficiaries/new', '/console/test/beneficiaries', [
    ['name', 'Great Lakes Example'],
    ['country', 'US'],
    ['bankAccount.accountNumber', '9876543210'],
    ['bankAccount.swiftBic', 'BOFAUS3N'],
    ['bankAccount.country', 'US'],
  ]);
  return /ben_[0-9a-z]{26}/.exec(saved.headers['location'] ?? '')?.[0] ?? '';
}

const search = (text: string) => person.get(`/console/test/search?q=${encodeURIComponent(text)}`);
const second = `/console/test/payments/${ID.slice(0, -1)}2`;

describe('the search in the head of each page', () => {
  it.each([
    ['an id', `${ID.slice(0, -1)}2`, second],
    ['a reference', ' INV-2 ', second],
    ['a part of the payee’s name', 'heron tra', second],
    ['the id of a delivery', `dlv_${'0'.repeat(26)}`, `/console/test/deliveries/dlv_${'0'.repeat(26)}`],
    ['the id of a request', `req_${'0'.repeat(26)}`, `/console/test/requests/req_${'0'.repeat(26)}`],
  ])('leads to the one thing that %s names', async (_what, text, location) => {
    const answer = await search(text);
    expect([answer.status, answer.headers['location']]).toEqual([303, location]);
  });

  it.each([
    ['the beginning of a reference', 'inv-', second],
    ['the beginning of the number of a document', 'ci-2026', `/console/test/documents/doc_${'0'.repeat(26)}`],
    ['a part of the address of an endpoint', 'hooks.example', `/console/test/webhooks/wh_${'0'.repeat(26)}`],
  ])('finds one thing by %s: %s', async (_what, text, location) => {
    const answer = await search(text);
    expect([answer.status, answer.headers['location']]).toEqual([303, location]);
  });

  it('lists what has a reference that begins so, and what is to be paid to somebody of that name', async () => {
    for (const text of ['BLUE', 'blue', 'Blue']) {
      const { text: html } = await search(text);
      const found = [...html.matchAll(/href="(\/console\/test\/payments\/instr_\w+)"/g)].map(([, place]) => place);
      expect(found).toEqual([`${second.slice(0, -1)}1`, second]);
    }
  });

  it('finds a saved payee by a part of its name', async () => {
    expect((await search('lakes')).headers['location']).toBe(`/console/test/beneficiaries/${beneficiaryId}`);
  });

  it('lists things of several kinds, and pages of the documentation below them', async () => {
    const { text: html } = await search('example');
    const links = [...html.matchAll(/<li><a href="([^"]+)">[^<]+<\/a> <span class="badge">([^<]+)</g)];
    const found = links.map(([, place, kind]) => [place, kind]);
    expect(found.slice(0, 2)).toEqual([
      [`/console/test/beneficiaries/${beneficiaryId}`, 'Beneficiary'],
      [`/console/test/webhooks/wh_${'0'.repeat(26)}`, 'Endpoint'],
    ]);
    expect(html.indexOf('In the documentation')).toBeGreaterThan(html.indexOf('/console/test/payments/instr_'));
    expect(found.length).toBeGreaterThan(2);
    for (const [place] of found.slice(2)) expect(place).toMatch(/^\/docs/);
  });

  it('leads to the documentation where no thing has the words', async () => {
    const { text: html } = await search('webhook signature');
    expect(html).toContain('href="/docs/guides/webhooks#verify"');
  });

  it.each(['1,250.50', '1250.5', '1250.50 usd'])('lists the account’s own payments of an amount: %s', async (text) => {
    const { status, text: html } = await search(text);
    expect([status, [...html.matchAll(/href="\/console\/test\/payments\/instr_\w+"/g)].length]).toEqual([200, 3]);
  });

  it.each([
    ['de', '1.250,50'],
    ['de', '1250,5 usd'],
    ['fr', '1\u202f250,50'],
    ['fr', '1 250,50 USD'],
    ['es', '1.250,50'],
    ['zh-Hans', '1,250.50'],
  ])('reads amounts as %s writes them: %s', async (language, text) => {
    await person.submit('/console/test', '/console/language', [['language', language]]);
    const { status, text: html } = await search(text);
    expect([status, [...html.matchAll(/href="\/console\/test\/payments\/instr_\w+"/g)].length]).toEqual([200, 3]);
    await person.submit('/console/test', '/console/language', [['language', 'en']]);
  });

  it.each(['', 'nobody', '0', '%', '9'.repeat(300), '1e5', 'instr_1'])('teaches what it finds for %j', async (text) => {
    const { status, text: html } = await search(text);
    expect(status).toBe(200);
    expect(html).toContain('an amount, such as 1,250.50');
  });
});
