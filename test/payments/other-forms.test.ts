import { instructionBody } from '../support/builders';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import { Batches } from './support/batches';

const STRICT = { prefer: 'handling=strict' };
const ACCOUNT = { accountNumber: '9876543210', swiftBic: 'bofaus3n', country: 'us' };
const BENEFICIARY = { name: 'Example Trading Ltd', bankAccount: ACCOUNT };
const OTHER_FORMS = {
  currency: 'usd',
  beneficiary: BENEFICIARY,
  clientReference: '',
  purpose: { code: 'TRADE-SETTLEMENT' },
};
const NAMED = [
  'currency',
  'beneficiary.bankAccount.swiftBic',
  'beneficiary.bankAccount.country',
  'purpose.code',
  'clientReference',
];

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

/** Source: docs/GAPS.md#G10 */
describe('a creation in other forms', () => {
  it('is kept in the forms proper, and names what it took and assumed', async () => {
    const headers = { 'idempotency-key': 'other forms' };
    const answer = await scene.instruct({ ...OTHER_FORMS, colour: 'red' }, headers);
    expect(answer.status).toBe(201);
    const notes = { assumed: ['beneficiary.country'], ignored: ['colour'] };
    expect(answer.body['data']).toMatchObject(notes);
    const { normalised } = answer.body['data'] as { normalised: string[] };
    expect([...normalised].sort()).toEqual([...NAMED].sort());
    const shown = await scene.show(instructionIdOf(answer));
    expect(shown).toMatchObject({ currency: 'USD', clientReference: null, purpose: { code: 'trade_settlement' } });
    expect(shown.beneficiary).toMatchObject({ country: 'US', bankAccount: { swiftBic: 'BOFAUS3N', country: 'US' } });
    const repeat = await scene.instruct({ ...OTHER_FORMS, colour: 'red' }, headers);
    expect(repeat.body).toEqual(answer.body);
    const proper = await scene.instruct({ ...OTHER_FORMS, currency: 'USD', colour: 'red' }, headers);
    expect(proper.status).toBe(409);
  });

  it('names nothing where there is nothing to name', async () => {
    const answer = await scene.instruct();
    expect(Object.keys(answer.body['data'] as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(normalised|assumed|ignored|unmet)$/)]),
    );
  });

  it('is refused where the client prefers strict handling', async () => {
    const answer = await scene.instruct(OTHER_FORMS, STRICT);
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
    const { details } = answer.body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field)).toEqual(expect.arrayContaining(['beneficiary.country', ...NAMED]));
  });

  it('is judged row by row in a batch', async () => {
    const batches = new Batches(scene);
    const noAccount = { name: 'A', country: 'DE', bankAccount: null };
    const items = [instructionBody(OTHER_FORMS), instructionBody({ beneficiary: noAccount })];
    const body = { mode: 'valid_only', items };
    const answer = await scene.stack.call('POST', '/api/v1/payments/batches', { key: scene.key, body });
    expect(answer.status).toBe(202);
    const refused = [{ row: 1, faults: [{ field: 'beneficiary.bankAccount' }] }];
    expect(answer.body['data']).toMatchObject({ assumed: ['items[0].beneficiary.country'], refused });
    const { normalised, batchId } = answer.body['data'] as { normalised: string[]; batchId: string };
    expect([...normalised].sort()).toEqual(NAMED.map((path) => `items[0].${path}`).sort());
    await batches.until(batchId, 'completed');
  });
});

/** Source: docs/GAPS.md#P2 */
describe('an account whose bank is known by its name alone', () => {
  const beneficiary = {
    ...BENEFICIARY,
    country: 'US',
    bankAccount: { accountNumber: '9876543210', bankName: 'Example Bank', country: 'US' },
  };
  const unmet = [{ field: 'beneficiary.bankAccount.swiftBic', reason: expect.stringContaining('BIC') as string }];

  it('is paid to, and the answer says what partners ask for', async () => {
    const headers = { 'idempotency-key': 'by its name' };
    const answer = await scene.instruct({ beneficiary }, headers);
    expect([answer.status, answer.body['data']]).toEqual([201, expect.objectContaining({ unmet })]);
    expect((await scene.instruct({ beneficiary }, headers)).body).toEqual(answer.body);
  });

  it('is previewed so, with the class of the receipt', async () => {
    const body = instructionBody({ beneficiary });
    const { body: answer } = await scene.stack.call('POST', '/api/v1/payments/preview', { key: scene.key, body });
    expect(answer['data']).toMatchObject({ unmet, screening: { class: 'not_screened' } });
  });
});

/** Source: docs/GAPS.md#P4, docs/GAPS.md#P5 */
describe("a partner's truth", () => {
  it('is taken without the parts that cannot be read', async () => {
    const id = await scene.create();
    const details = { message: 'm'.repeat(2_000), bankReference: 7 };
    const answer = await scene.report(id, { status: 'accepted', timestamp: 'soon', details });
    const notes = { normalised: ['details.message'], ignored: ['timestamp', 'details.bankReference'] };
    expect([answer.status, answer.body['data']]).toEqual([
      200,
      expect.objectContaining({ disposition: 'applied', ...notes }),
    ]);
    const { statusHistory } = await scene.show(id);
    expect(statusHistory.at(-1)?.message).toBe('m'.repeat(1_000));
    expect((await scene.report(id, { status: 'processing', timestamp: 'soon' }, STRICT)).status).toBe(400);
  });

  it('is the amount and its currency: a confirmation of them alone settles, once', async () => {
    const id = await scene.create();
    const said = { actualAmount: 1250.5, actualCurrency: 'usd' };
    const first = await scene.settle(id, said);
    expect(first.body['data']).toMatchObject({
      disposition: 'applied',
      normalised: ['actualCurrency'],
      settlement: { settlementReference: null, actualCurrency: 'USD' },
      reconciliation: { status: 'matched' },
    });
    const { settlement } = first.body['data'] as { settlement: { confirmedAt: string } };
    const repeat = await scene.settle(id, { ...said, actualCurrency: 'USD' });
    expect(repeat.body['data']).toMatchObject({ disposition: 'duplicate', settlement });
    expect((await scene.show(id)).settlement).toEqual(settlement);
  });

  it('settles with figures that cannot be right, or not be read', async () => {
    const id = await scene.create();
    const fees = { amount: -0.5, currency: 'USD', breakdown: [{ type: 'rebate', amount: -0.5 }] };
    const odd = {
      actualAmount: 1250.5,
      actualCurrency: 'USD',
      fees,
      beneficiaryReceived: { amount: 1250.50001, currency: 'USD' },
    };
    const answer = await scene.settle(id, odd);
    expect([answer.status, answer.body['data']]).toMatchObject([200, { reconciliation: { status: 'mismatched' } }]);
    expect(JSON.stringify(answer.body)).toContain('"type":"decimals"');
    const other = await scene.create();
    const unread = await scene.settle(other, { actualAmount: 1250.5, actualCurrency: 'USD', fees: 'none', colour: 1 });
    const discrepancies = [{ type: 'unreadable', expected: 'fees', actual: 'unreadable' }];
    expect(unread.body['data']).toMatchObject({
      ignored: ['fees', 'colour'],
      reconciliation: { status: 'unverified', discrepancies },
    });
  });

  it('is refused for the fact alone', async () => {
    const id = await scene.create();
    expect((await scene.settle(id, { actualAmount: '1250.5', actualCurrency: 'USD' })).status).toBe(400);
    expect((await scene.report(id, { status: 'done' })).status).toBe(400);
    const answer = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}`, { key: scene.key });
    expect(answer.body['data']).toMatchObject({ status: 'submitted' });
  });
});
