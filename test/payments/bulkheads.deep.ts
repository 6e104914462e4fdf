import { startStack, type Answer, type Stack } from '../support/stack';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import type { Reaction } from '../support/http-server';

const PATH = '/api/v1/payments/instructions';

interface Shown {
  instructionId: string;
  status: string;
  waitingReason?: string | null;
}

function dataOf(answer: Answer): Shown {
  return (answer.body as unknown as { data: Shown }).data;
}

function createThrough(stack: Stack, key: string, partner: TestPartner): Promise<Answer> {
  const settlementRoute = { routeId: partner.routeId };
  return stack.call('POST', PATH, { key, body: instructionBody({ settlementRoute }) });
}

describe('a partner that hangs', () => {
  let stack: Stack;
  let hanging: TestPartner;
  let healthy: TestPartner;
  const reaction: Reaction | undefined = 'silence';

  beforeAll(async () => {
    stack = await startStack();
    hanging = await startTestPartner(stack.database, stack.vault, { name: 'south', react: () => reaction });
    healthy = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  });

  it('keeps no payment of another partner waiting', async () => {
    const key = await stack.createKey('acme');
    const isSubmitted = (answer: Answer): boolean => dataOf(answer).status === 'submitted';
    await eventually(() => createThrough(stack, key, healthy), isSubmitted, 'a first payment');
    const stuck = Array.from({ length: 40 }, () => createThrough(stack, key, hanging));
    await hanging.server.until((requests) => requests.length >= 20, 'that the partner has many in hand');
    // Each of these is answered while its call to the partner goes on.
    const pending = (await Promise.all(stuck)).map((answer) => dataOf(answer).status);
    expect(pending).toEqual(stuck.map(() => 'pending'));
    const others: Answer[] = [];
    // One after the other: twenty at once may find the machine busy, whoever hangs.
    for (let made = 0; made < 10; made += 1) others.push(await createThrough(stack, key, healthy));
    const show = (answer: Answer) => () => stack.call('GET', `${PATH}/${dataOf(answer).instructionId}`, { key });
    // On a busy machine single ones are slow; behind the partner that hangs all would be.
    expect(others.map((answer) => dataOf(answer).waitingReason)).toContain(null);
    await Promise.all(others.map((answer) => eventually(show(answer), isSubmitted, 'the submission')));
    const keys = hanging.submissions().map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a partner whose breaker is open', () => {
  let stack: Stack;
  let away: TestPartner;

  beforeAll(async () => {
    stack = await startStack({ workers: false });
    away = await startTestPartner(stack.database, stack.vault, { name: 'south' });
    await stack.database.query(
      `insert into partner_health (partner_id, consecutive_faults, opened_at, open_until)
       values ($1, 5, now(), now() + interval '1 hour')`,
      [away.id],
    );
  });

  it('has its payments kept and answered as waiting for it, without asking the engine', async () => {
    const key = await stack.createKey('acme');
    const created = dataOf(await createThrough(stack, key, away));
    expect(created.status).toBe('pending');
    const shown = dataOf(await stack.call('GET', `${PATH}/${created.instructionId}`, { key }));
    expect(shown.waitingReason).toBe('partner_outage');
  });
});
