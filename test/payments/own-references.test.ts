import { randomUUID } from 'node:crypto';
import { eventually } from '../support/builders';
import { instructionIdOf, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

const show = (answer: Answer) => scene.show(instructionIdOf(answer));

/** What the partner was sent of a payment. */
async function sent(answer: Answer): Promise<Record<string, unknown>> {
  const instructionId = instructionIdOf(answer);
  const bodies = await eventually(
    () =>
      Promise.resolve(
        scene.partner.submissions().map((one) => JSON.parse(one.body.toString()) as Record<string, unknown>),
      ),
    (all) => all.some((one) => one['instructionId'] === instructionId),
    'the payment is sent',
  );
  return bodies.find((one) => one['instructionId'] === instructionId) ?? {};
}

/** Source: docs/GAPS.md#uetr */
describe('the end-to-end transaction reference', () => {
  it('is made, shown and given to the partner', async () => {
    const made = await scene.instruct();
    const { uetr } = await show(made);
    expect(uetr).toMatch(UUID_4);
    expect((await sent(made))['uetr']).toBe(uetr);
  });

  it('is the client’s own where it has one, once', async () => {
    const uetr = randomUUID();
    const made = await scene.instruct({ uetr });
    expect((await show(made))['uetr']).toBe(uetr);
    const again = await scene.instruct({ uetr });
    const { instructionId } = made.body['data'] as { instructionId: string };
    expect(again.status).toBe(409);
    expect(again.body['error']).toMatchObject({ code: 'DUPLICATE', instructionId, details: [{ field: 'uetr' }] });
    expect((await scene.instruct({ uetr: uetr.toUpperCase() })).status).toBe(400);
    expect((await scene.instruct({ uetr: '0198c0de-0000-7000-8000-000000000000' })).status).toBe(400);
  });
});

describe('metadata', () => {
  it('comes back as it was sent, and goes to no partner', async () => {
    const metadata = { order: '4711', note: ' Ünïcode ', 'cost.centre': '' };
    const made = await scene.instruct({ metadata });
    expect((await show(made))['metadata']).toEqual(metadata);
    expect(await sent(made)).not.toHaveProperty('metadata');
    expect((await show(await scene.instruct()))['metadata']).toEqual({});
  });

  it('has at most 20 strings', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    expect((await scene.instruct({ metadata: members(20) })).status).toBe(201);
    for (const metadata of [members(21), { a: 1 }, { a: { b: 'c' } }, { 'a b': 'c' }, ['a'], { a: 'x'.repeat(501) }]) {
      expect((await scene.instruct({ metadata })).status).toBe(400);
    }
  });
});
