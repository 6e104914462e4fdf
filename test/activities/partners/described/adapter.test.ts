import { readFileSync } from 'node:fs';
import { describedAdapter } from '../../../../activities/partners/described/adapter';
import { BankTokens } from '../../../../activities/partners/described/authentication';
import type { PartnerAdapter, PartnerOrder } from '../../../../activities/partners/port';
import { PartnerDescription, type Description } from '../../../../domain/payments/dispatch/description/schema';
import { startScriptedServer, type Reaction } from '../../../support/http-server';
import { CONFORMANCE_ORDER, describeConformance } from '../conformance';
import { candidateOf, DESCRIBED_KINDS } from './candidate';
import { jsonBank, REFUSED_NAME } from './json-bank';

const API_KEY = 'the key of the test';

function describedBank(baseUrl: string, changes: Partial<Description> = {}): Description {
  const text = readFileSync('docs/examples/banks/json-header.json', 'utf8');
  return { ...PartnerDescription.parse(JSON.parse(text)), baseUrl, ...changes };
}

function adapterOf(description: Description, credential: string | null = API_KEY): PartnerAdapter {
  return describedAdapter({
    description,
    publicUrl: 'https://corridor.example',
    nowMs: () => Date.now(),
    tokens: new BankTokens(),
    credential: () => Promise.resolve(credential),
  });
}

function orderFor(instructionId: string, name = 'A'): PartnerOrder {
  const { privateData } = CONFORMANCE_ORDER;
  const beneficiary = { ...privateData.beneficiary, name };
  return { ...CONFORMANCE_ORDER, instructionId, privateData: { ...privateData, beneficiary } };
}

describeConformance(
  'described',
  async () => {
    const bank = jsonBank(API_KEY);
    const server = await startScriptedServer((request) => bank.react(request));
    const description = describedBank(`${server.url}/v2`);
    const candidate = candidateOf(description, { 'api-key': API_KEY });
    return {
      candidate,
      notJudged: ['changed_request', 'stale_request', 'notification_proof'],
      adapter: candidate.adapter({}),
      away: adapterOf(describedBank('http://127.0.0.1:1')),
      order: (instructionId, wish) => orderFor(instructionId, wish === 'reject' ? REFUSED_NAME : 'A'),
      taken: () => bank.transfers.map(({ reference }) => reference),
      close: () => server.close(),
    };
  },
  DESCRIBED_KINDS,
);

describe('a described bank', () => {
  const ID = 'instr_00000000000000000000000009';

  async function answering(
    reaction: Reaction,
    changes: Partial<Description> = {},
    credential: string | null = API_KEY,
  ) {
    const server = await startScriptedServer(() => reaction);
    return { server, adapter: adapterOf(describedBank(server.url, changes), credential) };
  }

  it('is given the members that its description names, in its words', async () => {
    const { server, adapter } = await answering({ status: 201, body: { id: 7, reference: ID, state: 'IN_PROGRESS' } });
    expect(await adapter.submit(orderFor(ID))).toEqual({ kind: 'taken', partnerReference: '7', status: 'processing' });
    const [request] = server.requests;
    expect(request?.path).toBe('/transfers');
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'idempotency-key': `${ID}:1`,
      'x-api-version': '2026-01',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      reference: ID,
      amount: { value: '12.50', currency: 'USD' },
      creditor: { name: 'A', account: { number: '12' }, address: { country: 'US' } },
      charges: 'shared',
      purpose: 'trade_settlement',
      uetr: CONFORMANCE_ORDER.uetr,
      type: 'credit-transfer',
    });
  });

  it.each<[string, Reaction, object]>([
    ['a status that the description does not name', { status: 302 }, { kind: 'ambiguous', isOutage: false }],
    ['a fault of the bank', { status: 503, body: {} }, { kind: 'ambiguous', isOutage: true }],
    ['an answer without reference', { status: 201, body: { reference: ID } }, { kind: 'ambiguous' }],
    ['an answer about another payment', { status: 201, body: { id: 'T', reference: 'x' } }, { kind: 'ambiguous' }],
    ['a refusal without reason', { status: 422, body: Buffer.from('<html>') }, { kind: 'not_taken' }],
    [
      'a refusal with a 2xx',
      { status: 200, body: { state: 'REJECTED', problem: { code: 'AC04' } } },
      { kind: 'rejected', message: 'AC04', reasonCode: 'AC04' },
    ],
    ['a limit', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'not_taken', retryAfterMs: 7_000 }],
    ['a connection that ends', 'reset', { kind: 'ambiguous', isOutage: true }],
  ])('that gives %s has said no more than that', async (_what, reaction, expected) => {
    const { adapter } = await answering(reaction);
    expect(await adapter.submit(orderFor(ID))).toMatchObject(expected);
  });

  it('says nothing final of an attempt that was sent before', async () => {
    const { adapter } = await answering({ status: 422, body: { problem: { detail: 'closed' } } });
    expect(await adapter.submit({ ...orderFor(ID), isFirstSend: false })).toMatchObject({
      kind: 'ambiguous',
      refusal: 'closed',
    });
  });

  it('gets nothing while the credential is not set', async () => {
    const { server, adapter } = await answering({ status: 201 }, {}, null);
    expect(await adapter.submit(orderFor(ID))).toEqual({
      kind: 'not_delivered',
      fault: 'the credential api-key is not set',
    });
    expect(server.requests).toEqual([]);
  });

  it('gets no order that it has no word for', async () => {
    const { server, adapter } = await answering({ status: 201 });
    const { body, ...submit } = describedBank(server.url).submit;
    const charges = { at: '/charges', from: '/chargeBearer', map: { DEBT: 'ours' } } as const;
    const others = body.filter(({ at }) => at !== '/charges');
    const narrow = adapterOf(describedBank(server.url, { submit: { ...submit, body: [...others, charges] } }));
    const rejected = { kind: 'rejected', message: 'The bank takes no chargeBearer SHAR.' };
    expect(await narrow.submit(orderFor(ID))).toEqual(rejected);
    expect(await narrow.submit({ ...orderFor(ID), isFirstSend: false })).toMatchObject({ kind: 'ambiguous' });
    expect(await narrow.submit({ ...orderFor(ID), mayBegin: () => false })).toMatchObject({
      fault: 'TOO_LATE_TO_SEND',
    });
    expect(server.requests).toEqual([]);
    expect(await adapter.inquire(ID)).toMatchObject({ kind: 'no_answer' });
  });

  it.each<[string, Reaction, object]>([
    ['another payment', { status: 200, body: { transfers: [{ reference: 'x', id: 'T' }] } }, { kind: 'no_answer' }],
    ['a page', { status: 200, body: Buffer.from('<html>') }, { kind: 'no_answer' }],
    ['an empty list', { status: 200, body: { transfers: [] } }, { kind: 'never_received' }],
    ['a 404 of a proxy', { status: 404, body: { message: 'no route' } }, { kind: 'no_answer' }],
    [
      'a status that has no translation',
      { status: 200, body: { transfers: [{ reference: ID, id: 'T', state: 'NEW' }] } },
      { kind: 'known', partnerReference: 'T', status: 'submitted' },
    ],
  ])('that answers an inquiry with %s is understood', async (_what, reaction, expected) => {
    const { adapter } = await answering(reaction);
    expect(await adapter.inquire(ID)).toMatchObject(expected);
  });

  it('that cancels nothing refuses, and is not asked', async () => {
    const { server, adapter } = await answering({ status: 200 }, { cancel: undefined, recall: undefined });
    expect(await adapter.cancel(ID)).toBe('refused');
    const recall = { amount: 1, currency: 'USD', reasonCode: 'DUPL', reason: null };
    expect(await adapter.recall(ID, recall)).toBe('refused');
    expect(server.requests).toEqual([]);
  });

  it('gets the same UUID as key of the same attempt where its description wants one', async () => {
    const { server, adapter } = await answering({ status: 503 });
    const { submit } = describedBank(server.url);
    const idempotencyKey = { at: '/requestId', form: 'uuid', honoured: true } as const;
    const withUuid = adapterOf(describedBank(server.url, { submit: { ...submit, idempotencyKey } }));
    for (const attempt of [1, 1, 2]) await withUuid.submit({ ...orderFor(ID), attempt });
    const keys = server.requests.map(({ body }) => (JSON.parse(body.toString()) as { requestId: string }).requestId);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(adapter).toBeDefined();
  });
});
