import { listFlags } from '../../db/operator-flags';
import { expirePayeeChecks, recordPayeeCheck } from '../../db/payments/review/payee-check';
import { changeManaged } from '../../db/administration/change';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { eventually, instructionBody } from '../support/builders';
import type { HttpRequest, Reaction } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
const NAME = 'Exemple Trading Limited';

let stack: Stack;
let partner: TestPartner;
let key: string;
let react: (request: HttpRequest) => Reaction | undefined;

beforeAll(async () => {
  stack = await startStack();
  react = () => undefined;
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react: (request) => react(request) });
  key = await stack.createKey('acme');
});
beforeEach(() => {
  react = () => undefined;
});

interface Shown {
  instructionId: string;
  status: string;
  payeeCheck: { result: string; decision: string | null; suggestedName: string | null } | null;
  cancellation: { status: string } | null;
}

const show = async (id: string): Promise<Shown> =>
  (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown;

async function submitted(): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
  const { instructionId } = body['data'] as Shown;
  const isThere = ({ status }: Shown): boolean => status === 'submitted';
  await eventually(() => show(instructionId), isThere, 'the payment is sent');
  return instructionId;
}

const report = (id: string, payeeCheck: unknown, status = 'accepted') =>
  stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status, payeeCheck } });

const decide = (id: string, decision: string) =>
  stack.call('POST', `${PATH}/${id}/payee-check`, { key, body: { decision } });

async function eventsOf(id: string): Promise<unknown[]> {
  const rows = await stack.database.query<{ payload: { result: string; decision: string } }>(
    `select payload from events where subject = $1 and type = 'payment.payee_checked' order by id`,
    [id],
  );
  return rows.map(({ payload }) => [payload.result, payload.decision]);
}

/** Source: docs/GAPS.md#P24 */
describe('the check of a payee', () => {
  it('is asked about once, however often a partner reports it, and a release lets it go on', async () => {
    const id = await submitted();
    const check = { result: 'RVMC', suggestedName: NAME };
    expect((await report(id, check)).body).toMatchObject({ data: { disposition: 'applied' } });
    expect((await report(id, check)).body).toMatchObject({ data: { disposition: 'duplicate' } });
    expect(await show(id)).toMatchObject({
      status: 'accepted',
      payeeCheck: { result: 'close_match', suggestedName: NAME, source: 'report', decision: 'pending' },
    });
    expect((await decide(id, 'perhaps')).status).toBe(400);
    const released = await decide(id, 'release');
    expect(released).toMatchObject({
      status: 200,
      body: { data: { payeeCheck: { decision: 'released', suggestedName: NAME, expiresAt: null } } },
    });
    expect((await decide(id, 'release')).body).toEqual(released.body);
    expect(await decide(id, 'withdraw')).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_TRANSITION' } },
    });
    expect(await eventsOf(id)).toEqual([
      ['close_match', 'pending'],
      ['close_match', 'released'],
    ]);
    const events = await stack.database.query('select 1 from events where payload::text like $1', [`%${NAME}%`]);
    expect(events).toEqual([]);
  });

  it('is taken from the answers of a partner, to a submission as to an inquiry', async () => {
    react = ({ method }) =>
      method === 'POST'
        ? { status: 200, body: { partnerReference: 'P-1', payeeCheck: { result: 'match' } } }
        : undefined;
    const id = await submitted();
    expect((await show(id)).payeeCheck).toMatchObject({ result: 'match', source: 'submission', decision: null });
    react = ({ method }) =>
      method === 'POST' ? { status: 200, body: { partnerReference: 'P-3', payeeCheck: 'UNSURE' } } : undefined;
    const unread = await submitted();
    const flags = await eventually(
      () => listFlags(stack.database, { kind: 'payee_check_unread' }),
      ({ length }) => length > 0,
      'the word is flagged',
    );
    expect(flags).toMatchObject([{ subject: unread, says: expect.stringContaining('answered UNSURE') as unknown }]);
    expect((await show(unread)).payeeCheck).toBeNull();
    const isLost = { lost: true };
    react = ({ method, path }) => {
      if (method === 'POST' && path === '/instructions') return { status: 503 };
      const body = { partnerReference: 'P-2', status: 'accepted', payeeCheck: { result: 'no_match' } };
      return isLost.lost ? { status: 200, body } : undefined;
    };
    const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = body['data'] as Shown;
    const asked = await eventually(
      () => show(instructionId),
      ({ status }) => status === 'accepted',
      'the inquiry',
    );
    expect(asked.payeeCheck).toMatchObject({ result: 'no_match', source: 'inquiry', decision: 'pending' });
  });

  it('withdraws by asking the partner to cancel, also when no decision was made in time', async () => {
    react = ({ path }) => (path.endsWith('/cancel') ? { status: 200 } : undefined);
    const [one, other] = [await submitted(), await submitted()];
    for (const id of [one, other]) await report(id, { result: 'no_match' });
    expect(await decide(one, 'withdraw')).toMatchObject({
      status: 200,
      body: { data: { payeeCheck: { decision: 'withdrawn' } } },
    });
    await expirePayeeChecks(stack.database);
    expect((await show(other)).payeeCheck).toMatchObject({ decision: 'pending' });
    await stack.database.query(
      `update payment_instructions set payee_check = payee_check || '{"expiresAt": "2026-01-01T00:00:00Z"}' where id = $1`,
      [other],
    );
    await expirePayeeChecks(stack.database);
    for (const id of [one, other]) {
      const shown = await eventually(
        () => show(id),
        ({ status }) => status === 'cancelled',
        'the partner cancels',
      );
      expect(shown).toMatchObject({ payeeCheck: { decision: 'withdrawn' }, cancellation: { status: 'cancelled' } });
    }
  });

  it('is decided by the rule of the account', async () => {
    const id = await submitted();
    const about = { instructionId: id, partnerId: partner.id, source: 'report' as const };
    const [account] = await stack.database.query<{ id: string }>(
      `select account_id as id from payment_instructions where id = $1`,
      [id],
    );
    const set = (rules: object) =>
      changeManaged(stack.database, {
        kind: 'account',
        id: account?.id ?? '',
        changes: { payee_rules: rules },
        actor: 'command:test',
      });
    await set({ close_match: 'release' });
    await recordPayeeCheck(stack.database, stack.vault, about, { result: 'RVMC' });
    await set({});
    expect((await show(id)).payeeCheck).toMatchObject({ result: 'close_match', decision: 'released' });
  });

  it('ignores a payment that the partner was not given, and unknown results', async () => {
    const id = await submitted();
    const other = await startTestPartner(stack.database, stack.vault, { name: 'south', route: { priority: 9 } });
    const body = { status: 'accepted', payeeCheck: { result: 'no_match' } };
    const path = `${PATH}/${id}/status`;
    expect((await stack.call('PUT', path, { key: other.key, body })).status).toBe(404);
    expect(
      (await stack.call('PUT', `${PATH}/instr_00000000007000000000000000/status`, { key: partner.key, body })).status,
    ).toBe(404);
    const odd = await report(id, { result: 'perhaps' });
    expect(odd).toMatchObject({ status: 200, body: { data: { ignored: ['payeeCheck'] } } });
    expect((await show(id)).payeeCheck).toBeNull();
    expect(await decide(id, 'release')).toMatchObject({ status: 409 });
  });

  it('loses the suggested name with the erasure of the payment', async () => {
    const id = await submitted();
    await report(id, { result: 'RVMC', suggestedName: NAME });
    await decide(id, 'release');
    await report(id, undefined, 'failed');
    await eraseSubject(stack.database, { subject: 'instruction', id, actor: 'test', reason: 'asked' });
    expect(await show(id)).toMatchObject({ payeeCheck: { result: 'close_match', suggestedName: null } });
  });
});
