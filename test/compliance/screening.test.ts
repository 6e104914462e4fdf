import { loadSyntheticWatchList } from '../../activities/importers/load-starter';
import { listAuditEntries } from '../../db/auth/audit-log';
import { repeatScreening } from '../../db/compliance/repeat-screening';
import { setReleaseApprovals } from '../../db/compliance/release-approvals';
import { changeBlockedCountry } from '../../db/compliance/screening-rules';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

/** Names of importers/starter-data/watch-list.json: as listed, and with a word left out. */
const LISTED = 'Ombrasko, QUILLON Zhadrek';
const NEAR = 'Quillon Zhadrek';

let stack: Stack;
let partner: TestPartner;
let key: string;
let operator: string;

beforeAll(async () => {
  stack = await startStack();
  await loadSyntheticWatchList(stack.database);
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
});

beforeEach(() => {
  partner.server.requests.length = 0;
});

const PATH = '/api/v1/payments/instructions';

function bodyFor(name: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const body = instructionBody(overrides);
  return { ...body, beneficiary: { ...(body['beneficiary'] as object), name } };
}

const post = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  stack.call('POST', PATH, { key, body, headers });

const dataOf = ({ body }: Answer): Record<string, unknown> => body['data'] as Record<string, unknown>;
const read = async (id: string): Promise<Record<string, unknown>> =>
  dataOf(await stack.call('GET', `${PATH}/${id}`, { key }));

const decide = (id: string, body: object, by = operator): Promise<Answer> =>
  stack.call('POST', `/v1/operator/payments/${id}/screening`, { key: by, body });

const count = async (sql: string): Promise<number> => {
  const [row] = await stack.database.query<{ count: string }>(`select count(*) from ${sql}`);
  return Number(row?.count);
};

async function held(): Promise<string> {
  const answer = await post(bodyFor(NEAR));
  expect(answer.status).toBe(201);
  expect(dataOf(answer)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
  return String(dataOf(answer)['instructionId']);
}

describe('screening of a creation', () => {
  it('refuses a listed name without an instruction and keeps the receipt, sealed', async () => {
    const before = await count('payment_instructions');
    const body = bodyFor(LISTED, { clientReference: 'blocked-1' });
    const first = await post(body, { 'Idempotency-Key': 'blocked-key' });
    expect(first.status).toBe(422);
    expect(first.body['error']).toMatchObject({ code: 'COMPLIANCE_BLOCK' });
    expect(JSON.stringify(first.body)).not.toMatch(/quillon|list|sanction/i);
    expect(await count('payment_instructions')).toBe(before);
    const [receipt] = await stack.database.query<Record<string, unknown>>(
      `select decision, algorithm, editions, candidates, party_sealed from screenings where decision = 'blocked'`,
    );
    expect(receipt).toMatchObject({ decision: 'blocked', candidates: [{ entryId: 'S-2', score: 1 }] });
    expect(receipt?.['editions']).toHaveLength(1);
    expect(JSON.stringify({ ...receipt, party_sealed: String(receipt?.['party_sealed']) })).not.toMatch(/quillon/i);
    const again = await post(body, { 'Idempotency-Key': 'blocked-key' });
    expect(again.status).toBe(422);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await post(instructionBody({ clientReference: 'blocked-1' }));
    expect(other.status).toBe(201);
  });

  it('refuses a bank that is listed, holds one that is like it, and says the same when it is made again', async () => {
    const body = instructionBody();
    const beneficiary = body['beneficiary'] as { bankAccount: object };
    const withBank = (bankName: string) =>
      post({ ...body, beneficiary: { ...beneficiary, bankAccount: { ...beneficiary.bankAccount, bankName } } });
    expect((await withBank('Ulverzane Mirodh Bank')).status).toBe(422);
    const like = await withBank('Ulverzan Mirod Bank');
    expect(dataOf(like)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    const again = await repeatScreening(stack.database, stack.services.vault, String(dataOf(like)['instructionId']));
    expect(again).toMatchObject({ decision: 'review', again: 'review', isPresentAlgorithm: true });
    expect(dataOf(await withBank('Commercial Bank of Somewhere'))).toMatchObject({ status: 'submitted' });
  });

  it('is made again from its receipt to the same verdict, and says when another version made it', async () => {
    const id = await held();
    const again = () => repeatScreening(stack.database, stack.services.vault, id);
    expect(await again()).toMatchObject({ decision: 'review', again: 'review', isPresentAlgorithm: true });
    await stack.database.query(
      `update screenings set algorithm = 'names-1', blocked_countries = null where instruction_id = $1`,
      [id],
    );
    expect(await again()).toMatchObject({ algorithm: 'names-1', isPresentAlgorithm: false, again: 'review' });
    expect(await repeatScreening(stack.database, stack.services.vault, 'instr_none')).toBeNull();
  });

  it.each(['beneficiary', 'account', 'address'])('refuses a blocked country of the %s', async (where) => {
    const body = instructionBody();
    const beneficiary = body['beneficiary'] as { bankAccount: object };
    const account = { accountNumber: '9876543210', swiftBic: 'ABCDKPPY', country: 'KP' };
    const changed = {
      beneficiary: { ...beneficiary, country: 'KP' },
      account: { ...beneficiary, bankAccount: account },
      address: { ...beneficiary, address: { street: 'Main Street 1', city: 'Somewhere', country: 'IR' } },
    }[where];
    const answer = await post({ ...body, beneficiary: changed });
    expect(answer.status).toBe(422);
    expect(answer.body['error']).toMatchObject({ code: 'COMPLIANCE_BLOCK' });
  });

  it('takes another country as blocked and free again as the operator says, with an audit entry', async () => {
    const actor = 'command:test@host';
    const change = (isBlocked: boolean) =>
      changeBlockedCountry(stack.database, 'US', { isBlocked, reason: 'a test', actor });
    expect(await change(true)).toBe(true);
    await eventually(
      () => post(instructionBody()),
      ({ status }) => status === 422,
      'the block',
    );
    expect(await change(false)).toBe(true);
    await eventually(
      () => post(instructionBody()),
      ({ status }) => status === 201,
      'the end of the block',
    );
    const acts = (await listAuditEntries(stack.database, null)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['country.blocked', 'country.unblocked']));
  });

  it('lets ordinary names pass', async () => {
    for (const name of ['Example Trading Ltd', 'Acme Exports GmbH', 'Maria Lopez', 'National Shipping Company']) {
      const answer = await post(bodyFor(name));
      expect({ name, status: answer.status, data: dataOf(answer)['status'] }).toEqual({
        name,
        status: 201,
        data: 'submitted',
      });
    }
  });

  it.each([
    [LISTED, 'blocked'],
    [NEAR, 'review'],
    ['Example Trading Ltd', 'clear'],
  ])('previews %s as %s and keeps nothing', async (name, expected) => {
    const before = await count('screenings');
    const answer = await stack.call('POST', '/api/v1/payments/preview', { key, body: bodyFor(name) });
    expect(dataOf(answer)).toMatchObject({ screening: { class: expected } });
    expect(await count('screenings')).toBe(before);
  });
});

describe('a payment that is held for a review', () => {
  it('is sent once when it is released, and not before', async () => {
    const id = await held();
    await eventually(
      () => read(id),
      (payment) => (payment['waitingReason'] ?? null) === 'compliance_review',
      'the hold',
    );
    expect(partner.server.requests).toHaveLength(0);
    const answer = await decide(id, { decision: 'release', reason: 'another person' });
    expect(answer).toMatchObject({ status: 200, body: { decision: 'release', reason: 'another person' } });
    await eventually(
      () => read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    const again = await decide(id, { decision: 'release', reason: 'again' });
    expect(again.body).toEqual(answer.body);
    expect((await decide(id, { decision: 'reject', reason: 'too late' })).status).toBe(409);
    expect(partner.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const [entry] = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === id);
    expect(entry).toMatchObject({ act: 'payment.screening_released', detail: { reason: 'another person' } });
  });

  it('is sent only when a second operator agrees, where two have to', async () => {
    const set = (approvals: 1 | 2) =>
      setReleaseApprovals(stack.database, { approvals, reason: 'four eyes', actor: 'command:test' });
    await set(2);
    try {
      const id = await held();
      const first = await decide(id, { decision: 'release', reason: 'another person' });
      expect(first.body).toMatchObject({ state: 'proposed', decision: 'release', proposedBy: null });
      expect((await decide(id, { decision: 'release', reason: 'quite sure' })).body).toMatchObject({
        state: 'proposed',
        reason: 'another person',
      });
      expect(await read(id)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
      const answer = await decide(id, { decision: 'release', reason: 'I agree' }, await stack.createOperator());
      expect(answer.body).toMatchObject({ state: 'released', reason: 'I agree', proposedBy: first.body['decidedBy'] });
      await eventually(
        () => read(id),
        ({ status }) => status === 'submitted',
        'the payment is sent',
      );
      expect(partner.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    } finally {
      await set(1);
    }
  });

  it('fails with a general message when it is rejected, and is never sent', async () => {
    const id = await held();
    expect((await decide(id, { decision: 'reject', reason: 'it is him' })).status).toBe(200);
    const payment = await read(id);
    expect(payment).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(payment)).not.toMatch(/it is him|list|sanction/i);
    expect((await decide(id, { decision: 'reject', reason: 'again' })).status).toBe(200);
    expect(await count(`events where subject = '${id}' and type = 'payment.failed'`)).toBe(1);
    expect(partner.server.requests).toHaveLength(0);
  });

  it('is kept from its partner by Postgres too', async () => {
    const id = await held();
    const insert = stack.database.query(
      `insert into dispatches (instruction_id, attempt, partner_id, route_id, state, started_at)
       select id, 1, partner_id, route_id, 'sending', now() from payment_instructions where id = $1`,
      [id],
    );
    await expect(insert).rejects.toThrow(/held by compliance/);
  });

  it('refuses a decision about a payment that is not held, or without a reason', async () => {
    const created = await post(instructionBody());
    const id = String(dataOf(created)['instructionId']);
    expect((await decide(id, { decision: 'release', reason: 'why not' })).status).toBe(409);
    expect((await decide(id, { decision: 'release', reason: ' ' })).status).toBe(400);
    expect((await decide('instr_00000000000000000000000000', { decision: 'release', reason: 'x' })).status).toBe(404);
  });
});

describe('what a review asks the client of a held payment', () => {
  const QUESTION = 'When was Wilhelmina Tarrowby born?\nA year is enough.';
  const ANSWER = '  In 1980, in Uppsala\n';

  const ask = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    stack.call('POST', `/v1/operator/payments/${id}/information-requests`, { key: operator, body, headers });
  const reply = (id: string, request: string, body: object, by = key): Promise<Answer> =>
    stack.call('POST', `${PATH}/${id}/information-requests/${request}/answer`, { key: by, body });
  const seenByOperator = async (id: string) =>
    (await stack.call('GET', `/v1/operator/payments/${id}`, { key: operator })).body;

  it('is seen and answered by it, byte for byte, while the payment stays held until it is released', async () => {
    const id = await held();
    expect(await read(id)).toMatchObject({ informationRequests: [] });
    const retried = { 'Idempotency-Key': `ask-${id}` };
    const asked = await ask(id, { question: QUESTION }, retried);
    expect(asked).toMatchObject({
      status: 201,
      body: { instructionId: id, askedBy: expect.stringMatching(/^operator:/) },
    });
    expect((await ask(id, { question: QUESTION }, retried)).body).toEqual(asked.body);
    const request = String(asked.body['informationRequestId']);
    const open = { informationRequestId: request, status: 'open', question: QUESTION, answer: null, answeredAt: null };
    expect(await read(id)).toMatchObject({
      status: 'pending',
      waitingReason: 'compliance_review',
      informationRequests: [{ ...open, askedAt: asked.body['askedAt'] }],
    });
    expect(await count(`events where subject = '${id}' and type = 'payment.information_requested'`)).toBe(1);

    const stranger = await stack.createKey('stranger');
    expect((await reply(id, request, { answer: ANSWER }, stranger)).status).toBe(404);
    expect((await reply(id, 'inf_00000000007000000000000000', { answer: ANSWER })).status).toBe(404);
    expect((await reply(id, request, { answer: ' \n' })).body['error']).toMatchObject({
      details: [{ field: 'answer' }],
    });
    const given = await reply(id, request, { answer: ANSWER });
    expect(given.status).toBe(200);
    expect((await reply(id, request, { answer: ANSWER })).body).toEqual(given.body);
    expect((await reply(id, request, { answer: 'In 1981' })).body['error']).toMatchObject({
      code: 'INVALID_TRANSITION',
    });

    const answered = { ...open, status: 'answered', answer: ANSWER, answeredAt: dataOf(given)['answeredAt'] };
    expect(await read(id)).toMatchObject({ waitingReason: 'compliance_review', informationRequests: [answered] });
    expect(await seenByOperator(id)).toMatchObject({
      informationRequests: [{ ...answered, answeredBy: expect.stringMatching(/^key:key_/) }],
    });
    const waiting = `/v1/operator/payments?waiting=compliance_review&limit=100`;
    const listed = (await stack.call('GET', waiting, { key: operator })).body['data'] as object[];
    expect(listed).toContainEqual(expect.objectContaining({ instructionId: id, information: 'answered' }));
    expect(partner.server.requests).toHaveLength(0);
    const acts = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === id);
    expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
      ['payment.information_given', { informationRequestId: request }],
      ['payment.information_requested', { informationRequestId: request }],
    ]);
    await decide(id, { decision: 'release', reason: 'another person' });
    await eventually(
      () => read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    expect(JSON.stringify(stack.logged)).not.toMatch(/Tarrowby|Uppsala/);
  });

  it('is one question while the same words are open, however often and at once they are asked', async () => {
    const id = await held();
    const both = await Promise.all([ask(id, { question: QUESTION }), ask(id, { question: QUESTION })]);
    const later = await ask(id, { question: QUESTION });
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect([both[1].body, later.body]).toEqual([both[0].body, both[0].body]);
    expect(await count(`events where subject = '${id}' and type = 'payment.information_requested'`)).toBe(1);
    await reply(id, String(later.body['informationRequestId']), { answer: ANSWER });
    expect((await ask(id, { question: QUESTION })).status).toBe(201);
    expect(await read(id)).toMatchObject({ informationRequests: [{ status: 'answered' }, { status: 'open' }] });
  });

  it('is closed when the payment is decided without an answer, and asked of none that is not held', async () => {
    const id = await held();
    expect((await ask(id, { question: ' ' })).status).toBe(400);
    const asked = await ask(id, { question: QUESTION });
    await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} });
    expect(await read(id)).toMatchObject({ status: 'cancelled', informationRequests: [{ status: 'closed' }] });
    const late = await reply(id, String(asked.body['informationRequestId']), { answer: ANSWER });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION', current: 'cancelled' } } });
    expect((await ask(id, { question: QUESTION })).status).toBe(409);
    expect((await ask('instr_00000000000000000000000000', { question: QUESTION })).status).toBe(404);
  });
});
