import { setApprovalRule } from '../../db/auth/approval-rules';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { issueAccountKey } from '../../db/auth/account-keys';
import { acceptInvitation, invite } from '../../db/auth/invitations';
import { createClientKey } from '../../db/auth/credentials';
import { startPasswordReset } from '../../db/auth/password-links';
import { newLinkToken } from '../../db/auth/user-links';
import { eventually, instructionBody } from '../support/builders';
import { createMember } from '../support/members';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const BENEFICIARIES = '/api/v1/beneficiaries';
const BATCHES = '/api/v1/payments/batches';
const PASSWORD = 'nine blue herons at dawn';

let scene: PaymentScene;
let tenant: { accountId: string; environment: 'test' };
let owner: { id: string; key: string };
let ownersKey: string;
/** Invited by the owner. */
let shadow: { id: string; key: string };
let other: { id: string; key: string };
/** Made by a command, without a member. */
let unowned: string;

const by = (userId: string) => ({ id: `user:${userId}`, requestId: null });

beforeAll(async () => {
  scene = await PaymentScene.open();
  const { database } = scene.stack;
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  tenant = { accountId, environment: 'test' };
  [owner, other] = [
    await createMember(scene.stack, 'acme', 'owner@acme.example'),
    await createMember(scene.stack, 'acme', 'other@acme.example'),
  ];
  await database.query(`update users set role = 'owner' where id = $1`, [owner.id]);
  // A key of the account has the account's plan; the free one allows ten requests a minute.
  await database.query(`update accounts set plan = 'enterprise' where id = $1`, [accountId]);
  const invitation = { accountId, email: 'shadow@acme.example', role: 'viewer', actor: by(owner.id) } as const;
  const { token } = await invite(database, invitation);
  const joined = await acceptInvitation(database, { token, name: 'Shadow', password: PASSWORD, requestId: 'req_1' });
  const memberId = joined?.id ?? '';
  const { key } = await createClientKey(database, { ...tenant, label: 'shadow', plan: null, memberId });
  shadow = { id: memberId, key };
  const request = { tenant, label: '', scopes: ['payments:read', 'payments:write'] as const, expiresAt: null };
  ({ key: ownersKey } = await issueAccountKey(database, { ...request, actor: by(owner.id) }));
  unowned = await scene.stack.createKey('acme');
  const rule = { above: { amount: 1_000, currency: 'USD' }, approvals: 1 };
  await setApprovalRule(database, { tenant, rule, actor: 'command:test' });
});

const pay = async (key: string): Promise<{ id: string; needed: number; hash: string }> => {
  const body = instructionBody({ amount: 5_000 });
  const id = instructionIdOf(await scene.stack.call('POST', INSTRUCTIONS, { key, body }));
  const { approval } = await scene.show(id);
  return { id, needed: approval?.needed ?? 0, hash: approval?.hash ?? '' };
};
const approve = ({ id, hash }: { id: string; hash: string }, { key }: { key: string }): Promise<Answer> =>
  scene.stack.call('POST', `${INSTRUCTIONS}/${id}/approvals`, { key, body: { hash, decision: 'approve' } });
const saidBy = ({ status, body }: Answer) => [
  status,
  (body['error'] as { message: string } | undefined)?.message ?? '',
];
const INVITED = [403, expect.stringMatching(/The first person invited the second.*another member/)];

/** Source: docs/GAPS.md#A5 */
describe('an account is one person for as long as one member may be the others', () => {
  it('a payment by the key of an owner is not approved by whom the owner invited, until somebody else makes the login and a day is over', async () => {
    const payment = await pay(ownersKey);
    expect(payment.needed).toBe(1);
    expect(saidBy(await approve(payment, owner))).toEqual([403, expect.stringContaining('Who acted first')]);
    expect(saidBy(await approve(payment, shadow))).toEqual(INVITED);
    const { database } = scene.stack;
    const reset = { userId: shadow.id, token: newLinkToken(), actor: by(other.id) };
    await startPasswordReset(database, reset);
    expect(saidBy(await approve(payment, shadow))).toEqual(INVITED);
    await database.query(`update users set invited_at = now() - interval '24 hours' where id = $1`, [shadow.id]);
    expect((await approve(payment, shadow)).status).toBe(200);
    await startPasswordReset(database, { ...reset, token: newLinkToken(), actor: by(owner.id) });
    expect(saidBy(await approve(await pay(ownersKey), shadow))).toEqual(INVITED);
  });

  it('a payment by a key without a maker needs one approval more, of two who are independent', async () => {
    const payment = await pay(unowned);
    expect(payment.needed).toBe(2);
    expect((await approve(payment, shadow)).status).toBe(200);
    // Together they may be who holds the key.
    const refused = [403, expect.stringMatching(/The second person invited the first.*another member/)];
    expect(saidBy(await approve(payment, owner))).toEqual(refused);
    expect(await scene.show(payment.id)).toMatchObject({ status: 'pending', waitingReason: 'approval' });
    expect((await approve(payment, other)).status).toBe(200);
    await scene.until(payment.id, 'submitted');
  });

  it('a batch is judged alike', async () => {
    const batchBy = async (key: string) => {
      const body = { mode: 'all_or_nothing', items: [instructionBody({ amount: 5_000 })] };
      const made = await scene.stack.call('POST', BATCHES, { key, body });
      const { batchId } = made.body['data'] as { batchId: string };
      const read = async () =>
        (await scene.stack.call('GET', `${BATCHES}/${batchId}`, { key })).body['data'] as {
          status: string;
          approval: { hash: string; needed: number } | null;
        };
      const { approval } = await eventually(read, ({ status }) => status === 'completed', 'its payments are made');
      const decide = ({ key: member }: { key: string }) =>
        scene.stack.call('POST', `${BATCHES}/${batchId}/approvals`, {
          ...{ key: member, body: { hash: approval?.hash ?? '', decision: 'approve' } },
        });
      return { needed: approval?.needed, decide };
    };
    const own = await batchBy(ownersKey);
    expect([own.needed, saidBy(await own.decide(shadow))]).toEqual([1, INVITED]);
    expect((await own.decide(other)).status).toBe(202);
    expect((await batchBy(unowned)).needed).toBe(2);
  });

  it('bank details are not confirmed by whom the changer invited, nor by anybody after a key without a maker', async () => {
    const { beneficiary } = instructionBody() as { beneficiary: object };
    const changedBy = async (key: string): Promise<(member: { key: string }) => Promise<Answer>> => {
      const saved = await scene.stack.call('POST', BENEFICIARIES, { key: owner.key, body: beneficiary });
      const path = `${BENEFICIARIES}/${(saved.body['data'] as { id: string }).id}`;
      const body = { bankAccount: { accountNumber: '1111222233' } };
      expect((await scene.stack.call('PATCH', path, { key, body })).status).toBe(200);
      return (member) => scene.stack.call('POST', `${path}/confirm`, { key: member.key, body: { version: 2 } });
    };
    const own = await changedBy(ownersKey);
    expect(saidBy(await own(owner))).toEqual([403, expect.stringContaining('Who acted first')]);
    expect(saidBy(await own(shadow))).toEqual(INVITED);
    expect((await own(other)).status).toBe(200);
    const unknown = await changedBy(unowned);
    for (const member of [owner, other]) {
      expect(saidBy(await unknown(member))).toEqual([
        403,
        expect.stringMatching(/not known who acted first.*ends by itself/),
      ]);
    }
  });
});
