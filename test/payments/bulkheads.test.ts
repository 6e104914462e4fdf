import { startStack, type Answer, type Stack } from '../support/stack';
import { instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';

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
  afterAll(async () => {
    await stack.stop();
    await away.server.close();
  });

  it('has its payments kept and answered as waiting for it, without asking the engine', async () => {
    const key = await stack.createKey('acme');
    const created = dataOf(await createThrough(stack, key, away));
    expect(created.status).toBe('pending');
    const shown = dataOf(await stack.call('GET', `${PATH}/${created.instructionId}`, { key }));
    expect(shown.waitingReason).toBe('partner_outage');
  });
});
