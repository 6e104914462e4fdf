import { eventually } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
let operator: string;

beforeAll(async () => {
  scene = await PaymentScene.open();
  operator = await scene.stack.createOperator();
});

/** Source: docs/GAPS.md#statements */
describe('the API of operators', () => {
  const STATEMENTS = '/v1/operator/statements';
  const send = (xml: string | Buffer, headers: Record<string, string> = {}, query = `?partner=${scene.partner.id}`) =>
    scene.stack.call('POST', `${STATEMENTS}${query}`, {
      key: operator,
      raw: xml,
      headers: { 'content-type': 'application/xml', ...headers },
    });
  const show = (target: string) => scene.stack.call('GET', `${STATEMENTS}${target}`, { key: operator });

  it('takes a file as it is, compares its entries and shows them; the same file is the same statement', async () => {
    const paid = await scene.show(await scene.create());
    const xml = camt053([
      camtEntry({ references: `<UETR>${paid.uetr}</UETR>`, amount: '1520.50' }),
      camtEntry({ references: '<EndToEndId>nobody</EndToEndId>' }),
    ]);
    await send(camt053([camtEntry({ references: '<EndToEndId>earlier</EndToEndId>' })]));
    const made = await send(xml);
    const id = String(made.body['id']);
    expect([made.status, made.headers.get('location')]).toEqual([201, `${STATEMENTS}/${id}`]);
    const shown = await eventually(
      () => show(`/${id}`),
      ({ body }) => body['state'] === 'compared',
      'the comparison',
    );
    expect(shown.body).toMatchObject({
      partner: { id: scene.partner.id, name: 'north' },
      message: 'camt.053',
      messageId: 'M-1',
      entries: { total: 2, confirmed: 0, contradicted: 1, notBooked: 0, unmatched: 1, open: 0 },
    });
    const { body } = await show(`/${id}/entries?verdict=contradicted`);
    expect(body['data']).toMatchObject([
      { position: 1, amount: 1520.5, verdict: 'contradicted', instructionId: paid.instructionId, direction: 'debit' },
    ]);
    const cases = await scene.stack.database.query(
      'select kind, count from reconciliation_cases where instruction_id = $1',
      [paid.instructionId],
    );
    expect(cases).toEqual([{ kind: 'statement_contradicts', count: 1 }]);

    const again = await send(xml);
    expect([again.status, again.body['id']]).toEqual([200, id]);
    const { body: list } = await show(`?partner=${scene.partner.id}&limit=1`);
    expect(list['data']).toMatchObject([{ id }]);
    expect((await show(`?cursor=${String(list['next_cursor'])}`)).status).toBe(200);
  });

  it('keeps an entry that cannot be used with its line and reason, and compares the others', async () => {
    const paid = await scene.show(await scene.create());
    const entry = camtEntry({ references: `<UETR>${paid.uetr}</UETR>` });
    const made = await send(camt053([entry.replaceAll(/<Amt.*?<\/Amt>/g, ''), entry]));
    const { body } = await eventually(
      () => show(`/${String(made.body['id'])}/entries`),
      (answer) => (answer.body['data'] as { verdict: string | null }[]).every(({ verdict }) => verdict !== null),
      'the comparison',
    );
    expect(body['data']).toMatchObject([
      { line: 4, amount: null, verdict: 'unmatched', reason: 'It has no Amt with a Ccy of ISO 4217.' },
      { amount: 1250.5, verdict: 'confirmed', reason: null, instructionId: paid.instructionId },
    ]);
  });

  it.each([
    ['no statement', camt053([]).replace(/<Stmt>.*<\/Stmt>/, ''), /^The file, line \d: has no Stmt/],
    ['a DTD', '<!DOCTYPE d>', /^The file, line 1: has a DTD/],
    ['nothing', '', /^The file, line 1: is (no well-formed XML|empty)/],
  ])('refuses %s with line and reason and keeps nothing of it', async (_what, xml, message) => {
    const count = () => scene.stack.database.query('select count(*)::int as count from payment_statements');
    const before = await count();
    const { status, body } = await send(xml);
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ message: expect.stringMatching(message) as string });
    expect(await count()).toEqual(before);
  });

  it('refuses another type, what is too large, said so or not, and an unknown partner', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await send(large)).status).toBe(413);
    expect((await send('<a/>', {}, '?partner=ptn_nobody')).status).toBe(404);
    expect((await send('<a/>', {}, '')).status).toBe(400);
  });
});
