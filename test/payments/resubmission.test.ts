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

/** Source: docs/GAPS.md#resubmission */
describe('a payment that is instructed again', () => {
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
    const used = await resubmit(id, { clientReference: 'order-2' });
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
