import { listAuditEntries } from '../../db/auth/audit-log';
import { setApprovals } from '../../db/administration/approvals';
import { eventually, instructionBody } from '../support/builders';
import { createIndependent } from '../support/operators';
import { INSTRUCTIONS } from '../support/payment-scene';
import type { Answer } from '../support/stack';
import { dataOf, ScreeningScene } from './support/screening-scene';
import { insertDispatch } from '../support/rows';

let scene: ScreeningScene;

beforeAll(async () => {
  scene = await ScreeningScene.open();
});

beforeEach(() => {
  scene.partner.server.requests.length = 0;
});

describe('a payment that is held for a review', () => {
  it('is sent once when it is released, and not before', async () => {
    const id = await scene.held();
    await eventually(
      () => scene.read(id),
      (payment) => (payment['waitingReason'] ?? null) === 'compliance_review',
      'the hold',
    );
    expect(scene.partner.server.requests).toHaveLength(0);
    const answer = await scene.decide(id, { decision: 'release', reason: 'another person' });
    expect(answer).toMatchObject({ status: 200, body: { decision: 'release', reason: 'another person' } });
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    const again = await scene.decide(id, { decision: 'release', reason: 'again' });
    expect(again.body).toEqual(answer.body);
    expect((await scene.decide(id, { decision: 'reject', reason: 'too late' })).status).toBe(409);
    expect(scene.partner.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const [entry] = (await listAuditEntries(scene.stack.database, null)).filter(({ subject }) => subject === id);
    expect(entry).toMatchObject({ act: 'payment.screening_released', detail: { reason: 'another person' } });
  });

  it('is shown to an operator with who is like whom', async () => {
    const id = await scene.held();
    const shown = await scene.screening(id);
    expect(shown).toMatchObject({ status: 200, body: { instructionId: id, decision: 'review' } });
    const [first, ...others] = shown.body['parties'] as { party: string; entries: Record<string, unknown>[] }[];
    expect(first).toMatchObject({ party: 'beneficiary', blockedCountries: [], name: expect.any(String) });
    const [nearest] = first?.entries ?? [];
    expect(nearest).toEqual({
      listEntry: expect.any(String),
      name: expect.any(String),
      score: expect.any(Number),
      list: { title: expect.any(String), edition: expect.any(String) },
      evidence: [],
    });
    expect(others.flatMap(({ entries }) => entries)).toEqual([]);
    expect((await scene.screening('instr_none')).status).toBe(404);
  });

  it('is sent only when a second operator agrees, where two have to', async () => {
    const set = (count: 'one' | 'two') =>
      setApprovals(scene.stack.database, { setting: 'release-approvals', count, actor: 'command:test' });
    await set('two');
    try {
      const id = await scene.held();
      const first = await scene.decide(id, { decision: 'release', reason: 'another person' });
      expect(first).toMatchObject({ status: 202, body: { state: 'proposed', decision: 'release', proposedBy: null } });
      expect((await scene.decide(id, { decision: 'release', reason: 'quite sure' })).body).toMatchObject({
        state: 'proposed',
        reason: 'another person',
      });
      expect(await scene.read(id)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
      const answer = await scene.decide(
        id,
        { decision: 'release', reason: 'I agree' },
        (await createIndependent(scene.stack.database)).key,
      );
      expect(answer.body).toMatchObject({ state: 'released', reason: 'I agree', proposedBy: first.body['decidedBy'] });
      await eventually(
        () => scene.read(id),
        ({ status }) => status === 'submitted',
        'the payment is sent',
      );
      expect(scene.partner.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    } finally {
      await set('one');
    }
  });

  it('fails with a general message when it is rejected, and is never sent', async () => {
    const id = await scene.held();
    expect((await scene.decide(id, { decision: 'reject', reason: 'it is him' })).status).toBe(200);
    const payment = await scene.read(id);
    expect(payment).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(payment)).not.toMatch(/it is him|list|sanction/i);
    expect((await scene.decide(id, { decision: 'reject', reason: 'again' })).status).toBe(200);
    expect(await scene.count(`events where subject = '${id}' and type = 'payment.failed'`)).toBe(1);
    expect(scene.partner.server.requests).toHaveLength(0);
  });

  it('is kept from its partner by Postgres too', async () => {
    const id = await scene.held();
    const insert = insertDispatch(scene.stack.database, id, { state: 'sending' });
    await expect(insert).rejects.toThrow(/held by compliance/);
  });

  it('refuses a decision about a payment that is not held, or without a reason', async () => {
    const created = await scene.post(instructionBody());
    const id = String(dataOf(created)['instructionId']);
    expect((await scene.decide(id, { decision: 'release', reason: 'why not' })).status).toBe(409);
    expect((await scene.decide(id, { decision: 'release', reason: ' ' })).status).toBe(400);
    expect((await scene.decide('instr_00000000000000000000000000', { decision: 'release', reason: 'x' })).status).toBe(
      404,
    );
  });
});

describe('what a review asks the client of a held payment', () => {
  const QUESTION = 'When was Wilhelmina Tarrowby born?\nA year is enough.';
  const ANSWER = '  In 1980, in Uppsala\n';

  const ask = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    scene.stack.call('POST', `/v1/operator/payments/${id}/information-requests`, {
      key: scene.operator,
      body,
      headers,
    });
  const reply = (id: string, request: string, body: object, by = scene.key): Promise<Answer> =>
    scene.stack.call('POST', `${INSTRUCTIONS}/${id}/information-requests/${request}/answer`, { key: by, body });
  const seenByOperator = async (id: string) =>
    (await scene.stack.call('GET', `/v1/operator/payments/${id}`, { key: scene.operator })).body;

  it('is seen and answered by it, byte for byte, while the payment stays held until it is released', async () => {
    const id = await scene.held();
    expect(await scene.read(id)).toMatchObject({ informationRequests: [] });
    const retried = { 'Idempotency-Key': `ask-${id}` };
    const asked = await ask(id, { question: QUESTION }, retried);
    expect(asked).toMatchObject({
      status: 201,
      body: { instructionId: id, askedBy: expect.stringMatching(/^operator:/) },
    });
    expect((await ask(id, { question: QUESTION }, retried)).body).toEqual(asked.body);
    const request = String(asked.body['informationRequestId']);
    const open = { informationRequestId: request, status: 'open', question: QUESTION, answer: null, answeredAt: null };
    expect(await scene.read(id)).toMatchObject({
      status: 'pending',
      waitingReason: 'compliance_review',
      informationRequests: [{ ...open, askedAt: asked.body['askedAt'] }],
    });
    expect(await scene.count(`events where subject = '${id}' and type = 'payment.information_requested'`)).toBe(1);

    const stranger = await scene.stack.createKey('stranger');
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
    expect(await scene.read(id)).toMatchObject({ waitingReason: 'compliance_review', informationRequests: [answered] });
    expect(await seenByOperator(id)).toMatchObject({
      informationRequests: [{ ...answered, answeredBy: expect.stringMatching(/^key:key_/) }],
    });
    const waiting = `/v1/operator/payments?waiting=compliance_review&limit=100`;
    const listed = (await scene.stack.call('GET', waiting, { key: scene.operator })).body['data'] as object[];
    expect(listed).toContainEqual(expect.objectContaining({ instructionId: id, information: 'answered' }));
    expect(scene.partner.server.requests).toHaveLength(0);
    const acts = (await listAuditEntries(scene.stack.database, null)).filter(({ subject }) => subject === id);
    expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
      ['payment.information_given', { informationRequestId: request }],
      ['payment.information_requested', { informationRequestId: request }],
    ]);
    await scene.decide(id, { decision: 'release', reason: 'another person' });
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    expect(JSON.stringify(scene.stack.logged)).not.toMatch(/Tarrowby|Uppsala/);
  });

  it('is one question while the same words are open, however often and at once they are asked', async () => {
    const id = await scene.held();
    const both = await Promise.all([ask(id, { question: QUESTION }), ask(id, { question: QUESTION })]);
    const later = await ask(id, { question: QUESTION });
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect([both[1].body, later.body]).toEqual([both[0].body, both[0].body]);
    expect(await scene.count(`events where subject = '${id}' and type = 'payment.information_requested'`)).toBe(1);
    await reply(id, String(later.body['informationRequestId']), { answer: ANSWER });
    expect((await ask(id, { question: QUESTION })).status).toBe(201);
    expect(await scene.read(id)).toMatchObject({ informationRequests: [{ status: 'answered' }, { status: 'open' }] });
  });

  it('is closed when the payment is decided without an answer, and asked of none that is not held', async () => {
    const id = await scene.held();
    expect((await ask(id, { question: ' ' })).status).toBe(400);
    const asked = await ask(id, { question: QUESTION });
    await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/cancel`, { key: scene.key, body: {} });
    expect(await scene.read(id)).toMatchObject({ status: 'cancelled', informationRequests: [{ status: 'closed' }] });
    const late = await reply(id, String(asked.body['informationRequestId']), { answer: ANSWER });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION', current: 'cancelled' } } });
    expect((await ask(id, { question: QUESTION })).status).toBe(409);
    expect((await ask('instr_00000000000000000000000000', { question: QUESTION })).status).toBe(404);
  });
});
