import { instructionBody } from '../support/builders';
import { PaymentScene } from '../support/payment-scene';

const PROPOSALS = '/api/v1/payments/proposals';
const REPEATS = 1_000;
/** Requests at a time. */
const AT_ONCE = 50;

/** Source: docs/GAPS.md#agents */
it('a thousand repeats by an agent, each with another key, are one proposal', async () => {
  const scene = await PaymentScene.open();
  await scene.stack.startWorkers();
  const key = await scene.stack.createKey('acme', { scopes: ['payments:propose'] });
  const ids = new Set<unknown>();
  for (let sent = 0; sent < REPEATS; sent += AT_ONCE) {
    const answers = Array.from({ length: AT_ONCE }, (_, index) => {
      const body = instructionBody({ metadata: { try: `${sent + index}` }, clientReference: `try-${sent + index}` });
      return scene.stack.call('POST', PROPOSALS, { key, body, headers: { 'idempotency-key': `try-${sent + index}` } });
    });
    for (const { status, body } of await Promise.all(answers)) {
      expect(status).toBe(201);
      ids.add((body['data'] as { instructionId: string }).instructionId);
    }
  }
  expect(ids.size).toBe(1);
  expect(await scene.stack.database.query('select from payment_instructions')).toHaveLength(1);
}, 600_000);
