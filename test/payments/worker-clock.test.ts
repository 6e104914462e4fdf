import { listFlags } from '../../db/operator-flags';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { holdProcessClock } from '../support/process-clock';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let partner: TestPartner;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
});
afterEach(() => jest.useRealTimers());

const flagged = () => listFlags(stack.database, { kind: 'worker_clock' });

/** Source: docs/GAPS.md#P14 */
it('a payment waits while the clock of the only worker is off, and is sent once it is right again', async () => {
  const key = await stack.createKey('clock');
  holdProcessClock(Date.now() + 60_000);
  const made = await stack.call('POST', '/api/v1/payments/instructions', { key, body: instructionBody() });
  expect(made.status).toBe(201);
  const { instructionId } = made.body['data'] as { instructionId: string };
  const path = `/api/v1/payments/instructions/${instructionId}`;
  const read = async () => (await stack.call('GET', path, { key })).body['data'] as Record<string, unknown>;
  expect(await eventually(read, ({ waitingReason }) => waitingReason !== null, 'a reason')).toMatchObject({
    status: 'pending',
    waitingReason: 'blocked',
  });
  const [flag] = await eventually(flagged, (flags) => flags.length === 1, 'the flag', 10_000);
  expect(flag).toMatchObject({ subject: stack.settings.instance, says: expect.stringContaining('ahead of Postgres') });
  expect(partner.submissions()).toEqual([]);

  jest.useRealTimers();
  await eventually(read, ({ status }) => status === 'submitted', 'the partner to be given it', 10_000);
  expect(partner.submissions()).toHaveLength(1);
  await eventually(flagged, (flags) => flags.length === 0, 'the flag to go', 10_000);
});
