import { changePayment } from '../../db/payments/instruction/change-payment';
import { closeCase } from '../../db/payments/settlement/reconciliation-cases';
import { unchangedPlan, type CaseToOpen } from '../../domain/payments/instruction/change';
import { eventually } from '../support/builders';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

function made({ body }: Answer): { instructionId: string; status: string; clientReference: string | null } {
  return body['data'] as ReturnType<typeof made>;
}

async function createFailed(overrides: Record<string, unknown> = {}): Promise<string> {
  const id = await scene.create(overrides);
  await scene.report(id, { status: 'failed' });
  return id;
}

function resubmit(id: string, body: object, headers: Record<string, string> = {}, by = scene.key): Promise<Answer> {
  return scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, { key: by, body, headers });
}

function openCases(id: string): Promise<{ id: string; kind: string }[]> {
  return scene.stack.database.query(
    `select id, kind from reconciliation_cases where instruction_id = $1 and state = 'open' order by id`,
    [id],
  );
}

/** As the refusal names the open cases about a payment. */
async function namedCases(id: string): Promise<object[]> {
  const cases = await openCases(id);
  return cases.map(({ id: caseId, kind }) => ({
    field: 'instructionId',
    code: kind,
    message: expect.stringContaining(`${caseId} is open about ${id}`) as string,
  }));
}

async function closeCases(id: string): Promise<void> {
  for (const { id: caseId } of await openCases(id)) {
    await closeCase(scene.stack.database, { id: caseId, reason: 'nothing was paid', actor: 'test' });
  }
}

/** Source: docs/GAPS.md#resubmission */
describe('a payment that may have been paid', () => {
  it('is not instructed again before its cases are closed, and reaches its partner once', async () => {
    const id = await createFailed();
    await scene.report(id, { status: 'processing' });
    expect((await scene.settle(id)).status).toBe(409);
    const refusal = await resubmit(id, {});
    expect([refusal.status, refusal.body['error']]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', current: 'failed', allowed: [], details: await namedCases(id) },
    ]);
    expect((await openCases(id)).map(({ kind }) => kind).sort()).toEqual([
      'conflicting_settlement',
      'partner_continues',
    ]);
    const again = await scene.stack.database.query('select 1 from payment_instructions where resubmission_of = $1', [
      id,
    ]);
    expect(again).toEqual([]);
    await closeCases(id);
    expect((await resubmit(id, {})).status).toBe(201);
  });

  it('is refused where that is learned while the new payment is being kept', async () => {
    const id = await createFailed();
    const { database } = scene.stack;
    const kind: CaseToOpen['kind'] = 'conflicting_report';
    let answer: Promise<Answer> | undefined;
    await database.transaction(async (client) => {
      await changePayment(client, { instructionId: id }, (state) => {
        const cases = [{ kind, reportId: null, detail: { current: state.status, reported: 'settled' } }];
        return { result: null, change: { plan: unchangedPlan(state), at: new Date(), cases } };
      });
      answer = resubmit(id, {});
      // The case is there and nobody else sees it yet: the new payment waits for it.
      await eventually(
        () =>
          database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like '%requested_route jsonb%'`,
          ),
        (waiting) => waiting.length > 0,
        'the new payment waits',
      );
    });
    expect((await answer)?.body['error']).toMatchObject({ code: 'INVALID_TRANSITION', details: await namedCases(id) });
  });

  it('keeps those back that instruct it again, however often', async () => {
    const id = await createFailed();
    const again = made(await resubmit(id, {})).instructionId;
    await scene.until(again, 'submitted');
    await scene.report(again, { status: 'failed' });
    expect((await scene.settle(id)).status).toBe(409);
    expect((await resubmit(again, {})).body['error']).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: await namedCases(id),
    });
    expect((await resubmit(id, {})).body['error']).toMatchObject({ code: 'DUPLICATE', instructionId: again });
    await closeCases(id);
    expect((await resubmit(again, {})).status).toBe(201);
  });

  it('is none where a part of it came back', async () => {
    const id = await scene.create();
    await scene.settle(id);
    await scene.report(id, { status: 'returned', details: { returned: { amount: 1, currency: 'USD' } } });
    expect(await openCases(id)).toMatchObject([{ kind: 'return_mismatch' }]);
    expect((await resubmit(id, {})).status).toBe(201);
  });
});

/** Source: docs/GAPS.md#resubmission */
describe('a payment that is instructed again', () => {
  it('has nothing of what was corrected to null', async () => {
    const id = await createFailed({ clientReference: 'order-9', remittance: { text: 'Order 9' } });
    const corrections = { clientReference: null, remittance: null, purpose: { description: null } };
    const { instructionId } = made(await resubmit(id, corrections));
    const again = await scene.show(instructionId);
    expect(again).toMatchObject({ clientReference: null, purpose: { code: 'trade_settlement' } });
    expect([again['remittance'] ?? null, JSON.stringify(again).includes('Invoice 1001')]).toEqual([null, false]);
  });

  it('is a new one with what was corrected, linked both ways, that takes the path of any other', async () => {
    const id = await createFailed({ clientReference: 'order-1' });
    await scene.show(id);
    const bankAccount = { accountNumber: '1234567890' };
    const answer = await resubmit(id, { clientReference: 'order-1b', beneficiary: { bankAccount } });
    expect(answer.status).toBe(201);
    const again = made(answer);
    expect(again.clientReference).toBe('order-1b');
    expect(answer.headers.get('location')).toBe(`${INSTRUCTIONS}/${again.instructionId}`);
    expect(await scene.until(again.instructionId, 'submitted')).toMatchObject({
      status: 'submitted',
      amount: 1250.5,
      purpose: { code: 'trade_settlement', description: 'Invoice 1001' },
      resubmissionOf: id,
      resubmittedAs: null,
    });
    expect(await scene.show(id)).toMatchObject({
      status: 'failed',
      resubmissionOf: null,
      resubmittedAs: again.instructionId,
    });
    const received = scene.partner
      .submissions()
      .map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);
    expect(received.find(({ instructionId }) => instructionId === again.instructionId)).toMatchObject({
      beneficiary: { name: 'Example Trading Ltd', bankAccount: { ...bankAccount, swiftBic: 'BOFAUS3N' } },
    });
  });

  it('is made once, however often it is asked for', async () => {
    const id = await createFailed();
    const all = await Promise.all(Array.from({ length: 8 }, () => resubmit(id, {})));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const first = made(all.find(({ status }) => status === 201) ?? ({ body: {} } as Answer)).instructionId;
    const refusal = all.find(({ status }) => status === 409)?.body['error'];
    expect(refusal).toMatchObject({ code: 'DUPLICATE', instructionId: first });
    const byKey = await createFailed();
    const headers = { 'idempotency-key': 'again-1' };
    const [one, other] = [await resubmit(byKey, {}, headers), await resubmit(byKey, {}, headers)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(made(other).instructionId).toBe(made(one).instructionId);
    expect((await resubmit(byKey, { amount: 5 }, headers)).body['error']).toMatchObject({ code: 'DUPLICATE' });
  });

  it('keeps the rules of a creation: references are used once, faults are named', async () => {
    const id = await createFailed({ clientReference: 'order-2' });
    await createFailed({ clientReference: 'order-3' });
    const used = await resubmit(id, { clientReference: 'order-3' });
    expect(used.body['error']).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'clientReference' }] });
    const wrong = await resubmit(id, { amount: 0.001, beneficiary: { bankAccount: { swiftBic: 'DEUTDEFF' } } });
    expect(wrong.status).toBe(400);
    const { details } = wrong.body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field).sort()).toEqual(['amount', 'beneficiary.bankAccount.swiftBic']);
    const blocked = { beneficiary: { country: 'KP', bankAccount: { country: 'KP', swiftBic: 'KKBCKPPY' } } };
    expect((await resubmit(id, blocked)).status).toBe(422);
    expect((await resubmit(id, {})).status).toBe(201);
  });

  it('is refused while the first may arrive, or has, and to others', async () => {
    const open = await scene.create();
    expect((await resubmit(open, {})).body['error']).toMatchObject({
      code: 'INVALID_TRANSITION',
      current: 'submitted',
    });
    await scene.report(open, { status: 'settled' });
    expect((await resubmit(open, {})).status).toBe(409);
    await scene.report(open, { status: 'returned' });
    expect((await resubmit(open, {})).status).toBe(201);
    const other = await scene.stack.createKey('globex');
    expect((await resubmit(await createFailed(), {}, {}, other)).status).toBe(404);
  });

  it('is linked by the relay where the request died in between', async () => {
    const id = await createFailed();
    const again = made(await resubmit(id, {})).instructionId;
    await scene.stack.database.query(
      'update payment_instructions set resubmitted_as = null, version = version + 1 where id = $1',
      [id],
    );
    await scene.stack.database.query(
      `insert into outbox (topic, subject, account_id, payload)
       select 'payment.link', id, account_id, jsonb_build_object('as', $2::text) from payment_instructions where id = $1`,
      [id, again],
    );
    scene.stack.services.wake();
    const linked = await eventually(
      () => scene.show(id),
      ({ resubmittedAs }) => resubmittedAs !== null,
      'the link',
    );
    expect(linked['resubmittedAs']).toBe(again);
  });
});

/** Source: docs/GAPS.md#P6 */
describe('an Idempotency-Key of a resubmission', () => {
  it('belongs to the path too: the same body about another payment is refused', async () => {
    const [one, other] = [await createFailed(), await createFailed()];
    const headers = { 'Idempotency-Key': 'again-of-one' };
    expect((await resubmit(one, {}, headers)).status).toBe(201);
    const refusal = await resubmit(other, {}, headers);
    expect([refusal.status, refusal.body['error']]).toMatchObject([
      409,
      { code: 'DUPLICATE', details: [{ field: 'Idempotency-Key', code: 'reused' }] },
    ]);
    expect((await resubmit(other, {})).status).toBe(201);
  });

  it('keeps a refusal with 409, and repeats get it whatever has become of the payment since', async () => {
    const id = await scene.create({});
    const headers = { 'Idempotency-Key': 'again-too-early' };
    const first = await resubmit(id, {}, headers);
    expect([first.status, first.body['error']]).toMatchObject([409, { code: 'INVALID_TRANSITION' }]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await scene.report(id, { status: 'failed' });
    const repeat = await resubmit(id, {}, headers);
    expect([repeat.status, repeat.body]).toEqual([409, first.body]);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect((await resubmit(id, {})).status).toBe(201);
  });
});
