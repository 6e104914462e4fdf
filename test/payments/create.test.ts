import { createHmac } from 'node:crypto';
import { startStack, type Stack } from '../support/stack';
import { eventually, instructionBody } from '../support/builders';
import { instructionIdOf, untilStatus } from '../support/payment-scene';
import { startTestPartner, type TestPartner } from '../support/partner';
import type { HttpRequest, Reaction } from '../support/http-server';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let react: (request: HttpRequest) => Reaction | undefined = () => undefined;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react: (request) => react(request) });
  key = await stack.createKey('acme');
  // The first payment of a worker that has just started takes longer than its creation waits.
  const first = await stack.call('POST', PATH, { key, body: instructionBody() });
  await untilStatus(stack.baseUrl, key, instructionIdOf(first), 'submitted');
});

beforeEach(() => {
  react = () => undefined;
  partner.server.requests.length = 0;
});

describe('POST /api/v1/payments/instructions', () => {
  it('answers 201 submitted when the partner takes it', async () => {
    const body = instructionBody({ clientReference: 'order-1' });
    const answer = await stack.call('POST', PATH, { key, body });
    expect(answer.status).toBe(201);
    const { data, success } = answer.body as unknown as { success: boolean; data: Record<string, unknown> };
    expect(success).toBe(true);
    expect(data).toMatchObject({
      instructionId: expect.stringMatching(/^instr_[0-9a-z]{26}$/) as string,
      status: 'submitted',
      clientReference: 'order-1',
      submittedAt: expect.stringMatching(/Z$/) as string,
      settlementDetails: { settlementTimeline: 'same_day', partnerName: 'north', channel: 'api' },
      // 5 fixed and 10 basis points of 1250.50, half up at the cent
      fees: { estimated: 6.25, currency: 'USD' },
    });
    expect(answer.headers.get('location')).toBe(`${PATH}/${String(data['instructionId'])}`);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(partner.submissions()).toHaveLength(1);
  });

  it('sends the partner what the protocol says, signed', async () => {
    await stack.call('POST', PATH, { key, body: instructionBody() });
    const [request] = partner.submissions();
    const sent = JSON.parse(request?.body.toString() ?? '{}') as Record<string, unknown>;
    expect(sent).toMatchObject({
      amount: 1250.5,
      currency: 'USD',
      settlementTimeline: 'same_day',
      purpose: { code: 'trade_settlement' },
    });
    expect(sent['callbacks']).toEqual({
      status: `${stack.baseUrl}${PATH}/${String(sent['instructionId'])}/status`,
      settlement: `${stack.baseUrl}${PATH}/${String(sent['instructionId'])}/settlement`,
    });
    expect(request?.headers['idempotency-key']).toBe(`${String(sent['instructionId'])}:1`);
    const signature = createHmac('sha256', partner.secret)
      .update(request?.body ?? '')
      .digest('hex');
    expect(request?.headers['x-service-signature']).toBe(signature);
  });

  it('shows the instruction with its masked account afterwards', async () => {
    const created = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = (created.body as unknown as { data: { instructionId: string } }).data;
    const answer = await stack.call('GET', `${PATH}/${instructionId}`, { key });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      instructionId,
      status: 'submitted',
      amount: 1250.5,
      currency: 'USD',
      clientReference: null,
      statusHistory: [{ status: 'submitted' }],
      beneficiary: { name: 'Example Trading Ltd', bankAccount: { accountNumber: '****3210' } },
      route: { partnerName: 'north' },
    });
  });

  it('answers 201 failed when the partner rejects at once', async () => {
    react = () => ({ status: 422, body: { message: 'Account closed' } });
    const answer = await stack.call('POST', PATH, { key, body: instructionBody() });
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({ status: 'failed' });
  });

  it('fails nothing when something in front of the partner turns the request away, and sends it again', async () => {
    let isTurnedAway = true;
    react = () => (isTurnedAway ? { status: 429, body: { message: 'slow down' } } : undefined);
    const created = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = created.body['data'] as { instructionId: string };
    const read = () => stack.call('GET', `${PATH}/${instructionId}`, { key });
    const shows = (name: string, value: string) =>
      eventually(read, ({ body }) => (body['data'] as Record<string, unknown>)[name] === value, value);
    expect((await shows('waitingReason', 'partner_refusing')).body['data']).toMatchObject({ status: 'pending' });
    isTurnedAway = false;
    const seen = await shows('status', 'submitted');
    const history = (seen.body['data'] as { statusHistory: { status: string }[] }).statusHistory;
    expect(history.map((entry) => entry.status)).toEqual(['pending', 'submitted']);
    expect(partner.submissions().length).toBeGreaterThan(1);
  });

  it('does not blame the partner, which was not called, while no worker takes the instruction', async () => {
    await stack.stopWorkers();
    const answer = await stack.call('POST', PATH, { key, body: instructionBody() });
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({ status: 'pending', waitingReason: 'engine_busy' });
    expect(partner.submissions()).toEqual([]);
    await stack.startWorkers();
    await partner.server.until(() => partner.submissions().length === 1, 'the submission');
  });

  it('answers an honest pending when the partner takes longer than the budget, and does not send twice', async () => {
    react = (request) =>
      request.method === 'POST' ? 'silence' : { status: 200, body: { partnerReference: 'late', status: 'accepted' } };
    const answer = await stack.call('POST', PATH, { key, body: instructionBody() });
    expect(answer.status).toBe(201);
    // The call to the partner is still under way: what follows it is an inquiry, which would be answered with a status.
    expect(answer.body['data']).toMatchObject({ status: 'pending', waitingReason: 'partner_slow' });
    const { instructionId } = (answer.body as unknown as { data: { instructionId: string } }).data;
    await partner.server.until((requests) => requests.some((request) => request.method === 'GET'), 'an inquiry');
    expect(partner.submissions()).toHaveLength(1);
    const read = () => stack.call('GET', `${PATH}/${instructionId}`, { key });
    const seen = await eventually(
      read,
      (shown) => (shown.body['data'] as Record<string, unknown>)['status'] === 'accepted',
      'acceptance',
    );
    const history = (seen.body['data'] as { statusHistory: { status: string }[] }).statusHistory;
    expect(history.map((entry) => entry.status)).toEqual(['pending', 'submitted', 'accepted']);
  });

  it('never sends again what its client wants back while the dispatch is ambiguous', async () => {
    react = (request) => (request.path === '/instructions' ? 'reset' : { status: 404, body: {} });
    const created = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = created.body['data'] as { instructionId: string };
    const asked = await stack.call('POST', `${PATH}/${instructionId}/cancel`, { key, body: {} });
    expect(asked.status).toBe(202);
    const read = () => stack.call('GET', `${PATH}/${instructionId}`, { key });
    const ended = await eventually(
      read,
      (answer) => (answer.body['data'] as { status: string }).status === 'cancelled',
      'the cancellation',
    );
    expect(ended.body['data']).toMatchObject({ cancellation: { status: 'cancelled' } });
    expect(partner.submissions()).toHaveLength(1);
  });

  it('takes a body whose members are in another order for the same', async () => {
    const headers = { 'Idempotency-Key': 'k-3' };
    const body = instructionBody();
    const first = await stack.call('POST', PATH, { key, body, headers });
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    const second = await stack.call('POST', PATH, { key, body: reversed, headers });
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['begins with a byte order mark', (text: string) => `\u{feff}${text}`],
    [
      'has a number beyond all doubles in a member that is ignored',
      (text: string) => text.replace('{', '{"foo":1e400,'),
    ],
  ])('takes a keyed body that %s, and replays its answer', async (name, change) => {
    const options = { key, raw: change(JSON.stringify(instructionBody())), headers: { 'Idempotency-Key': name } };
    const first = await stack.call('POST', PATH, options);
    expect(first.status).toBe(201);
    const second = await stack.call('POST', PATH, options);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('replays the stored answer for the same Idempotency-Key and body', async () => {
    const body = instructionBody();
    const headers = { 'Idempotency-Key': 'k-1' };
    const first = await stack.call('POST', PATH, { key, body, headers });
    const second = await stack.call('POST', PATH, { key, body, headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(partner.submissions()).toHaveLength(1);
  });

  it('refuses the same Idempotency-Key with another body', async () => {
    const headers = { 'Idempotency-Key': 'k-2' };
    await stack.call('POST', PATH, { key, body: instructionBody(), headers });
    const second = await stack.call('POST', PATH, { key, body: instructionBody({ amount: 7 }), headers });
    expect(second.status).toBe(409);
    expect(second.body['error']).toMatchObject({ code: 'DUPLICATE' });
  });

  it('refuses a clientReference that was used, naming the first instruction', async () => {
    const body = instructionBody({ clientReference: 'order-2' });
    const first = await stack.call('POST', PATH, { key, body });
    const second = await stack.call('POST', PATH, { key, body });
    const { instructionId } = (first.body as unknown as { data: { instructionId: string } }).data;
    expect(second.status).toBe(409);
    expect(JSON.stringify(second.body['error'])).toContain(instructionId);
    expect(second.body['error']).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'clientReference' }] });
  });

  it('holds an instruction for a later value date without sending it', async () => {
    const valueDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const answer = await stack.call('POST', PATH, { key, body: instructionBody({ valueDate }) });
    expect(answer.body['data']).toMatchObject({ status: 'pending' });
    const { settlementDetails } = answer.body['data'] as {
      settlementDetails: { expectedSettlementDate: string };
    };
    expect(settlementDetails.expectedSettlementDate >= valueDate).toBe(true);
    expect(partner.submissions()).toHaveLength(0);
  });

  it('names every fault at once', async () => {
    const body = {
      amount: -1.234,
      currency: 'XAU',
      beneficiary: {
        name: '',
        country: 'UK',
        bankAccount: { accountNumber: 'DE00370400440532013000', swiftBic: 'COBAFRFF', country: 'DE' },
      },
      purpose: { code: '1006' },
      clientReference: 'x'.repeat(141),
    };
    const answer = await stack.call('POST', PATH, { key, body });
    expect(answer.status).toBe(400);
    const { error } = answer.body as unknown as { error: { code: string; details: { field: string }[] } };
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.details.map((fault) => fault.field).sort()).toEqual([
      'amount',
      'beneficiary.bankAccount.accountNumber',
      'beneficiary.bankAccount.swiftBic',
      'beneficiary.country',
      'beneficiary.name',
      'clientReference',
      'currency',
      'purpose.code',
      'settlementRoute',
    ]);
  });

  it.each([
    ['is withdrawn: the last day of BGN was 2025-12-31, its successor is EUR', 'BGN', {}],
    ['is withdrawn: the last day of ANG was 2025-03-30, its successor is XCG', 'ANG', { amount: -1 }],
    ['is withdrawn: the last day of HRK was 2022-12-31, its successor is EUR', 'HRK', {}],
  ])('names the last day and the successor of a currency: it %s', async (message, currency, other) => {
    const answer = await stack.call('POST', PATH, { key, body: instructionBody({ currency, ...other }) });
    expect(answer.status).toBe(400);
    const { details } = answer.body['error'] as { details: { field: string }[] };
    expect(details.filter(({ field }) => field === 'currency')).toMatchObject([{ field: 'currency', message }]);
  });

  it.each([
    ['more decimals than the currency has', { amount: 10.5, currency: 'JPY' }, 'amount'],
    ['an amount as text', { amount: '10' }, 'amount'],
    ['a past value date', { valueDate: '2020-01-31' }, 'valueDate'],
    ['a date that is none', { valueDate: '2026-02-30' }, 'valueDate'],
    ['an unknown route', { settlementRoute: { routeId: 'rt_nowhere' } }, 'settlementRoute.routeId'],
    [
      'a missing BIC outside of euro IBANs',
      { beneficiary: { name: 'A', country: 'US', bankAccount: { accountNumber: '12', country: 'US' } } },
      'beneficiary.bankAccount.swiftBic',
    ],
  ])('refuses %s', async (_name, overrides, field) => {
    const answer = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
    expect(answer.status).toBe(400);
    const { details } = (answer.body as unknown as { error: { details: { field: string }[] } }).error;
    expect(details.map((fault) => fault.field)).toEqual([field]);
  });

  /** Source: docs/GAPS.md#P2 */
  it('takes an amount that is sent, and refuses one that the payee is to receive, wherever a payment is described', async () => {
    const sent = await stack.call('POST', PATH, { key, body: instructionBody({ amountType: 'sent' }) });
    expect(sent.status).toBe(201);
    expect(sent.body['data']).not.toHaveProperty('ignored');
    const body = instructionBody({ amountType: 'received' });
    const refusals = [
      await stack.call('POST', PATH, { key, body }),
      await stack.call('POST', '/api/v1/payments/preview?hold_for=60', { key, body }),
      await stack.call('POST', `${PATH}/${instructionIdOf(sent)}/resubmit`, { key, body: { amountType: 'received' } }),
      await stack.call('POST', '/api/v1/payments/batches', { key, body: { mode: 'all_or_nothing', items: [body] } }),
    ];
    const message = expect.stringMatching(/^must be sent: no settlement partner quotes an exchange/) as string;
    expect(
      refusals.map(({ status, body: answer }) => [status, (answer['error'] as { details: unknown }).details]),
    ).toEqual(
      ['amountType', 'amountType', 'amountType', 'items[0].amountType'].map((field) => [
        400,
        [{ field, code: 'invalid_value', message }],
      ]),
    );
  });

  it('takes a euro IBAN without a BIC', async () => {
    const beneficiary = {
      name: 'Beispiel GmbH',
      country: 'DE',
      bankAccount: { accountNumber: 'DE89 3704 0044 0532 0130 00', country: 'DE' },
    };
    const answer = await stack.call('POST', PATH, { key, body: instructionBody({ currency: 'EUR', beneficiary }) });
    expect(answer.status).toBe(201);
  });
});
