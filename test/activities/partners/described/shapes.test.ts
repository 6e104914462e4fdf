import { describedAdapter } from '../../../../activities/partners/described/adapter';
import { BankTokens } from '../../../../activities/partners/described/authentication';
import type { PartnerOrder } from '../../../../activities/partners/port';
import type { Description } from '../../../../domain/payments/dispatch/description/schema';
import { exampleBank } from '../../../support/descriptions';
import { startScriptedServer } from '../../../support/http-server';
import { CONFORMANCE_ORDER, describeConformance, type ConformanceSubject } from '../conformance';
import { candidateOf, DESCRIBED_KINDS } from './candidate';
import { hmacBank, oauthBank, readTls, startMutualTls, xmlBank, type SimulatedBank } from './banks';
import { REFUSED_NAME } from './json-bank';

const SECRET = 'secret-of-the-test';
const ID = 'instr_00000000000000000000000009';

const CREDENTIALS: Record<string, string> = {
  'client-secret': SECRET,
  'signing-key': SECRET,
  'client-certificate': readTls('good.pem'),
  'client-key': readTls('good.key'),
  'bank-authority': readTls('ca.pem'),
  'webhook-secret': SECRET,
};

function adapterOf(description: Description, credentials: Record<string, string> = CREDENTIALS) {
  return describedAdapter({
    description,
    publicUrl: 'https://corridor.example',
    nowMs: () => Date.now(),
    tokens: new BankTokens(),
    credential: (name) => Promise.resolve(credentials[name] ?? null),
  });
}

function orderFor(instructionId: string, name = 'A'): PartnerOrder {
  const { privateData } = CONFORMANCE_ORDER;
  const beneficiary = { ...privateData.beneficiary, name };
  return { ...CONFORMANCE_ORDER, instructionId, privateData: { ...privateData, beneficiary } };
}

function subjectOf(
  bank: SimulatedBank,
  description: Description,
  url: string,
  close: () => Promise<void>,
): ConformanceSubject {
  const candidate = candidateOf({ ...description, baseUrl: url }, CREDENTIALS);
  return {
    candidate,
    adapter: candidate.adapter({}),
    away: adapterOf({ ...description, baseUrl: 'http://127.0.0.1:1' }),
    order: (instructionId, wish) => orderFor(instructionId, wish === 'reject' ? REFUSED_NAME : 'A'),
    taken: () => bank.orders.map(({ reference }) => reference),
    close,
  };
}

/** What a partner without a keyed hash over its requests cannot be judged by. */
const UNSIGNED = ['changed_request', 'stale_request'];

const RECALL: Description['recall'] = {
  method: 'POST',
  path: '/recalls',
  answers: [{ status: [202], means: 'requested' }],
};

describeConformance(
  'described (JSON, signed)',
  async () => {
    const bank = hmacBank(SECRET, () => Date.now());
    const server = await startScriptedServer((request) => bank.react(request));
    const description = exampleBank('json-hmac', { recall: RECALL });
    const subject = subjectOf(bank, description, server.url, () => server.close());
    return { ...subject, notJudged: ['notification_proof'] };
  },
  DESCRIBED_KINDS,
);

describeConformance(
  'described (form, OAuth)',
  async () => {
    const bank = oauthBank(SECRET);
    const server = await startScriptedServer((request) => bank.react(request));
    const description = exampleBank('form-oauth', { recall: RECALL });
    const subject = subjectOf(bank, description, server.url, () => server.close());
    return { ...subject, notJudged: ['broken_json', ...UNSIGNED] };
  },
  DESCRIBED_KINDS,
);

describeConformance(
  'described (XML, mutual TLS)',
  async () => {
    const bank = xmlBank();
    const { url, close } = await startMutualTls((request) => bank.react(request));
    const subject = subjectOf(bank, exampleBank('xml-mtls'), url, close);
    const byConnection = ['wrong_credentials', 'no_credentials', ...UNSIGNED];
    return { ...subject, notJudged: [...byConnection, 'notification_proof'] };
  },
  DESCRIBED_KINDS,
);

describe('a bank with OAuth', () => {
  it('issues one token for many calls, and another one once it takes the first no more', async () => {
    const bank = oauthBank(SECRET);
    const server = await startScriptedServer((request) => bank.react(request));
    const adapter = adapterOf(exampleBank('form-oauth', { baseUrl: server.url }));
    await Promise.all([adapter.submit(orderFor(ID)), adapter.inquire(ID), adapter.inquire('instr_x')]);
    expect(bank.issued).toHaveLength(1);
    bank.expire();
    expect(await adapter.submit(orderFor('instr_2'))).toMatchObject({ kind: 'not_taken', fault: 'HTTP 401' });
    expect(await adapter.submit(orderFor('instr_2'))).toMatchObject({ kind: 'taken' });
    expect(bank.issued).toHaveLength(2);
  });

  it('gets nothing of an order without a token', async () => {
    const bank = oauthBank('another secret');
    const server = await startScriptedServer((request) => bank.react(request));
    const adapter = adapterOf(exampleBank('form-oauth', { baseUrl: server.url }));
    expect(await adapter.submit(orderFor(ID))).toEqual({ kind: 'not_delivered', fault: 'no token: HTTP 401' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/oauth/token']);
  });

  it('has its client in the body where it wants that', async () => {
    const server = await startScriptedServer(() => ({ status: 500 }));
    const oauth = { kind: 'oauth', path: '/t', clientId: 'a b', credential: 'client-secret', style: 'body' } as const;
    await adapterOf(exampleBank('form-oauth', { baseUrl: server.url, authentication: oauth })).inquire(ID);
    const body = new URLSearchParams(server.requests[0]?.body.toString());
    expect(Object.fromEntries(body)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'a b',
      client_secret: SECRET,
    });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

it('a bank that takes forms gets its members by name, an amount in minor units', async () => {
  const bank = oauthBank(SECRET);
  const server = await startScriptedServer((request) => bank.react(request));
  await adapterOf(exampleBank('form-oauth', { baseUrl: server.url })).submit(orderFor(ID, 'Ä & Co'));
  const form = new URLSearchParams(server.requests[1]?.body.toString());
  expect(Object.fromEntries(form)).toMatchObject({
    'metadata[reference]': ID,
    amount: '1250',
    'payee[name]': 'Ä & Co',
  });
});

it('a bank that takes XML gets one document, with what it would mistake for markup escaped', async () => {
  let got = '';
  const { url } = await startMutualTls(({ body }) => {
    got = body.toString();
    return { status: 503 };
  });
  await adapterOf(exampleBank('xml-mtls', { baseUrl: url })).submit(orderFor(ID, '<A> & "B"'));
  expect(got).toContain('<PaymentOrder xmlns="urn:example:bank:payment-order">');
  expect(got).toContain(`<OrderId>${ID}</OrderId><Amount Currency="USD">12.50</Amount>`);
  expect(got).toContain('<Name>&lt;A&gt; &amp; &quot;B&quot;</Name>');
});

it('a bank that wants a certificate talks to nobody without one', async () => {
  const bank = xmlBank();
  const { url } = await startMutualTls((request) => bank.react(request));
  const description = exampleBank('xml-mtls', { baseUrl: url });
  expect(await adapterOf(description, {}).submit(orderFor(ID))).toEqual({
    kind: 'not_delivered',
    fault: 'the credential client-certificate is not set',
  });
  expect((await adapterOf({ ...description, tls: undefined }).submit(orderFor(ID))).kind).toMatch(
    /not_delivered|ambiguous/,
  );
  expect(bank.orders).toEqual([]);
});
