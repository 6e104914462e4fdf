import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WORDS } from '../../../console/words/use-words';
import { appendAuditEntry } from '../../../db/auth/audit-log';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { createDocument } from '../../../db/documents/documents';
import { sealRequestData } from '../../../db/documents/store';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '../../../domain/auth/languages';
import { LOGIN_REFUSALS, LOGIN_WAYS } from '../../../domain/auth/logins';
import { ENVIRONMENTS } from '../../../domain/auth/tenant';
import { ACCOUNT_ROLES } from '../../../domain/auth/users';
import { CONFIRMATION_WAYS, KeptBeneficiary } from '../../../domain/beneficiaries/beneficiary-schema';
import { CONDITION_TYPES } from '../../../domain/payments/review/conditions';
import { PAYEE_DECISIONS, PAYEE_RULES } from '../../../domain/payments/review/payee-check';
import { UpdateWebhook } from '../../../domain/webhooks/schemas';
import { DOCUMENT_TYPES } from '../../../domain/documents/registry';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { instructionBody } from '../../support/builders';
import { catalogueOf, textsOf } from '../../support/catalogues';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const OTHERS = LANGUAGE_TAGS.filter((tag) => tag !== 'en');
const ID = 'instr_00000000000000000000000001';
const DOCUMENT = 'doc_00000000000000000000000001';
const ERASERS = path.join(__dirname, '../../../db/erasure');
/** As the pages open it. */
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

let database: TestDatabase;
let owner: Person;

const newPerson = (): Person => new Person(createConsoleApp(database), '203.0.113.9');

const choose = (person: Person, language: string, page = '/console/test/payments') =>
  person.submit(page, '/console/language', [['language', language]]);

const langOf = ({ text }: { text: string }): string | undefined => /<html lang="([^"]+)"/.exec(text)?.[1];

async function insertDocument(accountId: string): Promise<void> {
  const createdAt = new Date();
  const kind = {
    type: 'commercial_invoice',
    number: 'INV-1',
    locale: 'en',
    requestId: 'req_1',
    brandingId: null,
  } as const;
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + 1e8) };
  const dataSealed = sealRequestData(VAULT, DOCUMENT, {});
  const links = { shipmentId: null, instructionId: null, warnings: [] };
  const row = {
    id: DOCUMENT,
    tenant: { accountId, environment: 'test' },
    ...kind,
    ...links,
    ...times,
    dataSealed,
  } as const;
  await createDocument(database, row, null);
}

/** What erasers count. */
const ERASED = readdirSync(ERASERS).flatMap((file) =>
  [...readFileSync(path.join(ERASERS, file), 'utf8').matchAll(/::integer as "?(\w+)/g)].map(([, name = '']) => name),
);

/** What the service writes into details, by member. */
const WRITTEN = {
  why: [...LOGIN_REFUSALS, 'only_failures'],
  way: [...LOGIN_WAYS, ...CONFIRMATION_WAYS, 'link'],
  open: CONDITION_TYPES,
  decision: PAYEE_DECISIONS.filter((decision) => decision !== 'pending'),
  rule: PAYEE_RULES.filter((rule) => rule !== 'ask'),
  role: [...ACCOUNT_ROLES],
  environment: ENVIRONMENTS,
  changed: [...Object.keys(UpdateWebhook.shape), ...Object.keys(KeptBeneficiary.shape)],
  dropped: ['headers.X-Own', 'destination.secret_access_key'],
  removed: Object.fromEntries([...ERASED, 'payment', 'reasons'].map((name) => [name, 1])),
  by: { person: 'usr_1', as: 'usr_1', sudoUser: 'ann', loginUid: '1000' },
  plan: 'account',
  expired: true,
  rules: [12_345.5, 20_000].map((amount) => ({ above: { amount, currency: 'EUR' }, approvals: 2 })),
};

/** Names and values of members as the service writes them, which are no words. */
const CODES = new Set([
  ...Object.entries(WRITTEN).flatMap(([name, value]) => [
    ...[name, ...(Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])],
  ]),
  ...[...Object.keys(WRITTEN.removed), ...Object.keys(WRITTEN.by), ...WRITTEN.dropped],
]);

/** An entry of each act, and one with all that the service writes. */
async function insertAuditEntries(accountId: string): Promise<void> {
  const { acts, audit } = WORDS.en;
  const members = Object.keys(audit.details).map((name) => [name, Object.keys(audit.values)]);
  const details = [Object.fromEntries(members), WRITTEN, ...Object.keys(acts).map(() => ({}))];
  for (const [at, act] of ['user.erased', 'webhook.changed', ...Object.keys(acts)].entries())
    await appendAuditEntry(database, {
      actor: 'corridor',
      act,
      subject: accountId,
      accountId,
      detail: details[at] ?? {},
    });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const { id: accountId } = await findOrCreateAccount(database, 'ptn_1');
  const { beneficiary, purpose } = instructionBody();
  const privateSealed = sealPrivateData(VAULT, ID, { beneficiary, purpose });
  await insertInstruction(database, { ...newInstruction(ID), privateSealed }, null);
  await insertDocument(accountId);
  await insertAuditEntries(accountId);
  const user = { name: 'Ann', role: 'owner', accountId, password: PASSWORD } as const;
  await createUser(database, { ...user, email: 'owner@example.com', actor: 'command:test' });
  await createUser(database, {
    ...{ email: 'operator@example.com', name: 'Ola', role: 'operator', accountId: null },
    ...{ password: PASSWORD, actor: 'command:test' },
  });
  owner = newPerson();
  expect((await owner.logIn('owner@example.com', PASSWORD)).status).toBe(303);
});

/** Texts of a page that a reader sees, without what is marked as English and without the names of the languages. */
function visible(html: string): string[] {
  return html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<footer>.*?<\/footer>/gs, '')
    .replaceAll(/<(span|p|td|li|option)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/ (?:data-name|data-sort-by|aria-label|placeholder)="([^"]*)"/g, '>$1<')
    .split(/<[^>]*>|>|</)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

const PAYMENTS = '/console/test/payments';
const DOCUMENTS = '/console/test/documents';
const SHIPMENTS = '/console/test/shipments';
const TRANSLATED_PAGES = [
  ...[PAYMENTS, `${PAYMENTS}/${ID}`, `${PAYMENTS}/${ID}/cancel`, `${PAYMENTS}?status=settled`],
  ...['/console/test/decisions', '/console/test/approvals', '/console/test/batches', '/console/test/beneficiaries'],
  ...['/console/security', '/console/password'],
  ...['/console/test/search?q=nowhere', '/console/test/usage'],
  ...['/console/test', '/console/test/export', '/console/keys', '/console/audit'],
  ...['/console/test/tariffs', '/console/test/tariffs/calculate', '/console/test/tariffs/compare'],
  ...['/console/test/requests', '/console/members', '/console/link'],
  ...['/console/test/webhooks', '/console/test/webhooks/new', '/console/test/webhooks/new?to=sqs'],
  '/console/test/deliveries',
  ...[`${PAYMENTS}/new`, `${PAYMENTS}/new?currency=USD&country=US`, `${PAYMENTS}/new?currency=CNY&country=CN`],
  ...[DOCUMENTS, `${DOCUMENTS}/${DOCUMENT}`, `${DOCUMENTS}/new`, '/console/test/branding'],
  ...DOCUMENT_TYPES.map((type) => `${DOCUMENTS}/new/${type}`),
  '/console/test/beneficiaries/new',
  ...[SHIPMENTS, `${SHIPMENTS}?status=customs`, `${SHIPMENTS}/new`],
];
/** Answers to forms that were sent empty, and what their frames show before. */
const FRAMES = [`${DOCUMENTS}/new/bill_of_lading/preview`];

describe.each(OTHERS)('pages in %s', (language: Language) => {
  /** English texts that this language says otherwise. */
  const ours = new Map(textsOf(catalogueOf(language)));
  const foreign = new Set(
    textsOf(catalogueOf('en')).flatMap(([path, text]) => (ours.get(path) === text ? [] : [text.trim()])),
  );
  const own = new Set([...ours.values()].map((text) => text.trim()));
  /** Parts of English sentences between what stands in them. */
  const fragments = [...foreign]
    .filter((text) => /[{<]/.test(text))
    .flatMap((text) => text.split(/[{}<>]/))
    .filter((text) => /\w{3,} \w{2,} /.test(text));
  const inEnglish = (texts: readonly string[]): string[] =>
    texts.filter((text) => (foreign.has(text) && !own.has(text)) || fragments.some((part) => text.includes(part)));

  it.each(TRANSLATED_PAGES)('%s says nothing in English that the catalogue has', async (page) => {
    await choose(owner, language);
    const answer = await owner.get(page);
    expect([answer.status, langOf(answer), answer.headers['content-language']]).toEqual([200, language, language]);
    const texts = visible(answer.text);
    expect(inEnglish(texts)).toEqual([]);
    expect(texts).toContain(WORDS[language].layout.places.payments);
  });

  it('has words for every act of the audit log, and for what the service says of it', async () => {
    await choose(owner, language);
    const shown = visible((await owner.get('/console/audit')).text);
    const texts = shown.flatMap((text) => [text, ...text.split(', ')]);
    const { acts, audit } = WORDS[language];
    for (const word of [acts, audit.details, audit.values].flatMap((known) => Object.values<string>(known)))
      expect(texts).toContain(word);
    for (const code of [acts, audit.details, audit.values].flatMap((known) => Object.keys(known)))
      if (/_|\.|[a-z][A-Z]/.test(code)) expect(texts).not.toContain(code);
    expect(texts.filter((text) => CODES.has(text) && !own.has(text))).toEqual([]);
    expect(texts).toContain(WORDS[language].format.moneyText(12_345.5, 'EUR'));
    expect(shown).not.toContain(',');
  });

  it.each(FRAMES)('%s says nothing in English that the catalogue has', async (frame) => {
    await choose(owner, language);
    const before = await owner.get(frame);
    const { text: page } = await owner.get(PAYMENTS);
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const after = await owner.post(frame, [
      ['form_token', token],
      ['form_id', 'one'],
    ]);
    expect([before.status, after.status, langOf(before), langOf(after)]).toEqual([200, 400, language, language]);
    for (const { text } of [before, after]) expect(inEnglish(visible(text))).toEqual([]);
    expect(visible(after.text)).toContain(WORDS[language].forms.unfit);
  });

  it('has a list that says by what it is sorted, on a phone, too', async () => {
    await choose(owner, language);
    expect((await owner.get(PAYMENTS)).text).toContain(`data-sort-by="${WORDS[language].common.sortBy}"`);
  });

  it('says once that a form was sent already, and that one is out of date', async () => {
    const { repeated, outOfDate } = WORDS[language].forms;
    const email = `new-${language}@example.com`;
    await choose(owner, language);
    const { text: page } = await owner.get('/console/members');
    const hidden = (name: string): [string, string] => [
      name,
      new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '',
    ];
    const fields: [string, string][] = [
      ['form_id', `id-${language}`],
      ['email', email],
      ['role', 'viewer'],
    ];
    const [first, second, stale] = [
      await owner.post('/console/members', [hidden('form_token'), ...fields]),
      await owner.post('/console/members', [hidden('form_token'), ...fields]),
      await owner.post('/console/members', [['form_token', 'x'], ...fields]),
    ];
    expect([first.status, second.status, stale.status]).toEqual([201, 409, 403]);
    expect(visible(second.text)).toContain(repeated.means);
    expect(visible(stale.text)).toContain(outOfDate);
  });

  it('has a page of a fault', async () => {
    await choose(owner, language);
    const answer = await owner.get('/console/test/payments/instr_0000000000000000000000000z');
    expect([answer.status, langOf(answer)]).toEqual([404, language]);
    expect(answer.text).toContain(`<h1>${WORDS[language].layout.faultTitles.notFound}</h1>`);
    expect(answer.text).toMatch(/role="alert"><p><span lang="en">/);
  });
});

describe('the choice of a language', () => {
  it('holds after the person has logged out and in, over what the browser prefers', async () => {
    expect((await choose(owner, 'de')).headers['location']).toBe('/console');
    await owner.submit('/console/test/payments', '/console/logout', []);
    expect((await owner.logIn('owner@example.com', PASSWORD)).status).toBe(303);
    const answer = await owner.get('/console/test/payments', { 'Accept-Language': 'fr' });
    expect(langOf(answer)).toBe('de');
    expect(answer.text).toContain('lang="de" aria-current="true"');
  });

  it('leads back to the page that it was made on', async () => {
    const { text } = await owner.get('/console/test/payments');
    const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const fields: [string, string][] = [
      ['form_token', token],
      ['language', 'es'],
    ];
    const headers = { Referer: 'http://localhost/console/test/payments?status=settled' };
    const answer = await owner.post('/console/language', fields, headers);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/console/test/payments?status=settled']);
  });

  it.each(['', 'xx', 'EN', '__proto__', 'de-AT'])('refuses %p', async (language) => {
    await choose(owner, 'fr');
    const answer = await choose(owner, language);
    expect([answer.status, langOf(answer)]).toEqual([400, 'fr']);
    expect(langOf(await owner.get('/console/test/payments'))).toBe('fr');
  });

  it('is not offered to operators, whose pages are in English', async () => {
    const operator = newPerson();
    expect((await operator.logIn('operator@example.com', PASSWORD)).status).toBe(303);
    const answer = await operator.get('/console/operator', { 'Accept-Language': 'de' });
    expect(langOf(answer)).toBe('en');
    expect(answer.text).not.toContain('/console/language');
    expect((await choose(operator, 'de', '/console/security')).status).toBe(403);
  });

  it('offers each language by its own name', async () => {
    const { text } = await owner.get('/console/test/payments');
    for (const [tag, name] of Object.entries(LANGUAGES)) {
      expect(text).toMatch(new RegExp(`value="${tag}" lang="${tag}"[^>]*>${name}</button>`));
    }
  });
});

it.each([
  ['de-AT, en;q=0.8', 'de'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['pt, es;q=0.3', 'es'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hans-CN, en;q=0.9', 'zh-Hans'],
  ['de;q=0, fr', 'fr'],
  ['pt', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;;q=x', 'en'],
])('reads %p before log-in as %s', async (header, language) => {
  const answer = await newPerson().get('/console/login', header === '' ? {} : { 'Accept-Language': header });
  expect([answer.status, langOf(answer), answer.headers['vary']]).toEqual([200, language, 'Accept-Language']);
});

it.each(LANGUAGE_TAGS)('what a client has typed is no choice of a message in %s', (language) => {
  const { cancellation } = WORDS[language].payment;
  expect(cancellation({ status: 'x', hasReason: true, reason: 'null' })).toContain('null');
  expect(cancellation({ status: 'x', hasReason: false, reason: '' })).toMatch(/x[.。]$/);
});
