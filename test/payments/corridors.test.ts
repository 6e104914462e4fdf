import { changeManaged } from '../../db/administration/change';
import { findAccount } from '../../db/auth/accounts';
import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const PREVIEW = '/api/v1/payments/preview';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

function bodyToChina(nationalCode?: string): Record<string, unknown> {
  const bankAccount = { accountNumber: '9876543210', swiftBic: 'BKCHCNBJ', country: 'CN' };
  return instructionBody({
    currency: 'CNY',
    beneficiary: { name: 'Example Trading Ltd', country: 'CN', bankAccount, address: { street: 'Main Street 1' } },
    purpose: { code: 'trade_settlement', ...(nationalCode === undefined ? {} : { nationalCode }) },
  });
}

const post = (path: string, body: object): Promise<Answer> => scene.stack.call('POST', path, { key: scene.key, body });
const requirements = (query: string) =>
  scene.stack.call('GET', `/api/v1/payments/requirements${query}`, { key: scene.key });

const MISSING = [
  { field: 'beneficiary.address.city', code: 'required' },
  { field: 'beneficiary.address.country', code: 'required' },
  { field: 'purpose.nationalCode', code: 'required' },
];

/** Source: docs/GAPS.md#corridors */
describe('what a corridor asks for', () => {
  it('is shown and named, and refuses nothing by itself', async () => {
    const shown = await requirements('?currency=AED&country=AE&beneficiaryType=company');
    expect(shown.body['data']).toMatchObject({ enforced: false });
    const { rules } = shown.body['data'] as { rules: { rule: string; codes: { list: { code: string }[] } | null }[] };
    const purpose = rules.find(({ rule }) => rule === 'purpose_ae');
    const codes = purpose?.codes?.list.map(({ code }) => code);
    expect(codes).toContain('ACM');
    expect(codes).not.toContain('BON');
    const preview = await post(PREVIEW, bodyToChina());
    expect(preview.body['data']).toMatchObject({ requirements: { enforced: false, unmet: MISSING } });
    expect((await post(INSTRUCTIONS, bodyToChina())).status).toBe(201);
  });

  it('is enforced for an account that wants it, within a second, with every fault named', async () => {
    const account = await findAccount(scene.stack.database, 'acme');
    const set = (isStrict: boolean) =>
      changeManaged(scene.stack.database, {
        kind: 'account',
        id: account?.id ?? '',
        changes: { strict_payments: isStrict },
        actor: 'command:test@host',
      });
    await set(true);
    const refused = await eventually(
      () => post(PREVIEW, bodyToChina()),
      ({ status }) => status === 400,
      'the refusal',
    );
    expect(refused.body['error']).toMatchObject({ code: 'INVALID_REQUEST', details: MISSING });
    expect((await post(INSTRUCTIONS, bodyToChina())).body['error']).toMatchObject({ details: MISSING });
    expect((await requirements('?currency=CNY&country=CN')).body['data']).toMatchObject({ enforced: true });
    const { beneficiary, ...rest } = bodyToChina('CGODDR');
    const address = { city: 'Beijing', country: 'CN' };
    const whole = { ...rest, beneficiary: { ...(beneficiary as object), address } };
    const taken = await post(INSTRUCTIONS, whole);
    expect(taken.status).toBe(201);
    const { instructionId } = taken.body['data'] as { instructionId: string };
    const shown = await scene.stack.call('GET', `${INSTRUCTIONS}/${instructionId}`, { key: scene.key });
    expect(shown.body['data']).toMatchObject({ purpose: { nationalCode: 'CGODDR' } });
    await set(false);
    await eventually(
      () => post(PREVIEW, bodyToChina()),
      ({ status }) => status === 200,
      'the end of it',
    );
  });
});
