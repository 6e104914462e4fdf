import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

const AMERICAN = {
  name: 'Example Trading Ltd',
  country: 'US',
  bankAccount: { accountNumber: '9876543210', clearing: { scheme: 'USABA', code: '021000021' }, country: 'US' },
};
const REMITTANCE = { text: ' Invoice 1001, für März ', reference: 'RF18539007547034' };

/** What the partner was sent of a payment. */
async function sent(answer: Answer): Promise<Record<string, unknown>> {
  const instructionId = instructionIdOf(answer);
  const submissions = () =>
    scene.partner.submissions().map((one) => JSON.parse(one.body.toString()) as Record<string, unknown>);
  const found = await eventually(
    () => Promise.resolve(submissions().find((one) => one['instructionId'] === instructionId)),
    (one) => one !== undefined,
    'the payment is sent',
  );
  return found ?? {};
}

const show = (answer: Answer) => scene.show(instructionIdOf(answer));
const details = ({ body }: Answer) => (body['error'] as { details: { field: string; code: string }[] }).details;

/** Source: docs/GAPS.md#P2 */
describe('a payment by clearing code', () => {
  it('needs no BIC, and is shown and sent with its clearing code, bearer and remittance', async () => {
    const made = await scene.instruct({ beneficiary: AMERICAN, chargeBearer: 'DEBT', remittance: REMITTANCE });
    expect(made.status).toBe(201);
    expect(made.body['data']).not.toHaveProperty('ignored');
    expect(await show(made)).toMatchObject({
      beneficiary: { bankAccount: { accountNumber: '****3210', clearing: AMERICAN.bankAccount.clearing } },
      chargeBearer: 'DEBT',
      remittance: REMITTANCE,
    });
    expect(await sent(made)).toMatchObject({ beneficiary: AMERICAN, chargeBearer: 'DEBT', remittance: REMITTANCE });
  });

  it('is shared by default, and tells the payee nothing where nothing was said', async () => {
    const made = await scene.instruct();
    expect(await show(made)).toMatchObject({ chargeBearer: 'SHAR', remittance: null });
    const body = await sent(made);
    expect(body['chargeBearer']).toBe('SHAR');
    expect(body).not.toHaveProperty('remittance');
  });

  it('is refused with each fault at its member, and as a preview is', async () => {
    const body = instructionBody({
      beneficiary: {
        ...AMERICAN,
        bankAccount: { ...AMERICAN.bankAccount, country: 'GB', clearing: { scheme: 'USABA', code: '021000022' } },
      },
      chargeBearer: 'SLEV',
      remittance: { text: 'x'.repeat(141), reference: 'RF19539007547034' },
    });
    const expected = [
      { field: 'beneficiary.bankAccount.clearing.scheme', code: 'clearing_country' },
      { field: 'beneficiary.bankAccount.clearing.code', code: 'clearing_check_digit' },
      { field: 'chargeBearer', code: 'charge_bearer' },
      { field: 'remittance.text', code: 'too_big' },
      { field: 'remittance.reference', code: 'creditor_reference' },
    ];
    const refused = await scene.instruct(body);
    expect(refused.status).toBe(400);
    expect(details(refused)).toHaveLength(expected.length);
    expect(details(refused)).toEqual(
      expect.arrayContaining(expected.map((one): unknown => expect.objectContaining(one))),
    );
    const preview = await scene.stack.call('POST', '/api/v1/payments/preview', { key: scene.key, body });
    expect(details(preview)).toEqual(details(refused));
  });
});

describe('a payment in euros inside SEPA', () => {
  it('needs no BIC and bears its charges as the scheme says', async () => {
    const bankAccount = { accountNumber: 'DE89370400440532013000', country: 'DE' };
    const euros = { currency: 'EUR', beneficiary: { name: 'Example GmbH', country: 'DE', bankAccount } };
    const preview = await scene.stack.call('POST', '/api/v1/payments/preview', {
      key: scene.key,
      body: instructionBody(euros),
    });
    expect(preview.body['data']).toMatchObject({ chargeBearer: 'SLEV' });
    expect(await show(await scene.instruct(euros))).toMatchObject({ chargeBearer: 'SLEV' });
    expect((await scene.instruct({ ...euros, currency: 'USD' })).status).toBe(201);
  });
});

describe('members that are ignored', () => {
  const STRANGE = { sortCode: '200000', beneficiary: { ...AMERICAN, routingNumber: '021000021' } };

  it('are named by the creation, by its repeat and by a resubmission', async () => {
    const headers = { 'Idempotency-Key': 'ignored-1' };
    const create = () =>
      scene.stack.call('POST', INSTRUCTIONS, { key: scene.key, body: instructionBody(STRANGE), headers });
    const made = await create();
    expect(made.status).toBe(201);
    expect((made.body['data'] as { ignored: string[] }).ignored.toSorted()).toEqual([
      'beneficiary.routingNumber',
      'sortCode',
    ]);
    expect((await create()).body).toEqual(made.body);
    const id = instructionIdOf(made);
    await scene.report(id, { status: 'failed' });
    const again = await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, {
      key: scene.key,
      body: { remitance: {}, chargeBearer: 'CRED' },
    });
    expect(again.body['data']).toMatchObject({ ignored: ['remitance'] });
    expect(await show(again)).toMatchObject({
      chargeBearer: 'CRED',
      beneficiary: { bankAccount: { clearing: AMERICAN.bankAccount.clearing } },
    });
  });
});

describe('the requirements', () => {
  it('name the clearing systems of the country from the table that validates', async () => {
    const answer = await scene.stack.call('GET', '/api/v1/payments/requirements?currency=GBP&country=GB', {
      key: scene.key,
    });
    expect(answer.body['data']).toMatchObject({
      clearing: [{ scheme: 'GBDSC', name: 'United Kingdom sort code', pattern: '^[0-9]{6}$' }],
    });
  });
});

describe('a payment from before who bears the charges was kept', () => {
  it('is shown without it, and resubmitted with the default', async () => {
    const made = await scene.instruct();
    const id = instructionIdOf(made);
    await scene.stack.database.query('update payment_instructions set charge_bearer = null where id = $1', [id]);
    expect(await show(made)).toMatchObject({ chargeBearer: null });
    await scene.report(id, { status: 'failed' });
    const again = await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, { key: scene.key, body: {} });
    expect(await show(again)).toMatchObject({ chargeBearer: 'SHAR' });
  });
});
