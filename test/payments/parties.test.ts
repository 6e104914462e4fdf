import { loadSyntheticWatchList } from '../../activities/importers/load-starter';
import { repeatScreening } from '../../db/compliance/repeat-screening';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
/** Names of importers/starter-data/watch-list.json: as listed, and with a word left out. */
const LISTED = 'Ombrasko, QUILLON Zhadrek';
const NEAR = 'Quillon Zhadrek';

const ADDRESS = { street: 'Main Street', building: '1a', city: 'Portland', state: 'Oregon', postalCode: '97201' };
const BENEFICIARY = { ...(instructionBody()['beneficiary'] as object), type: 'company', address: ADDRESS };
const DEBTOR = { name: 'Delta Textiles Ltd', country: 'VN', address: { city: 'Da Nang', country: 'VN' } };

let stack: Stack;
let partner: TestPartner;
let key: string;
let rejects = false;

beforeAll(async () => {
  stack = await startStack();
  await loadSyntheticWatchList(stack.database);
  partner = await startTestPartner(stack.database, stack.vault, {
    name: 'north',
    react: () => (rejects ? { status: 422, body: { code: 'AC01', message: 'no such account' } } : undefined),
  });
  key = await stack.createKey('acme');
});

const create = (overrides: Record<string, unknown>): Promise<Answer> =>
  stack.call('POST', PATH, { key, body: instructionBody(overrides) });

const idOf = ({ body }: Answer): string => (body['data'] as { instructionId: string }).instructionId;

async function show(id: string): Promise<Record<string, unknown>> {
  return (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Record<string, unknown>;
}

async function sent(id: string): Promise<Record<string, unknown> | undefined> {
  const find = () =>
    Promise.resolve(
      partner
        .submissions()
        .map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>)
        .find((body) => body['instructionId'] === id),
    );
  return eventually(find, (body) => body !== undefined, 'the dispatch');
}

/** Source: docs/GAPS.md#parties */
describe('the debtor and the fuller beneficiary', () => {
  it('are shown again, and given to the partner', async () => {
    const id = idOf(await create({ beneficiary: BENEFICIARY, debtor: DEBTOR }));
    const shown = await show(id);
    expect(shown).toMatchObject({ debtor: DEBTOR, beneficiary: { type: 'company', address: ADDRESS } });
    expect(await sent(id)).toMatchObject({ debtor: DEBTOR, beneficiary: { type: 'company', address: ADDRESS } });
  });

  it('are absent where nobody names them', async () => {
    const id = idOf(await create({}));
    expect((await show(id))['debtor']).toBeNull();
    expect(await sent(id)).not.toHaveProperty('debtor');
  });

  it.each([
    ['debtor.name', { debtor: { country: 'VN' } }],
    ['debtor.country', { debtor: { name: 'Delta Textiles Ltd', country: 'XX' } }],
    ['beneficiary.type', { beneficiary: { ...BENEFICIARY, type: 'person' } }],
    ['beneficiary.address.state', { beneficiary: { ...BENEFICIARY, address: { state: 'x'.repeat(36) } } }],
  ])('are refused with a fault at %s', async (field, overrides) => {
    const answer = await create(overrides);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({ details: [{ field }] });
  });

  it('of a payment that is instructed again are those of the first', async () => {
    rejects = true;
    const id = idOf(await create({ beneficiary: BENEFICIARY, debtor: DEBTOR }));
    await eventually(
      () => show(id),
      ({ status }) => status === 'failed',
      'the failure',
    );
    rejects = false;
    const body = { beneficiary: { type: 'individual' } };
    const again = await stack.call('POST', `${PATH}/${id}/resubmit`, { key, body });
    expect(await show(idOf(again))).toMatchObject({
      debtor: DEBTOR,
      beneficiary: { type: 'individual', address: ADDRESS },
    });
  });
});

/** Source: docs/GAPS.md#P13 */
describe('the screening of a debtor', () => {
  it('refuses a listed one and a blocked country as it does a beneficiary', async () => {
    for (const debtor of [
      { ...DEBTOR, name: LISTED },
      { ...DEBTOR, country: 'KP' },
    ]) {
      const answer = await create({ debtor });
      expect(answer.status).toBe(422);
      expect(answer.body['error']).toMatchObject({ code: 'COMPLIANCE_BLOCK' });
    }
  });

  it('holds a payment of one who is like a listed name, with a receipt that judges the same again', async () => {
    const preview = await stack.call('POST', '/api/v1/payments/preview', {
      key,
      body: instructionBody({ debtor: { ...DEBTOR, name: NEAR } }),
    });
    expect(preview.body['data']).toMatchObject({ screening: { class: 'review' } });
    const answer = await create({ debtor: { ...DEBTOR, name: NEAR } });
    expect(answer.body['data']).toMatchObject({ status: 'pending' });
    expect(await repeatScreening(stack.database, stack.services.vault, idOf(answer))).toMatchObject({
      decision: 'review',
      again: 'review',
    });
  });
});
