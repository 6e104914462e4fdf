import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../support/http-server';
import { describeWith } from '../support/tools';
import { bytes, missingPython, startPython, type Call } from './support/callable';
import { dispatchTo, instruction, invoice, settlement, startScene, type Scene } from './support/scene';

const missing = missingPython();
const describeWithPython = describeWith('Python 3.11 or later', missing === null);

let scene: Scene;
let failing: ScriptedServer;
let python: Call;
const failures: Reaction[] = [];

/** The answer of a call that must succeed. */
async function ask(call: string, args?: readonly unknown[], named?: object): Promise<Record<string, unknown>> {
  const { answer, fault } = await python(call, args, named);
  if (fault !== undefined) throw new Error(`${call}: ${fault.type}: ${fault.message}`);
  return answer as Record<string, unknown>;
}

beforeAll(async () => {
  if (missing !== null) return;
  failing = await startScriptedServer(
    () => failures.shift() ?? { status: 200, body: { data: { instructionId: 'instr_1' } } },
  );
  scene = await startScene();
  const { stack, apiKey, partnerKey, partnerSecret } = scene;
  python = startPython({ baseUrl: stack.baseUrl, failingUrl: failing.url, apiKey, partnerKey, partnerSecret });
});

describeWithPython('the client of Python', () => {
  it('pays, hears of it by a verified webhook, and lists every payment over all pages', async () => {
    const { receiver } = scene;
    const hook = await ask('client.webhooks.create', [{ url: `${receiver.url}/hook`, events: ['payment.settled'] }]);
    const made = [];
    for (const reference of ['a', 'b', 'c']) made.push(await ask('client.payments.create', [instruction(reference)]));
    const id = made[0]?.['instructionId'];
    await ask('partner.report', [id, { status: 'accepted', partnerReference: 'N-1' }]);
    const settled = await ask('partner.settle', [id, settlement(new Date())]);
    expect(settled).toMatchObject({ status: 'settled', reconciliation: { status: 'matched' } });
    expect(await ask('partner.instruction', [id])).toMatchObject({ reports: [{}, { status: 'settled' }] });
    expect(await ask('partner.instructions', [], { limit: 2 })).toMatchObject([{}, {}, {}]);
    expect(await ask('client.payments.get', [id])).toMatchObject({ amount: 1234567.89, status: 'settled' });

    await receiver.until(({ length }) => length > 0, 'the delivery');
    const { headers = {}, body = Buffer.alloc(0) } = receiver.requests[0] ?? {};
    const delivery = [bytes(body), headers, hook['secret']];
    expect(await ask('corridor.verify_webhook', delivery)).toMatchObject({
      type: 'payment.settled',
      data: { instructionId: id },
    });
    const changed = await python('corridor.verify_webhook', [bytes(`${body.toString()} `), headers, hook['secret']]);
    expect(changed.fault?.type).toBe('SignatureError');
    const late = await python('corridor.verify_webhook', delivery, { now: Date.now() / 1000 + 301 });
    expect(late.fault?.type).toBe('SignatureError');
    for (const timestamp of ['9'.repeat(400), '9'.repeat(5_000), '', '-1', '1e9']) {
      const odd = [bytes(body), { ...headers, 'webhook-timestamp': timestamp }, hook['secret']];
      expect((await python('corridor.verify_webhook', odd)).fault?.type).toBe('SignatureError');
    }

    const listed = (await ask('client.payments.list', [], { limit: 2 })) as unknown as { instructionId: string }[];
    expect(listed.map((one) => one.instructionId).sort()).toEqual(made.map((one) => one['instructionId']).sort());
  });

  it('makes an invoice and downloads it', async () => {
    const { documentId } = await ask('client.documents.generate', [invoice]);
    await eventually(
      () => ask('client.documents.get', [documentId]),
      ({ status }) => status === 'generated',
      'the document',
    );
    const pdf = await ask('client.documents.download', [documentId]);
    expect(Buffer.from(String(pdf['bytes']), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('verifies what Corridor sends to the partner', async () => {
    const { headers = {}, body = Buffer.alloc(0) } = dispatchTo(scene.bank) ?? {};
    const now = Number(headers['x-corridor-timestamp']);
    await ask('partner.verify_request', ['POST', '/instructions', headers, bytes(body)], { now });
    const verify = (given: object, raw: string | Buffer, at: number) =>
      python('partner.verify_request', ['POST', '/instructions', given, bytes(raw)], { now: at });
    expect((await verify(headers, '{}', now)).fault?.type).toBe('SignatureError');
    expect((await verify(headers, body, now + 12)).fault?.type).toBe('RequestExpiredError');
    const stretched = { ...headers, 'x-corridor-valid-until': String(now + 60) };
    expect((await verify(stretched, body, now + 12)).fault?.type).toBe('SignatureError');
  });

  it('tells a refusal with every field at fault and a page about it', async () => {
    const { fault } = await python('client.payments.create', [{ ...instruction('x'), amount: -1 }]);
    expect(fault).toMatchObject({
      type: 'CorridorError',
      status: 400,
      code: 'INVALID_REQUEST',
      details: [{ field: 'amount' }],
      doc_url: `${scene.stack.baseUrl}/docs/errors/INVALID_REQUEST`,
    });
  });

  it('keeps an id that is none in its place of the path', async () => {
    const { fault } = await python('client.payments.get', ['../track?status=settled']);
    expect(fault).toMatchObject({ type: 'CorridorError', status: 404 });
  });
});

describeWithPython('a request of Python that fails', () => {
  it('is repeated under the same Idempotency-Key, for as long as it was told to wait', async () => {
    failures.push({ status: 503, headers: { 'retry-after': '7' } }, { status: 429, headers: { 'retry-after': '2' } });
    expect(await ask('retrying.payments.create', [instruction('r')])).toEqual({ instructionId: 'instr_1' });
    expect(await ask('waits')).toEqual([7, 2]);
    const keys = failing.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is repeated three times at most, and not at all when it is refused', async () => {
    const before = failing.requests.length;
    failures.push({ status: 500 }, { status: 500 }, { status: 500 }, { status: 500 });
    expect((await python('retrying.account')).fault).toMatchObject({ type: 'CorridorError', status: 500 });
    expect(failing.requests.length - before).toBe(4);
    failures.push({ status: 422 });
    expect((await python('retrying.account')).fault).toMatchObject({ type: 'CorridorError', status: 422 });
    expect(failing.requests.length - before).toBe(5);
    failures.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect((await python('retrying.account')).fault).toMatchObject({ status: 429, retry_after: 3600 });
    expect(failing.requests.length - before).toBe(6);
  });

  it('is repeated under the same Idempotency-Key after a lost connection', async () => {
    const before = failing.requests.length;
    failures.push('reset');
    expect(await ask('retrying.payments.create', [instruction('l')])).toEqual({ instructionId: 'instr_1' });
    const [lost, again] = failing.requests.slice(before).map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(lost);
  });

  it('is not taken to another host, with the key, by a redirect', async () => {
    const elsewhere = await startScriptedServer(() => ({ status: 200, body: {} }));
    failures.push({ status: 302, headers: { location: `${elsewhere.url}/v1/account` } });
    expect((await python('retrying.account')).fault).toMatchObject({ type: 'CorridorError', status: 302 });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the package of Python', () => {
  it('needs nothing at run time', () => {
    const manifest = path.join(__dirname, '..', '..', 'client', 'python', 'pyproject.toml');
    expect(readFileSync(manifest, 'utf8')).toContain('\ndependencies = []\n');
  });
});
