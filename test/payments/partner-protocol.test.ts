import { createHmac } from 'node:crypto';
import { httpAdapter } from '../../activities/partners/http';
import type { PartnerAdapter, PartnerOrder, SubmitResult } from '../../activities/partners/port';
import { CONFORMANCE_ORDER } from '../activities/partners/conformance';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';

const SECRET = 'whsec_partner';
let server: ScriptedServer;
let react: (request: HttpRequest) => Reaction;

beforeAll(async () => {
  server = await startScriptedServer((request) => react(request));
});
beforeEach(() => {
  server.requests.length = 0;
  react = () => ({ status: 200, body: { partnerReference: 'P-1' } });
});

function adapterAt(url: string, signingSecret = (): Promise<string> => Promise.resolve(SECRET)): PartnerAdapter {
  return httpAdapter({ url, publicUrl: 'https://corridor.example', signingSecret, nowMs: () => NOW_MS });
}

/** What Postgres' clock says: nothing of a call hangs on that of the process. */
const NOW_MS = Date.parse('2026-03-02T10:00:07.900Z');
const NOW = 1_772_445_607;
/** The right to send it was taken three seconds before. */
const ORDER: PartnerOrder = { ...CONFORMANCE_ORDER, instructionId: 'instr_1', takenAt: new Date(NOW_MS - 3_000) };

function submit(url: string): Promise<SubmitResult> {
  return adapterAt(url).submit(ORDER);
}

function hmac(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('hex');
}

describe('what a call to a partner carries', () => {
  it('signs time, method, address and body, below whatever base address the partner has', async () => {
    const partner = adapterAt(`${server.url}/corridor/v2`);
    await partner.submit(ORDER);
    await partner.inquire('instr_1');
    react = () => ({ status: 202 });
    await partner.cancel('instr_1');
    const bases = server.requests.map(({ method, path }) => `${method} ${path}`);
    expect(bases).toEqual([
      'POST /corridor/v2/instructions',
      'GET /corridor/v2/instructions/instr_1',
      'POST /corridor/v2/instructions/instr_1/cancel',
    ]);
    for (const { method, path, headers, body } of server.requests) {
      // Ten seconds: of a submission from when the right to send it was taken, of a question from when it is asked.
      const validUntil = path.endsWith('/instructions') ? NOW + 7 : NOW + 10;
      const signed = `${method}.${path}.${body.toString()}`;
      expect(headers['x-corridor-timestamp']).toBe(String(NOW));
      expect(headers['x-corridor-valid-until']).toBe(String(validUntil));
      expect(headers['x-corridor-signature']).toBe(
        `v1=${hmac(`${NOW}.${signed}`)},v2=${hmac(`${NOW}.${validUntil}.${signed}`)}`,
      );
      expect(headers['x-service-signature']).toBe(hmac(body.toString()));
    }
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'instr_1:1',
      undefined,
      'instr_1:cancel',
    ]);
  });
});

it('sends every member of the protocol, the value date as null where the client named none', async () => {
  await submit(server.url);
  const callback = 'https://corridor.example/api/v1/payments/instructions/instr_1';
  expect(JSON.parse(server.requests[0]?.body.toString() ?? '')).toEqual({
    instructionId: 'instr_1',
    amount: 12.5,
    currency: 'USD',
    chargeBearer: 'SHAR',
    ...CONFORMANCE_ORDER.privateData,
    settlementTimeline: 'same_day',
    valueDate: null,
    uetr: CONFORMANCE_ORDER.uetr,
    callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
  });
});

describe('a submission that fails on its way', () => {
  it.each([
    ['a port that nobody listens on', () => 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['a name that does not exist', () => 'http://partner.invalid', /^(ENOTFOUND|EAI_AGAIN|ETIMEOUT)$/],
    ['a TLS handshake that fails', () => server.url.replace('http:', 'https:'), /./],
  ])('was not delivered: %s', async (_name, url, fault) => {
    const result = await submit(url());
    expect(result).toEqual({ kind: 'not_delivered', fault: expect.stringMatching(fault) as string });
    expect(server.requests).toHaveLength(0);
  });

  it('was not delivered without a secret to sign it with', async () => {
    const partner = adapterAt(server.url, () => Promise.reject(new Error('none')));
    expect(await partner.submit(ORDER)).toMatchObject({ kind: 'not_delivered' });
    expect(server.requests).toHaveLength(0);
  });

  it('is ambiguous, and writes nothing, once it may not begin any more: that is asked when there is a connection', async () => {
    const asked: string[] = [];
    const signingSecret = async () => {
      asked.push('secret');
      return SECRET;
    };
    const mayBegin = () => {
      asked.push('begin');
      return false;
    };
    const late = { kind: 'ambiguous', fault: 'TOO_LATE_TO_SEND', isOutage: false };
    expect(await adapterAt(server.url, signingSecret).submit({ ...ORDER, mayBegin })).toMatchObject(late);
    expect(asked).toEqual(['secret', 'begin']);
    expect(server.requests).toEqual([]);
    expect(await submit('http://127.0.0.1:1')).toMatchObject({ kind: 'not_delivered' });
  });

  it('is ambiguous once the partner has read it', async () => {
    react = () => 'reset';
    expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous', isOutage: true });
    expect(server.requests).toHaveLength(1);
  });

  it('is ambiguous when a redirect answers, which is not followed', async () => {
    react = () => ({ status: 307, headers: { location: `${server.url}/elsewhere` } });
    const fault = 'HTTP 307: redirects are not followed';
    expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous', fault, isOutage: false });
    expect(server.requests.map(({ path }) => path)).toEqual(['/instructions']);
  });

  it('is ambiguous when the answer is longer than 64 KiB, whatever it begins with', async () => {
    react = () => ({ status: 200, body: { partnerReference: 'P-1', more: 'x'.repeat(65_536) } });
    const fault = 'HTTP 200: the answer is longer than 64 KiB';
    expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous', fault });
    react = () => ({ status: 422, body: { message: 'no', more: 'x'.repeat(65_536) } });
    expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous' });
  });

  it('is a delivery where a byte order mark stands before its JSON', async () => {
    react = () => ({ status: 200, body: Buffer.from('\uFEFF{"partnerReference":"P-1"}') });
    expect(await submit(server.url)).toMatchObject({ kind: 'taken', partnerReference: 'P-1' });
  });

  it.each([
    ['1234567890123456789', '1234567890123456789'],
    ['"1234567890123456789"', '1234567890123456789'],
    ['-9007199254740993', '-9007199254740993'],
    ['"a\\\\\\"1234567890123456789"', 'a\\"1234567890123456789'],
    ['42', '42'],
  ])('keeps every digit of the reference %s', async (written, partnerReference) => {
    const others = '{"id":1234567890123456789,"fee":0.1234567890123456789,"rate":1234567890123456.5e-3,';
    react = () => ({ status: 200, body: Buffer.from(`${others}"partnerReference":${written}}`) });
    expect(await submit(server.url)).toMatchObject({ kind: 'taken', partnerReference });
  });

  it.each(['{1234567890123456789:1,"partnerReference":"P-1"}', '{"partnerReference":01234567890123456789}'])(
    'is ambiguous where the answer is no JSON: %s',
    async (text) => {
      react = () => ({ status: 200, body: Buffer.from(text) });
      expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous' });
    },
  );

  it('tells what is missing when a 2xx has no reference', async () => {
    react = () => ({ status: 200, body: { reference: 'P-1' } });
    const fault = 'HTTP 200 without partnerReference in a JSON object';
    expect(await submit(server.url)).toMatchObject({ kind: 'ambiguous', fault });
  });
});

describe('the deadlines of a call', () => {
  it('counts the five seconds from the first byte, and writes nothing for whom no connection came free', async () => {
    react = () => 'silence';
    const partner = adapterAt(server.url);
    const submission = partner.submit(ORDER);
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.inquire('instr_1')));
    const faults = answers.map((answer) => (answer.kind === 'no_answer' ? answer.fault : answer.kind)).sort();
    expect(faults).toEqual([
      ...Array.from({ length: 8 }, () => 'NO_ANSWER_IN_TIME'),
      ...Array.from({ length: 2 }, () => 'NO_CONNECTION_IN_TIME'),
    ]);
    // Inquiries that hang have taken no connection from the submission.
    expect(await submission).toMatchObject({ kind: 'ambiguous', fault: 'NO_ANSWER_IN_TIME', isOutage: true });
    react = () => ({ status: 200, body: { status: 'processing' } });
    expect(await partner.inquire('instr_1')).toMatchObject({ kind: 'known', status: 'processing' });
    const inquiries = server.requests.filter(({ method }) => method === 'GET');
    expect(inquiries).toHaveLength(9);
  });
});
