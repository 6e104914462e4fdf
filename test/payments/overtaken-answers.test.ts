import { TOPICS } from '../../db/outbox';
import { listOpenCases } from '../../db/payments/settlement/reconciliation-cases';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import type { HttpAnswer } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import { begun, clientOf } from '../support/temporal';

let scene: PaymentScene;
let partner: TestPartner;
/** What the partner reports of a payment before it answers the submission, and what it answers then. */
let script: { reports: PaymentStatus; answer: HttpAnswer };
/** The same of an inquiry, which is made about what was left in doubt. */
let inquiry: typeof script | null = null;

beforeAll(async () => {
  scene = await PaymentScene.open();
  const { database, vault } = scene.stack;
  partner = await startTestPartner(database, vault, {
    name: 'hasty',
    route: { priority: 60 },
    react: async ({ method, path, body }) => {
      if (method === 'GET' && inquiry !== null) return reportFirst(path.split('/')[2] ?? '', inquiry);
      if (path !== '/instructions') return { status: 202, body: {} };
      if (inquiry !== null) return { status: 503, body: {} };
      return reportFirst((JSON.parse(String(body)) as { instructionId: string }).instructionId, script);
    },
  });
});

const report = (id: string, status: PaymentStatus) =>
  scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, { key: partner.key, body: { status } });
async function reportFirst(id: string, { reports, answer }: typeof script): Promise<HttpAnswer> {
  expect((await report(id, reports)).status).toBe(200);
  return answer;
}

const kindsOf = async (id: string) =>
  (await listOpenCases(scene.stack.database, { limit: 1_000 }))
    .filter(({ instructionId }) => instructionId === id)
    .map(({ kind }) => kind);

/** @returns id of a payment whose partner has reported and answered, with all that followed from it in the workflow */
async function instruct(): Promise<string> {
  const id = instructionIdOf(await scene.instruct({ settlementRoute: { routeId: partner.routeId } }));
  await scene.until(id, script.reports);
  return id;
}

const ended = async (id: string) => (await begun(clientOf(scene.stack.services.workflows), `pay/${id}`)).result();

/** Source: docs/GAPS.md#P3 */
describe('a report that comes before the answer to the submission', () => {
  it.each([
    ['failed', {}],
    ['failed', { status: 'accepted' }],
    ['cancelled', {}],
  ] as const)('of %s is not contradicted by having taken the payment (%j)', async (reports, said) => {
    script = { reports, answer: { status: 200, body: { partnerReference: 'H-1', ...said } } };
    const id = await instruct();
    await ended(id);
    const shown = await scene.show(id);
    expect(shown).toMatchObject({ status: reports, settlementDetails: { partnerReference: 'H-1' } });
    expect(await kindsOf(id)).toEqual([]);
    const stops = await scene.stack.database.query('select from outbox where subject = $1 and topic = $2', [
      id,
      TOPICS.stopPayment,
    ]);
    expect(stops).toEqual([]);
    expect(partner.server.requests.some(({ path }) => path === `/instructions/${id}/cancel`)).toBe(false);
    const body = { clientReference: `again-${reports}-${id.slice(-6)}` };
    script = { reports: 'processing', answer: { status: 200, body: { partnerReference: 'H-2' } } };
    const again = await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, { key: scene.key, body });
    expect(again.status).toBe(201);
  });

  it.each(['accepted', 'processing', 'settled'] as const)(
    'of %s contradicts a rejection: a case opens',
    async (reports) => {
      script = { reports, answer: { status: 422, body: { code: 'AC04', message: 'Account closed' } } };
      const id = await instruct();
      if (reports !== 'settled') expect((await report(id, 'settled')).status).toBe(200);
      await ended(id);
      expect((await scene.show(id)).status).toBe('settled');
      expect(await kindsOf(id)).toEqual(['conflicting_submission']);
    },
  );

  it('of a failure agrees with a rejection', async () => {
    script = { reports: 'failed', answer: { status: 422, body: { code: 'AC04', message: 'Account closed' } } };
    const id = await instruct();
    await ended(id);
    expect((await scene.show(id)).status).toBe('failed');
    expect(await kindsOf(id)).toEqual([]);
  });
});

/** Source: docs/GAPS.md#P3 */
describe('a report that comes before the answer to an inquiry', () => {
  it('of a failure is not contradicted by what was so when the partner was asked', async () => {
    inquiry = {
      reports: 'failed',
      answer: { status: 200, body: { partnerReference: 'H-1', status: 'processing' } },
    };
    script = inquiry;
    const id = await instruct();
    await ended(id);
    expect((await scene.show(id)).status).toBe('failed');
    expect(await kindsOf(id)).toEqual([]);
    inquiry = null;
  });

  it('is not denied by the answer, which says what was so when the partner was asked', async () => {
    inquiry = { reports: 'accepted', answer: { status: 404, body: { message: 'unknown instruction' } } };
    script = inquiry;
    const id = await instruct();
    expect((await report(id, 'settled')).status).toBe(200);
    await ended(id);
    const flags = await scene.stack.database.query('select kind from operator_flags where subject = $1', [id]);
    expect(flags).toEqual([]);
    inquiry = null;
  });
});
