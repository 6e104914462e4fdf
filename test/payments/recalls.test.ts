import { listAuditEntries } from '../../db/auth/audit-log';
import { listOpenCases } from '../../db/payments/settlement/reconciliation-cases';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let operator: string;
/** What the partner answers to a recall. */
let recallStatus = 202;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, {
    name: 'north',
    react: ({ path }) => (path.endsWith('/recall') ? { status: recallStatus, body: {} } : undefined),
  });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
});

const dataOf = ({ body }: Answer): Record<string, unknown> => body['data'] as Record<string, unknown>;
const read = async (id: string) => dataOf(await stack.call('GET', `${PATH}/${id}`, { key }));
const report = (id: string, status: string, details: object = {}) =>
  stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status, details } });
const recall = (id: string, body: object = {}) => stack.call('POST', `${PATH}/${id}/recall`, { key, body });
const recallsOf = (id: string) => partner.server.requests.filter(({ path }) => path === `/instructions/${id}/recall`);

async function settled(): Promise<string> {
  const id = String(dataOf(await stack.call('POST', PATH, { key, body: instructionBody() }))['instructionId']);
  await eventually(
    () => read(id),
    ({ status }) => status === 'submitted',
    'the submission',
  );
  expect((await report(id, 'settled')).status).toBe(200);
  return id;
}

const eventsOf = async (id: string) =>
  (
    await stack.database.query<{ type: string; status: string }>(
      `select type, payload ->> 'status' as status from events
       where subject = $1 and type = 'payment.recall_updated' order by created_at, id`,
      [id],
    )
  ).map(({ status }) => status);

/** Source: docs/GAPS.md#recalls */
describe('a recall', () => {
  it('asks the partner once, and is done when the return is reported', async () => {
    recallStatus = 202;
    const id = await settled();
    const body = { reasonCode: 'DUPL', reason: 'Paid twice' };
    const first = await recall(id, body);
    expect(first.status).toBe(202);
    expect(dataOf(first)).toMatchObject({
      status: 'settled',
      recall: { status: 'requested', ...body, answeredAt: null },
    });
    expect(dataOf(await recall(id))).toEqual(dataOf(first));
    await eventually(
      () => Promise.resolve(recallsOf(id)),
      (all) => all.length > 0,
      'the question',
    );
    const [asked] = recallsOf(id);
    expect(JSON.parse(String(asked?.body))).toEqual({ amount: 1250.5, currency: 'USD', ...body });
    expect(asked?.headers['idempotency-key']).toBe(`${id}:recall`);
    await report(id, 'returned', { reasonCode: 'FOCR', returned: { amount: 1200, currency: 'USD' } });
    expect(await read(id)).toMatchObject({
      status: 'returned',
      recall: { status: 'returned' },
      return: { code: 'FOCR', returned: { amount: 1200, currency: 'USD', shortfall: 50.5 } },
    });
    expect((await recall(id)).status).toBe(200);
    expect(recallsOf(id)).toHaveLength(1);
    const [event] = await stack.database.query<{ payload: object }>(
      `select payload from events where subject = $1 and type = 'payment.returned'`,
      [id],
    );
    expect(event?.payload).toMatchObject({ returned: { amount: 1200, currency: 'USD', shortfall: 50.5 } });
    const cases = (await listOpenCases(stack.database, { limit: 100 })).filter(
      ({ instructionId }) => instructionId === id,
    );
    expect(cases).toMatchObject([{ kind: 'return_mismatch' }]);
    const reports = dataOf(await stack.call('GET', `${PATH}/${id}/reports`, { key }))['items'];
    expect(reports).toMatchObject([{ returned: null }, { returned: { amount: 1200, currency: 'USD' } }]);
    const acts = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === id);
    expect(acts).toMatchObject([{ act: 'payment.recall_requested', detail: { reasonCode: 'DUPL' } }]);
    const link = dataOf(await stack.call('PUT', `${PATH}/${id}/tracking-link`, { key }));
    const { pathname, search } = new URL(String(link['url']));
    expect(await (await fetch(stack.baseUrl + pathname + search)).text()).toContain('acme took the money back.');
  });

  it('that the partner refuses leaves the payment settled, with an event', async () => {
    recallStatus = 409;
    const id = await settled();
    await recall(id);
    const shown = await eventually(
      () => read(id),
      (payment) => (payment['recall'] as { status: string } | null)?.status === 'refused',
      'the refusal',
    );
    expect(shown).toMatchObject({ status: 'settled', recall: { reasonCode: 'CUST', reason: null } });
    expect(await eventsOf(id)).toEqual(['requested', 'refused']);
  });

  it('is refused by an operator who has learned of it in another way', async () => {
    recallStatus = 202;
    const id = await settled();
    const refuse = () =>
      stack.call('POST', `/v1/operator/payments/${id}/recall-refusal`, {
        key: operator,
        body: { reason: 'told by letter' },
      });
    expect((await refuse()).status).toBe(409);
    await recall(id);
    const answer = await refuse();
    expect(answer).toMatchObject({ status: 200, body: { status: 'settled', recall: { status: 'refused' } } });
    expect((await refuse()).body).toEqual(answer.body);
    expect(JSON.stringify(await read(id))).not.toContain('told by letter');
  });

  it('of what is not settled is 409, and of an unknown reason 400', async () => {
    const id = String(dataOf(await stack.call('POST', PATH, { key, body: instructionBody() }))['instructionId']);
    const answer = await recall(id);
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'INVALID_TRANSITION', current: expect.any(String) as string });
    expect((await recall(id, { reasonCode: 'NONE' })).status).toBe(400);
  });

  it('keeps the amount of a return as it is said', async () => {
    const id = await settled();
    const said = await report(id, 'returned', { returned: { amount: 1.001, currency: 'USD' } });
    expect([said.status, said.body['data']]).toMatchObject([200, { disposition: 'applied', status: 'returned' }]);
  });
});
