import { listAuditEntries } from '../../../db/auth/audit-log';
import { listFlags, raiseFlag } from '../../../db/operator-flags';
import { closeCase } from '../../../db/payments/settlement/reconciliation-cases';
import { paymentState, workflowIds } from '../../../workflows/contract';
import { eventually, instructionBody } from '../../support/builders';
import type { HttpRequest, Reaction } from '../../support/http-server';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';
import { begun, clientOf } from '../../support/temporal';

let stack: Stack;
let partner: TestPartner;
let key: string;
let operator: string;
/** What the partner does with the payments of a test. */
let react: (request: HttpRequest) => Reaction | undefined;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react: (request) => react(request) });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
});

beforeEach(() => {
  react = () => undefined;
  partner.server.requests.length = 0;
});

const CLIENTS = '/api/v1/payments/instructions';
const OPERATORS = '/v1/operator/payments';

/** Ambiguous, and no answer to any question: what a machine cannot find out. */
const IN_DOUBT = ({ method }: HttpRequest): Reaction => ({ status: method === 'POST' ? 409 : 503 });
/** Turned away for an hour without a verdict. */
const REFUSING = (): Reaction => ({ status: 403, headers: { 'retry-after': '3600' } });

async function create(overrides: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await stack.call('POST', CLIENTS, { key, body: instructionBody(overrides) });
  expect(status).toBe(201);
  return String((body['data'] as { instructionId: string }).instructionId);
}

async function show(id: string): Promise<Record<string, unknown>> {
  const { status, body } = await stack.call('GET', `${OPERATORS}/${id}`, { key: operator });
  expect(status).toBe(200);
  return body;
}

/** A payment that waits for what is said. */
async function waiting(reason: string, reaction: (request: HttpRequest) => Reaction): Promise<string> {
  react = reaction;
  const id = await create();
  const isSo = (body: Record<string, unknown>): boolean =>
    (body['waiting'] as { reason?: string } | null)?.reason === reason;
  await eventually(() => show(id), isSo, `waiting for ${reason}`);
  return id;
}

function decide(id: string, decision: string, more: Record<string, unknown> = {}): Promise<Answer> {
  const body = { decision, reason: 'asked by telephone', ...more };
  return stack.call('POST', `${OPERATORS}/${id}/decision`, { key: operator, body });
}

async function asClient(id: string): Promise<Record<string, unknown>> {
  return (await stack.call('GET', `${CLIENTS}/${id}`, { key })).body['data'] as Record<string, unknown>;
}

const workflowOf = (id: string) => begun(clientOf(stack.services.workflows), workflowIds.payment(id));

async function eventTypes(id: string): Promise<string[]> {
  const rows = await stack.database.query<{ type: string }>(
    'select type from events where subject = $1 order by sequence',
    [id],
  );
  return rows.map(({ type }) => type);
}

async function decisionsInLog(id: string) {
  const acts = await listAuditEntries(stack.database, null);
  return acts.filter(({ act, subject }) => act === 'payment.decided' && subject === id);
}

/** Its calls ended so long ago that its partner's people may have been asked since. */
function letCallsBeAMinuteAgo(id: string): Promise<unknown> {
  return stack.database.query(
    `update dispatches set finished_at = finished_at - interval '1 minute' where instruction_id = $1`,
    [id],
  );
}

describe('a payment that its partner may or may not have', () => {
  it('is shown with what was tried and what may be decided', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    await letCallsBeAMinuteAgo(id);
    await raiseFlag(stack.database, id, 'silence', {});
    const body = await show(id);
    expect(body).toMatchObject({
      instructionId: id,
      status: 'pending',
      environment: 'test',
      account: { name: 'acme' },
      partner: { id: partner.id, name: 'north' },
      routeId: partner.routeId,
      waiting: { reason: 'partner_slow', since: expect.stringMatching(/Z$/) as string },
      dispatches: [
        {
          attempt: 1,
          partnerId: partner.id,
          routeId: partner.routeId,
          idempotencyKey: `${id}:1`,
          feeEstimated: 6.25,
          state: 'unknown',
          calls: 1,
          fault: expect.any(String) as string,
        },
      ],
      flags: [{ kind: 'silence' }],
      cases: [],
      cancellation: null,
      allowedDecisions: ['delivered', 'never_received', 'try_now', 'give_up'],
      workflowId: `pay/${id}`,
    });
    expect(JSON.stringify(body)).not.toContain('Example Trading');
  });

  it('delivered: is submitted with the reference, told to its client, and its workflow follows', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    await raiseFlag(stack.database, id, 'payment_blocked', {});
    const answer = await decide(id, 'delivered', { partnerReference: 'N-77' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ instructionId: id, decision: 'delivered', status: 'submitted' });
    expect(answer.body['decidedBy']).toMatch(/^operator:key_/);
    const seen = await asClient(id);
    expect(seen).toMatchObject({ status: 'submitted', settlementDetails: { partnerReference: 'N-77' } });
    expect(JSON.stringify(seen)).not.toContain('asked by telephone');
    expect(await eventTypes(id)).toEqual(['payment.pending', 'payment.submitted']);
    expect((await listFlags(stack.database)).filter(({ subject }) => subject === id)).toEqual([]);
    const [act] = await decisionsInLog(id);
    expect(act).toMatchObject({
      actor: answer.body['decidedBy'],
      requestId: answer.headers.get('request-id'),
      detail: { decision: 'delivered', reason: 'asked by telephone', previousStatus: 'pending', status: 'submitted' },
    });
    await eventually(
      async () => (await workflowOf(id)).query(paymentState),
      ({ status }) => status === 'submitted',
      'the workflow follows',
    );
  });

  it('never_received: is sent again at once, under the same key', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    react = () => undefined;
    // Asked before the call, the partner's people would say the same.
    expect((await decide(id, 'never_received')).status).toBe(409);
    await letCallsBeAMinuteAgo(id);
    expect((await decide(id, 'never_received')).body).toMatchObject({ status: 'pending' });
    await eventually(
      () => asClient(id),
      ({ status }) => status === 'submitted',
      'the second call',
    );
    const keys = partner.submissions().map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${id}:1`, `${id}:1`]);
  });

  it('give_up: fails, and the partner is asked to stop, should it have it after all', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    expect((await decide(id, 'give_up')).body).toMatchObject({ status: 'failed' });
    expect(await eventTypes(id)).toEqual(['payment.pending', 'payment.failed']);
    await partner.server.until(
      (requests) => requests.some(({ path }) => path === `/instructions/${id}/cancel`),
      'the partner is asked to stop',
    );
    expect(await (await workflowOf(id)).result()).toEqual({ status: 'failed' });
  });

  it('give_up: keeps what its partner may have from being instructed again, until that is looked at', async () => {
    // It does not answer when it is asked to stop.
    const id = await waiting('partner_slow', (request) =>
      request.path.endsWith('/cancel') ? { status: 503 } : IN_DOUBT(request),
    );
    await decide(id, 'give_up');
    const { cases } = (await show(id)) as { cases: { id: string; kind: string }[] };
    expect(cases).toMatchObject([{ kind: 'given_up' }]);
    const resubmit = () => stack.call('POST', `${CLIENTS}/${id}/resubmit`, { key, body: {} });
    expect((await resubmit()).body).toMatchObject({
      error: { code: 'INVALID_TRANSITION', details: [{ code: 'given_up' }] },
    });
    await closeCase(stack.database, { id: String(cases[0]?.id), reason: 'it never had it', actor: 'test' });
    expect((await resubmit()).status).toBe(201);
  });

  it('that its client wants back is cancelled once nobody has it', async () => {
    // It does not answer when it is asked to stop either: a 409 would decline that.
    const id = await waiting('partner_slow', (request) =>
      request.path.endsWith('/cancel') ? { status: 503 } : IN_DOUBT(request),
    );
    expect((await stack.call('POST', `${CLIENTS}/${id}/cancel`, { key, body: {} })).status).toBe(202);
    expect((await decide(id, 'give_up')).body).toMatchObject({ status: 'cancelled' });
    expect(await asClient(id)).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
  });
});

describe('a decision', () => {
  it('that is repeated is answered the same and made once, also at the same moment', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    const [one, other] = await Promise.all([decide(id, 'delivered'), decide(id, 'delivered')]);
    const later = await decide(id, 'delivered');
    expect([one.status, other.body, later.body]).toEqual([200, one.body, one.body]);
    expect(await decisionsInLog(id)).toHaveLength(1);
  });

  it('that does not fit is 409 and names those that do', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    expect((await decide(id, 'delivered')).status).toBe(200);
    for (const decision of ['never_received', 'try_now', 'give_up']) {
      const { status, body } = await decide(id, decision);
      expect([status, body]).toMatchObject([
        409,
        { error: { code: 'INVALID_TRANSITION', current: 'submitted', allowed: [] } },
      ]);
    }
  });

  it('is refused with every fault named', async () => {
    const id = await create();
    const { status, body } = await stack.call('POST', `${OPERATORS}/${id}/decision`, {
      key: operator,
      body: { decision: 'settled', reason: ' ' },
    });
    expect(status).toBe(400);
    const { details } = body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field)).toEqual(['decision', 'reason']);
    const misplaced = await decide(id, 'give_up', { partnerReference: 'N-1' });
    expect(misplaced.body).toMatchObject({
      error: { details: [{ field: 'partnerReference', code: 'not_applicable' }] },
    });
  });
});

describe('a payment that waits', () => {
  it('for a partner that takes nothing is tried at once when an operator wants it', async () => {
    const id = await waiting('partner_refusing', REFUSING);
    expect(await show(id)).toMatchObject({ allowedDecisions: ['delivered', 'try_now', 'give_up'] });
    const refused = await decide(id, 'never_received');
    expect(refused.body).toMatchObject({ error: { allowed: ['delivered', 'try_now', 'give_up'] } });
    react = () => undefined;
    expect((await decide(id, 'try_now')).body).toMatchObject({ status: 'pending' });
    await eventually(
      () => asClient(id),
      ({ status }) => status === 'submitted',
      'the second call',
    );
    expect(partner.submissions()).toHaveLength(2);
  });

  it('for an answer has its partner asked at once, each time anew', async () => {
    const id = await waiting('partner_slow', IN_DOUBT);
    const inquiries = (): number => partner.server.requests.filter(({ method }) => method === 'GET').length;
    for (const round of [1, 2, 3]) {
      const before = inquiries();
      expect((await decide(id, 'try_now')).status).toBe(200);
      await partner.server.until(() => inquiries() > before, `inquiry ${round}`);
    }
    expect(await decisionsInLog(id)).toHaveLength(3);
    await decide(id, 'give_up');
  });

  it('for its value date is never sent before it, and can be given up', async () => {
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const id = await create({ valueDate: inAMonth });
    const refused = await decide(id, 'try_now');
    expect([refused.status, refused.body]).toMatchObject([409, { error: { allowed: ['give_up'] } }]);
    expect((await decide(id, 'give_up')).body).toMatchObject({ status: 'failed' });
    expect(partner.submissions()).toEqual([]);
    expect(await eventTypes(id)).toEqual(['payment.pending', 'payment.failed']);
  });

  it('is listed by what it waits for, page by page', async () => {
    const first = await waiting('partner_refusing', REFUSING);
    const second = await waiting('partner_refusing', REFUSING);
    const page = async (query: string): Promise<{ ids: string[]; next: unknown }> => {
      const { status, body } = await stack.call('GET', `${OPERATORS}?${query}`, { key: operator });
      expect(status).toBe(200);
      const data = body['data'] as { instructionId: string }[];
      return { ids: data.map(({ instructionId }) => instructionId), next: body['next_cursor'] };
    };
    const one = await page(`waiting=partner_refusing&partner=${partner.id}&limit=1`);
    expect(one.ids).toEqual([first]);
    expect(await page(`waiting=partner_refusing&cursor=${String(one.next)}`)).toEqual({ ids: [second], next: null });
    expect((await page('environment=test')).ids).toEqual(expect.arrayContaining([first, second]));
    expect((await page('environment=live')).ids).toEqual([]);
    expect((await page('waiting=value_date')).ids).toEqual([]);
    const taken = await waiting('partner_slow', IN_DOUBT);
    expect((await page('waiting=in_doubt')).ids).toContain(taken);
    expect((await page('waiting=person')).ids).not.toContain(taken);
    await raiseFlag(stack.database, taken, 'silence', {});
    expect((await page('waiting=person')).ids).toContain(taken);
    const wrong = await stack.call('GET', `${OPERATORS}?waiting=nothing`, { key: operator });
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: { details: [{ field: 'waiting' }] } }]);
  });
});
