import pino from 'pino';
import { rescreenPage } from '../../activities/payments/rescreening';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { confirmBeneficiary } from '../../db/beneficiaries/confirm';
import { ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { WatchLists } from '../../db/compliance/watch-lists';
import { createMember, setMaker } from '../support/members';
import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS } from '../support/payment-scene';
import type { Answer } from '../support/stack';
import { dataOf, NEAR, ScreeningScene } from '../compliance/support/screening-scene';

const PATH = '/api/v1/beneficiaries';
const { beneficiary: PAYEE, ...TERMS } = instructionBody();
const NEW_ACCOUNT = { bankAccount: { accountNumber: '1111222233' } };
const NOWHERE = 'ben_00000000007000000000000000';

let scene: ScreeningScene;
let accountId: string;

beforeAll(async () => {
  scene = await ScreeningScene.open();
  ({ id: accountId } = await findOrCreateAccount(scene.stack.database, 'acme'));
  const { id: other } = await findOrCreateAccount(scene.stack.database, 'other');
  const people = [
    ['usr_ada', accountId],
    ['usr_bob', accountId],
    ['usr_payer', accountId],
    ['usr_eve', other],
  ];
  for (const [id, account] of people) {
    await scene.stack.database.query(
      `insert into users (id, email, name, role, account_id) values ($1, $1 || '@example.com', $1, 'owner', $2)`,
      [id, account],
    );
  }
  await setMaker(scene.stack.database, 'acme', 'usr_payer');
});

const ask = (method: string, path: string, body?: object): Promise<Answer> =>
  scene.stack.call(method, path, { key: scene.key, ...(body === undefined ? {} : { body }) });
const saved = async (body: object = {}) =>
  String(dataOf(await ask('POST', PATH, { ...(PAYEE as object), ...body }))['id']);
const pay = (beneficiaryId: string, more: object = {}) =>
  ask('POST', INSTRUCTIONS, { ...TERMS, beneficiaryId, ...more });
const faultsOf = ({ body }: Answer): string[] => {
  const { details = [] } = body['error'] as { details?: { field: string; code: string }[] };
  return details.map(({ field, code }) => `${field} ${code}`);
};
const isSent = (id: string) =>
  eventually(
    () => scene.read(id),
    ({ status }) => status === 'submitted',
    'the submission',
  );
const orderOf = (id: string) =>
  scene.partner.server.requests.filter(({ method, body }) => method === 'POST' && body.includes(id));
const tryNow = (id: string) =>
  scene.stack.call('POST', `/v1/operator/payments/${id}/decision`, {
    key: scene.operator,
    body: { decision: 'try_now', reason: 'asked for' },
  });
const confirm = (id: string, by: string, version = 2) =>
  confirmBeneficiary(scene.stack.database, scene.stack.vault, {
    tenant: { accountId, environment: 'test' },
    id,
    version,
    actor: { id: by, requestId: null },
  });

/** A payment to bank details that were changed a moment ago. */
async function heldPayment(): Promise<{ id: string; payment: string }> {
  const id = await saved();
  await ask('PATCH', `${PATH}/${id}`, NEW_ACCOUNT);
  const answer = await pay(id);
  expect(dataOf(answer)).toMatchObject({ status: 'pending', waitingReason: 'beneficiary_changed' });
  return { id, payment: String(dataOf(answer)['instructionId']) };
}

describe('a payment to a saved beneficiary', () => {
  it('is made from it, and keeps its version', async () => {
    const id = await saved({ label: 'Supplier' });
    const answer = await pay(id);
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).not.toHaveProperty('ignored');
    const payment = String(dataOf(answer)['instructionId']);
    await isSent(payment);
    await ask('PATCH', `${PATH}/${id}`, { name: 'Somebody Else' });
    expect(await scene.read(payment)).toMatchObject({
      beneficiaryId: id,
      beneficiaryVersion: 1,
      beneficiary: { name: 'Example Trading Ltd', bankAccount: { accountNumber: '****3210' } },
    });
    const [order] = orderOf(payment);
    expect(JSON.parse(String(order?.body))).toMatchObject({
      beneficiary: { bankAccount: { accountNumber: '9876543210' } },
    });
    expect(String(order?.body)).not.toContain('Supplier');
  });

  it('names exactly one beneficiary, and every other fault with it', async () => {
    const id = await saved();
    for (const path of [INSTRUCTIONS, '/api/v1/payments/preview']) {
      const refused = async (body: object) => {
        const answer = await ask('POST', path, body);
        return [answer.status, ...faultsOf(answer)];
      };
      expect(await refused({ ...TERMS, beneficiaryId: id, beneficiary: PAYEE })).toEqual([
        400,
        'beneficiaryId exclusive',
      ]);
      expect(await refused(TERMS)).toEqual([400, 'beneficiary invalid_type']);
      expect(await refused({ ...TERMS, beneficiaryId: NOWHERE })).toEqual([400, 'beneficiaryId unknown_beneficiary']);
      expect(await refused({ ...TERMS, beneficiaryId: 'aunt' })).toEqual([400, 'beneficiaryId unknown_beneficiary']);
      expect(await refused({ ...TERMS, beneficiaryId: NOWHERE, amount: -1, valueDate: '2020-01-01' })).toEqual([
        400,
        'amount not_positive',
        'beneficiaryId unknown_beneficiary',
        'valueDate past',
      ]);
      expect(await refused({ ...TERMS, beneficiaryId: id, chargeBearer: 'SLEV' })).toEqual([
        400,
        'chargeBearer charge_bearer',
      ]);
      expect(await refused({ ...TERMS, beneficiaryId: id, chargeBearer: 'SLEV', amount: -1 })).toEqual([
        400,
        'amount not_positive',
        'chargeBearer charge_bearer',
      ]);
    }
  });

  it('is unknown to another account', async () => {
    const key = await scene.stack.createKey('stranger');
    const body = { ...TERMS, beneficiaryId: await saved() };
    expect(faultsOf(await scene.stack.call('POST', INSTRUCTIONS, { key, body }))).toEqual([
      'beneficiaryId unknown_beneficiary',
    ]);
  });

  it('is screened like any other', async () => {
    const answer = await pay(await saved({ name: NEAR }));
    expect(dataOf(answer)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
  });
});

it('is screened again when lists change, and then says what was found', async () => {
  const id = await saved({ name: NEAR });
  const { database, vault } = scene.stack;
  const watchLists = new WatchLists(database);
  const rules = new ScreeningRulesCache(database, null);
  const context = { database, vault, rules, watchLists, log: pino({ level: 'silent' }) };
  expect(await rescreenPage(context, null)).toMatchObject({ next: null });
  const receipts = () => scene.count(`beneficiary_screenings where beneficiary_id = '${id}'`);
  expect(await receipts()).toBe(1);
  await database.query(
    `update screenings set algorithm = 'names-0' where id in (select screening_id from beneficiary_screenings)`,
  );
  expect((await rescreenPage(context, 'ben_')).screened).toBeGreaterThan(0);
  expect(await receipts()).toBe(2);
  expect(await rescreenPage(context, 'ben_')).toMatchObject({ screened: 0, next: null });
  expect(dataOf(await ask('GET', `${PATH}/${id}`))).toMatchObject({ screening: { class: 'review' } });
});

describe('changed bank details', () => {
  it('hold a payment, whatever an operator wants, until they are 72 hours old', async () => {
    const { id, payment } = await heldPayment();
    const preview = dataOf(await ask('POST', '/api/v1/payments/preview', { ...TERMS, beneficiaryId: id }));
    expect(preview['heldUntil']).toBe(dataOf(await ask('GET', `${PATH}/${id}`))['heldUntil']);
    expect((await tryNow(payment)).status).toBe(200);
    await eventually(
      () => scene.read(payment),
      ({ waitingReason }) => waitingReason === 'beneficiary_changed',
      'the hold',
    );
    expect(orderOf(payment)).toEqual([]);
    await scene.stack.database.query(
      `update beneficiary_versions set held_until = clock_timestamp() where beneficiary_id = $1 and version = 2`,
      [id],
    );
    await tryNow(payment);
    await isSent(payment);
    expect(orderOf(payment)).toHaveLength(1);
    expect(dataOf(await ask('GET', `${PATH}/${id}`))).toMatchObject({ heldUntil: null, confirmedAt: null });
  });

  it('are confirmed by another member, and then every payment goes', async () => {
    const { id, payment } = await heldPayment();
    const second = String(dataOf(await pay(id))['instructionId']);
    const byKey = await ask('POST', `${PATH}/${id}/confirm`, { version: 2 });
    expect(byKey).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    await expect(confirm(id, 'user:usr_eve')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(confirm(id, 'user:usr_ada', 1)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(await confirm(NOWHERE, 'user:usr_ada')).toBe(false);
    expect((await scene.read(payment))['status']).toBe('pending');
    expect(await confirm(id, 'user:usr_ada')).toBe(true);
    await isSent(payment);
    await isSent(second);
    expect(dataOf(await ask('GET', `${PATH}/${id}`))).toMatchObject({
      heldUntil: null,
      confirmedAt: expect.stringMatching(/Z$/),
    });
    expect(await confirm(id, 'user:usr_bob')).toBe(true);
    await isSent(String(dataOf(await pay(id))['instructionId']));
  });

  it('are confirmed with the key of another member, and not with that of who changed them', async () => {
    const { key: changer } = await createMember(scene.stack, 'acme', 'changer@example.com');
    const { key: other } = await createMember(scene.stack, 'acme', 'other@example.com');
    const id = await saved();
    await scene.stack.call('PATCH', `${PATH}/${id}`, { key: changer, body: NEW_ACCOUNT });
    const payment = String(dataOf(await pay(id))['instructionId']);
    const confirmWith = (key: string) =>
      scene.stack.call('POST', `${PATH}/${id}/confirm`, { key, body: { version: 2 } });
    expect(await confirmWith(changer)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(await confirmWith(other)).toMatchObject({ status: 200, body: { data: { heldUntil: null } } });
    await isSent(payment);
  });

  it('are not confirmed by who changed them, nor by who made the key that did', async () => {
    const { id } = await heldPayment();
    await expect(confirm(id, 'user:usr_payer')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await scene.stack.database.query(
      `update beneficiary_versions set changed_by = 'user:usr_bob' where beneficiary_id = $1 and version = 2`,
      [id],
    );
    await expect(confirm(id, 'user:usr_bob')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await confirm(id, 'user:usr_ada')).toBe(true);
  });

  it('leave what was made from the earlier version alone', async () => {
    const id = await saved();
    const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const early = String(dataOf(await pay(id, { valueDate: later }))['instructionId']);
    await ask('PATCH', `${PATH}/${id}`, NEW_ACCOUNT);
    expect(await scene.read(early)).toMatchObject({ beneficiaryVersion: 1, waitingReason: 'value_date' });
  });

  it('hold a payment that is instructed again, also once the beneficiary is deleted', async () => {
    const { id, payment } = await heldPayment();
    expect((await ask('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect((await ask('POST', `${INSTRUCTIONS}/${payment}/cancel`, {})).status).toBe(200);
    let last = payment;
    const sameNumber = { accountNumber: '1111-2222 33', swiftBic: 'CHASUS33' };
    for (const bankAccount of [undefined, {}, { bankName: 'Other Bank' }, sameNumber]) {
      const again = dataOf(await ask('POST', `${INSTRUCTIONS}/${last}/resubmit`, { beneficiary: { bankAccount } }));
      expect(again).toMatchObject({ status: 'pending', waitingReason: 'beneficiary_changed' });
      last = String(again['instructionId']);
      expect(await scene.read(last)).toMatchObject({ beneficiaryId: id, beneficiaryVersion: 2 });
      expect((await ask('POST', `${INSTRUCTIONS}/${last}/cancel`, {})).status).toBe(200);
    }
    const beneficiary = { bankAccount: { accountNumber: '5555666677' } };
    const other = dataOf(await ask('POST', `${INSTRUCTIONS}/${last}/resubmit`, { beneficiary }));
    await isSent(String(other['instructionId']));
    expect(await scene.read(String(other['instructionId']))).toMatchObject({
      beneficiaryId: null,
      beneficiaryVersion: null,
    });
  });
});
