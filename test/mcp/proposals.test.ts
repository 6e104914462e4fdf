import { clearApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import { instructionBody } from '../support/builders';
import { createMember, setMaker } from '../support/members';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import { Agent, type Said } from './agents';

const PROPOSALS = '/api/v1/payments/proposals';

let scene: PaymentScene;
let accountId: string;
let proposer: string;
let agent: Agent;
const members: Record<string, { id: string; key: string }> = {};

beforeAll(async () => {
  scene = await PaymentScene.open();
  await scene.stack.startWorkers();
  const [account] = await scene.stack.database.query<{ id: string }>(`select id from accounts where name = 'acme'`);
  accountId = account?.id ?? '';
  proposer = await scene.stack.createKey('acme', { scopes: ['payments:propose'] });
  for (const name of ['ada', 'bob']) members[name] = await createMember(scene.stack, 'acme', `${name}@acme.example`);
  await setMaker(scene.stack.database, 'acme', members['ada']?.id ?? '');
  agent = await Agent.at(scene.stack.baseUrl, proposer);
});

beforeEach(async () => {
  const tenant = { accountId, environment: 'test' } as const;
  await clearApprovalRules(scene.stack.database, { tenant, actor: 'command:test@host' });
});

interface Proposal {
  instructionId: string;
  status: string;
  waitingReason: string;
  hash: string;
  signUrl: string;
  clientReference: string;
  approval: { hash: string; needed: number; creator: string };
}

const proposalOf = ({ answer }: Said): Proposal => answer['data'] as Proposal;
const propose = async (overrides: Record<string, unknown> = {}): Promise<Proposal> =>
  proposalOf(await agent.call('propose_payment', instructionBody(overrides)));
const approve = (name: string, { instructionId, hash }: Pick<Proposal, 'instructionId' | 'hash'>) =>
  scene.stack.call('POST', `${INSTRUCTIONS}/${instructionId}/approvals`, {
    key: members[name]?.key ?? '',
    body: { hash, decision: 'approve' },
  });
const countPayments = async (): Promise<number> =>
  (await scene.stack.database.query('select from payment_instructions')).length;

/** Source: docs/GAPS.md#agents */
describe('a proposal', () => {
  it('waits for one approval although no rule asks for any, and is sent after it', async () => {
    const proposal = await propose({ amount: 11 });
    expect(proposal).toMatchObject({
      status: 'pending',
      waitingReason: 'approval',
      approval: { needed: 1, creator: expect.stringMatching(/^agent of key_[0-9a-z]{26}$/) as string },
      signUrl: `${scene.stack.baseUrl}/console/test/payments/${proposal.instructionId}`,
    });
    expect(proposal.hash).toBe(proposal.approval.hash);
    const refused = await approve('ada', { ...proposal, hash: 'a'.repeat(64) });
    expect(refused.status).toBe(409);
    const dispatches = await scene.stack.database.query('select from dispatches where instruction_id = $1', [
      proposal.instructionId,
    ]);
    expect(dispatches).toEqual([]);
    expect((await approve('ada', proposal)).status).toBe(200);
    await scene.until(proposal.instructionId, 'submitted');
  });

  it('needs what the rules ask for, and not the approval of who made the key of the agent', async () => {
    const rule = { above: { amount: 5, currency: 'USD' }, approvals: 1 };
    const tenant = { accountId, environment: 'test' } as const;
    await setApprovalRule(scene.stack.database, { tenant, rule, actor: 'command:test@host' });
    const proposal = await propose({ amount: 12 });
    expect(proposal.approval.needed).toBe(1);
    expect((await approve('ada', proposal)).status).toBe(403);
    expect((await approve('bob', proposal)).status).toBe(200);
  });

  it('is one for equal content, whatever keys, other members and order the agent sends', async () => {
    const before = await countPayments();
    const repeats = Array.from({ length: 100 }, async (_, index) => {
      const body = instructionBody({ amount: 13, metadata: { try: String(index) }, clientReference: `try-${index}` });
      const sent = index % 2 === 0 ? body : Object.fromEntries(Object.entries(body).toReversed());
      const headers = { 'idempotency-key': `try-${index}` };
      return index % 3 === 0
        ? proposalOf(await agent.call('propose_payment', sent))
        : ((await scene.stack.call('POST', PROPOSALS, { key: proposer, body: sent, headers })).body[
            'data'
          ] as Proposal);
    });
    const proposals = await Promise.all(repeats);
    expect(new Set(proposals.map(({ instructionId }) => instructionId)).size).toBe(1);
    expect(await countPayments()).toBe(before + 1);
    const again = await propose({ amount: 13 });
    expect(again.instructionId).toBe(proposals[0]?.instructionId);
  });

  it('is another one, with another hash, for another account', async () => {
    const [first, second] = await Promise.all([
      propose({ amount: 14 }),
      propose({
        amount: 14,
        beneficiary: {
          name: 'Example Trading Ltd',
          country: 'US',
          bankAccount: { accountNumber: '1111111111', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' },
        },
      }),
    ]);
    expect(second.instructionId).not.toBe(first.instructionId);
    expect(second.hash).not.toBe(first.hash);
  });

  it('is a new one once the first is a day old, and stays the same after a rejection', async () => {
    const first = await propose({ amount: 15 });
    const rejected = await scene.stack.call('POST', `${INSTRUCTIONS}/${first.instructionId}/approvals`, {
      key: members['bob']?.key ?? '',
      body: { hash: first.hash, decision: 'reject' },
    });
    expect(rejected.status).toBe(200);
    expect(await propose({ amount: 15 })).toMatchObject({ instructionId: first.instructionId, status: 'cancelled' });
    // As it would be a day later: its references are those of the day before.
    await scene.stack.database.query(
      `update payment_instructions set submitted_at = submitted_at - interval '24 hours', client_reference = 'earlier',
         uetr = gen_random_uuid()::text where id = $1`,
      [first.instructionId],
    );
    expect((await propose({ amount: 15 })).instructionId).not.toBe(first.instructionId);
  });

  it('is refused with every fault, as a creation is', async () => {
    const { isError, answer } = await agent.call('propose_payment', { amount: -1, currency: 'USX' });
    expect(isError).toBe(true);
    const details = (answer['error'] as { details: { field: string }[] }).details.map(({ field }) => field);
    expect(details).toEqual(expect.arrayContaining(['amount', 'currency', 'beneficiary', 'purpose']));
  });

  it('takes nothing from a reference that a client chose', async () => {
    const first = await propose({ amount: 16 });
    await scene.stack.database.query(
      `update payment_instructions set submitted_at = submitted_at - interval '25 hours', approval = null where id = $1`,
      [first.instructionId],
    );
    const { isError, answer } = await agent.call('propose_payment', instructionBody({ amount: 16 }));
    expect([isError, (answer['error'] as { code: string }).code]).toEqual([true, 'DUPLICATE']);
  });
});

describe('a key with the scope of proposals alone', () => {
  it('cannot create, approve, cancel, change a payee or read a payment or a secret', async () => {
    const { instructionId, hash } = await propose({ amount: 17 });
    const id = instructionIdOf(await scene.instruct());
    const requests: [method: string, path: string, body?: object][] = [
      ['POST', INSTRUCTIONS, instructionBody()],
      ['POST', '/api/v1/payments/batches', { mode: 'all_or_nothing', items: [instructionBody()] }],
      ['POST', `${INSTRUCTIONS}/${instructionId}/approvals`, { hash, decision: 'approve' }],
      ['POST', `${INSTRUCTIONS}/${instructionId}/cancel`, {}],
      ['POST', `${INSTRUCTIONS}/${id}/payee-check`, { decision: 'release' }],
      ['GET', `${INSTRUCTIONS}/${instructionId}`],
      ['PATCH', '/api/v1/beneficiaries/ben_00000000000000000000000000', { label: 'Other' }],
      ['POST', '/v1/webhooks', { url: 'https://example.com', events: ['payment.*'] }],
      ['GET', '/v1/webhooks'],
    ];
    for (const [method, path, body] of requests) {
      const answer = await scene.stack.call(method, path, { key: proposer, ...(body === undefined ? {} : { body }) });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  });
});
