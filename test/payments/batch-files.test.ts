import { randomUUID } from 'node:crypto';
import { eventually } from '../support/builders';
import { creditTransfer, pain001 } from '../support/pain001';
import { PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const BATCHES = '/api/v1/payments/batches';
const HEADER =
  'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber,' +
  'beneficiary.bankAccount.swiftBic,beneficiary.bankAccount.country,purpose.code,clientReference,colour';
const row = (reference: string = randomUUID(), amount = '1250.50'): string =>
  `${amount},USD,Example Trading Ltd,US,9876543210,BOFAUS3N,US,trade_settlement,${reference},red`;
const csv = (...rows: string[]): string => [HEADER, ...rows].join('\n');

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

interface Shown {
  batchId: string;
  name: string | null;
  counts: Record<string, number>;
  ignored?: string[];
  refused: { row: number; faults: { field: string; message: string }[] }[];
}
const shownOf = ({ body }: Answer): Shown => body['data'] as Shown;
const faultsIn = ({ body }: Answer) =>
  (body['error'] as { details: { field: string; code: string; message: string }[] }).details;

function send(raw: string | Buffer, type: string, query = '?mode=all_or_nothing', headers = {}): Promise<Answer> {
  const whole = { 'content-type': type, ...headers };
  return scene.stack.call('POST', `${BATCHES}${query}`, { key: scene.key, raw, headers: whole });
}

async function untilMade(batchId: string): Promise<Record<string, number>> {
  const batch = await eventually(
    async () => shownOf(await scene.stack.call('GET', `${BATCHES}/${batchId}`, { key: scene.key })),
    ({ counts }) => counts['waiting'] === 0,
    'the batch is made',
  );
  return batch.counts;
}

/** Source: docs/GAPS.md#P18 */
describe('a batch as a CSV file', () => {
  it('is made like one of JSON', async () => {
    const answer = await send(csv(row(), row()), 'text/csv', '?mode=all_or_nothing&name=March');
    expect(answer.status).toBe(202);
    const { batchId, name, ignored } = shownOf(answer);
    expect([name, ignored]).toEqual(['March', ['colour']]);
    expect(await untilMade(batchId)).toMatchObject({ made: 2, refused: 0 });
  });

  it('names faults by row, column and line', async () => {
    const answer = await send(csv(row(), row(randomUUID(), '1,250'), row('twice'), row('twice')), 'text/csv');
    expect(answer.status).toBe(400);
    // The comma in the amount moves every later cell, as it does in a spreadsheet.
    expect(faultsIn(answer).map(({ field }) => field)).toContain('items[1].currency');
    expect(faultsIn(answer).at(-1)).toEqual({
      field: 'items[3].clientReference',
      code: 'duplicate',
      message: 'is that of items[2] too (line 5)',
    });
    const kept = await send(csv(row(), row(randomUUID(), '-1')), 'text/csv; charset=utf-8', '?mode=valid_only');
    expect(shownOf(kept).refused).toMatchObject([{ row: 1, faults: [{ field: 'amount', message: /\(line 3\)$/ }] }]);
  });

  it('needs a mode, and no body of JSON', async () => {
    expect(faultsIn(await send(csv(row()), 'text/csv', ''))).toMatchObject([{ field: 'mode' }]);
    expect((await send(csv(row()), 'text/plain')).status).toBe(415);
    expect((await send('{}', 'application/json')).status).toBe(400);
    expect((await send('x'.repeat(10 * 1024 * 1024 + 1), 'text/csv')).status).toBe(413);
    expect((await send(' '.repeat(1024 * 1024 + 1), 'application/json')).status).toBe(413);
  });

  it('is made once under an Idempotency-Key, for this file and this mode', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const file = csv(row());
    const first = await send(file, 'text/csv', '?mode=all_or_nothing', headers);
    expect(first.status).toBe(202);
    expect((await send(file, 'text/csv', '?mode=all_or_nothing', headers)).body).toEqual(first.body);
    expect((await send(csv(row()), 'text/csv', '?mode=all_or_nothing', headers)).status).toBe(409);
    expect((await send(file, 'text/csv', '?mode=valid_only', headers)).status).toBe(409);
  });
});

describe('a batch as a form', () => {
  it('is made once under an Idempotency-Key, however its parts are divided', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const file = csv(row());
    const sendForm = (mode: string, boundary: string) => {
      const divider = boundary.replaceAll('"', '');
      const part = (name: string, text: string) =>
        `--${divider}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
      const upload = `--${divider}\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n${file}\r\n`;
      const body = `${part('mode', mode)}${upload}--${divider}--\r\n`;
      return send(body, `multipart/form-data; boundary=${boundary}`, '', headers);
    };
    const first = await sendForm('all_or_nothing', 'first');
    expect(first.status).toBe(202);
    expect((await sendForm('all_or_nothing', '"another"')).body).toEqual(first.body);
    expect((await sendForm('valid_only', 'third')).status).toBe(409);
  });

  it('has the file in one part, and what it says of itself in others', async () => {
    const form = new FormData();
    form.set('mode', 'all_or_nothing');
    form.set('name', 'April');
    form.set('file', new File([csv(row())], 'payments.csv', { type: 'text/csv' }));
    const sent = new Response(form);
    const type = sent.headers.get('content-type') ?? '';
    const answer = await send(Buffer.from(await sent.arrayBuffer()), type, '');
    expect([answer.status, shownOf(answer).name]).toEqual([202, 'April']);
    form.append('file', new File([csv(row())], 'more.csv', { type: 'text/csv' }));
    form.append('mode', 'valid_only');
    const more = new Response(form);
    const twice = await send(Buffer.from(await more.arrayBuffer()), more.headers.get('content-type') ?? '', '');
    expect([twice.status, faultsIn(twice)]).toMatchObject([
      400,
      [
        { field: 'file', code: 'duplicate' },
        { field: 'mode', code: 'duplicate' },
      ],
    ]);
    const empty = new FormData();
    empty.set('mode', 'all_or_nothing');
    const without = new Response(empty);
    const refused = await send(Buffer.from(await without.arrayBuffer()), without.headers.get('content-type') ?? '', '');
    expect(faultsIn(refused)).toMatchObject([{ field: 'file', code: 'required' }]);
    expect(faultsIn(await send('nothing', 'multipart/form-data; boundary=x', ''))).toMatchObject([{ code: 'form' }]);
  });
});

describe('a batch as pain.001', () => {
  it('needs no purpose of its own: the batch says it, or it is assumed and named', async () => {
    const without = (): string => creditTransfer({ id: randomUUID() }).replace(/<Purp>.*<[/]Purp>/, '');
    const assumed = await send(pain001([without(), without()]), 'application/xml');
    expect(assumed.status).toBe(202);
    expect(assumed.body['data']).toMatchObject({ assumed: ['items[0].purpose.code', 'items[1].purpose.code'] });
    const said = await send(pain001([without()]), 'application/xml', '?mode=all_or_nothing&purpose=goods');
    expect(said.status).toBe(202);
    expect(said.body['data']).not.toHaveProperty('assumed');
    const { batchId } = shownOf(said);
    await untilMade(batchId);
    const made = await scene.stack.database.query<{ code: string }>(
      'select purpose_code as code from payment_instructions where batch_id = $1',
      [batchId],
    );
    expect(made).toEqual([{ code: 'goods' }]);
    const wrong = await send(pain001([without()]), 'application/xml', '?mode=all_or_nothing&valueDate=yesterday');
    expect(faultsIn(wrong)).toMatchObject([{ field: 'items[0].valueDate' }]);
  });

  it('is read as creations, and names what it cannot carry', async () => {
    const answer = await send(pain001([creditTransfer({ id: randomUUID() })]), 'application/xml');
    expect(answer.status).toBe(202);
    const { batchId, ignored } = shownOf(answer);
    expect(ignored).toEqual(['PmtInf/Dbtr/Nm']);
    expect(await untilMade(batchId)).toMatchObject({ made: 1 });
    const cheque = creditTransfer({ id: randomUUID(), more: '<UltmtCdtr><Nm>Another</Nm></UltmtCdtr>' });
    const refused = await send(pain001([cheque]), 'text/xml');
    expect(faultsIn(refused)).toMatchObject([{ field: 'items[0].beneficiary', code: 'unsupported' }]);
    expect(faultsIn(await send('<Document/>', 'application/xml'))).toMatchObject([{ field: 'file', code: 'pain001' }]);
  });

  it('is one message for ever: sent again by whatever key, it is refused naming its batch', async () => {
    const header = '<InitgPty><Id><OrgId><LEI>5493001KJTIIGC8Y1R12</LEI></OrgId></Id></InitgPty>';
    const messageId = 'MSG-2026-11';
    const file = pain001([creditTransfer({ id: randomUUID() })], { messageId, header });
    const first = await send(file, 'application/xml');
    expect(first.status).toBe(202);
    const { batchId } = shownOf(first);
    // With the same reference in its row, other bytes, in the other mode, and with a key of its own.
    for (const [raw, query, headers] of [
      [file, '?mode=all_or_nothing', {}],
      [`${file}\n`, '?mode=valid_only', { 'Idempotency-Key': randomUUID() }],
      [pain001([creditTransfer({ id: 'NOTPROVIDED' })], { messageId, header }), '?mode=valid_only', {}],
    ] as const) {
      const again = await send(raw, 'application/xml', query, headers);
      expect([again.status, again.body['error']]).toMatchObject([
        409,
        { code: 'DUPLICATE', batchId, details: [{ field: 'file', code: 'duplicate' }] },
      ]);
    }
    const ofAnother = pain001([creditTransfer({ id: 'NOTPROVIDED' })], { messageId, header: '' });
    expect((await send(ofAnother, 'application/xml')).status).toBe(202);
    const key = await scene.stack.createKey('another tenant');
    const raw = pain001([creditTransfer({ id: randomUUID() })], { messageId, header });
    const headers = { 'content-type': 'application/xml' };
    expect((await scene.stack.call('POST', `${BATCHES}?mode=valid_only`, { key, raw, headers })).status).toBe(202);
  });

  it('is one batch when the same message comes twice at once', async () => {
    const file = pain001([creditTransfer({ id: 'NOTPROVIDED' })]);
    const answers = await Promise.all([send(file, 'application/xml'), send(file, 'text/xml')]);
    const statuses = answers.map(({ status }) => status).sort();
    // One at a time of an account is judged: the other may be asked to wait.
    expect(statuses[0]).toBe(202);
    expect([409, 503]).toContain(statuses[1]);
  });
});
