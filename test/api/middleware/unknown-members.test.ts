import { instructionBody } from '../../support/builders';
import { startTestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';

const STRICT = { prefer: 'handling=strict' };
const CREATE = '/api/v1/payments/instructions';
const PREVIEW = '/api/v1/payments/preview';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  key = await stack.createKey('strict');
  await startTestPartner(stack.database, stack.vault, { name: 'strict' });
});

function faultsOf({ body }: Answer): string[] {
  const { details } = body['error'] as { details: { field: string; message: string }[] };
  return details.map(({ field, message }) => `${field} ${message}`);
}

const bank = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };

describe('a member that no operation knows', () => {
  it('is ignored, as it always was', async () => {
    const answer = await stack.call('POST', CREATE, { key, body: instructionBody({ amout: 1 }) });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  it('is refused with the name that was meant when the client prefers it', async () => {
    const beneficiary = { name: 'Example Trading Ltd', country: 'US', bankAcount: {}, bankAccount: bank };
    const body = instructionBody({ beneficiary, clientreference: 'order-1', colour: 'green' });
    const answer = await stack.call('POST', CREATE, { key, body, headers: STRICT });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(faultsOf(answer)).toEqual([
      'beneficiary.bankAcount is not known; did you mean bankAccount?',
      'clientreference is not known; did you mean clientReference?',
      expect.stringMatching(/^colour is not known; known here: amount, amountType, currency, /),
    ]);
  });

  it('is refused in a query too', async () => {
    const answer = await stack.call('GET', `${CREATE}?limt=5`, { key, headers: STRICT });
    expect(faultsOf(answer)).toEqual(['limt is not known; did you mean limit?']);
    expect((await stack.call('GET', `${CREATE}?limit=5`, { key, headers: STRICT })).status).toBe(200);
  });

  it('is refused in a query where there is none to know, before anything is done', async () => {
    const body = instructionBody({ clientReference: 'not-made' });
    const answer = await stack.call('POST', `${CREATE}?dryRun=true`, { key, body, headers: STRICT });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(['dryRun is not known; this operation has none']);
    const list = await stack.call('GET', `${CREATE}?clientReference=not-made`, { key });
    expect(list.body['data']).toMatchObject({ items: [] });
  });

  it.each([['handling=lenient'], ['respond-async'], ['handling=strictly']])(
    'is ignored under Prefer: %s',
    async (prefer) => {
      const answer = await stack.call('POST', PREVIEW, {
        key,
        body: instructionBody({ amout: 1 }),
        headers: { prefer },
      });
      expect(answer.status).toBe(200);
    },
  );

  it('is the other side of a strict request that has none', async () => {
    const headers = { prefer: 'respond-async, handling="strict"' };
    const answer = await stack.call('POST', CREATE, { key, body: instructionBody(), headers });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, 'handling=strict']);
  });

  it('is told by the preview', async () => {
    const body = instructionBody({ amout: 1, settlementRoute: { timeline: 'same_day' } });
    const answer = await stack.call('POST', PREVIEW, { key, body });
    expect((answer.body['data'] as { ignored: string[] }).ignored).toEqual(['settlementRoute.timeline', 'amout']);
  });

  it('is looked for in the form of the document that is meant', async () => {
    const body = { type: 'packing_list', data: { invoiceNumber: 'INV-1', exporter: { nme: 'A' } } };
    const answer = await stack.call('POST', '/api/v1/documents/generate', { key, body, headers: STRICT });
    expect(faultsOf(answer)).toContain('data.exporter.nme is not known; did you mean name?');
  });
});

describe('a refusal', () => {
  it('says the next edit in plain words', async () => {
    const body = instructionBody({
      amount: '12',
      settlementRoute: { settlementTimeline: 'tomorrow' },
      purpose: { code: 'trade_settlement', description: 'x'.repeat(1001) },
    });
    const answer = await stack.call('POST', CREATE, { key, body: { ...body, currency: undefined, curency: 'USD' } });
    expect(faultsOf(answer)).toEqual(
      expect.arrayContaining([
        'amount must be a number',
        'currency is required; did you mean this by the unknown member "curency"?',
        'settlementRoute.settlementTimeline must be one of instant, same_day, t_plus_1, t_plus_2, t_plus_n',
        'purpose.description must have at most 1000 characters',
      ]),
    );
    expect(JSON.stringify(answer.body)).not.toMatch(/Invalid|expected|received|undefined/);
  });

  it('of an empty body names each member and says that it is required', async () => {
    const answer = await stack.call('POST', CREATE, { key, body: {} });
    expect(faultsOf(answer)).toEqual([
      ...['amount', 'currency', 'purpose', 'settlementRoute'].map((field) => `${field} is required`),
      'beneficiary is required, unless beneficiaryId names a saved one',
    ]);
  });

  it('of an event that cannot be subscribed to lists those that can', async () => {
    const body = { url: 'https://example.com/hook', events: ['payment.setled'] };
    const answer = await stack.call('POST', '/v1/webhooks', { key, body });
    expect(faultsOf(answer)[0]).toMatch(/^events\.0 .*did you mean payment\.settled\?/);
  });
});
