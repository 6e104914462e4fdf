import { eventually } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { INSTRUCTIONS, instructionIdOf, minutesFromNow, PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

describe('cancellation', () => {
  it('asks the partner of a submitted instruction, whose report decides', async () => {
    const id = await scene.create();
    const answer = await scene.cancel(id, { reason: 'ordered twice' });
    expect(answer.status).toBe(202);
    expect(answer.body['data']).toMatchObject({ cancellation: { status: 'requested', reason: 'ordered twice' } });
    // The scripted partner answers 200, which cancels at once.
    const shown = await scene.until(id, 'cancelled');
    expect(shown.statusHistory.at(-1)?.status).toBe('cancelled');
    expect((await scene.cancel(id)).status).toBe(200);
  });

  it('cancels a held instruction at once and never sends it', async () => {
    const valueDate = minutesFromNow(60 * 24 * 9).slice(0, 10);
    const answer = await scene.cancel(instructionIdOf(await scene.instruct({ valueDate })));
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
  });

  it('refuses once it is processing', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'processing' });
    const answer = await scene.cancel(id);
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'CANCELLATION_NOT_ALLOWED' });
  });
});

describe('a partner that refuses a cancellation and cancels after all', () => {
  it('has done what the client wanted', async () => {
    const { database, vault, call } = scene.stack;
    const hesitant = await startTestPartner(database, vault, {
      name: 'hesitant',
      react: ({ path }) => (path.endsWith('/cancel') ? { status: 409, body: {} } : undefined),
    });
    const id = await scene.create({ settlementRoute: { routeId: hesitant.routeId } });
    expect((await scene.cancel(id)).status).toBe(202);
    const cancellationOf = async () => (await scene.show(id)).cancellation?.status;
    await eventually(cancellationOf, (status) => status === 'refused', 'the refusal');
    const said = await call('PUT', `${INSTRUCTIONS}/${id}/status`, {
      key: hesitant.key,
      body: { status: 'cancelled' },
    });
    expect(said.body['data']).toMatchObject({ disposition: 'applied', status: 'cancelled' });
    expect(await scene.show(id)).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
    const again = await scene.cancel(id);
    expect(again.status).toBe(200);
    expect(again.body['data']).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
  });
});

/** A partner may still work on a submission of which it says that it knows nothing. Source: docs/GAPS.md#P7 */
describe('a cancellation that the partner gets before it knows the payment', () => {
  it('is asked for again once the partner says that it has it', async () => {
    let questions = 0;
    const late: TestPartner = await startTestPartner(scene.stack.database, scene.stack.vault, {
      name: 'late',
      async react({ method, path }) {
        if (path.endsWith('/cancel')) {
          questions += 1;
          return questions === 1 ? { status: 404, body: { code: 'unknown' } } : { status: 200, body: {} };
        }
        if (method === 'POST') return { status: 503, body: {} };
        await late.server.until((requests) => requests.some((each) => each.path.endsWith('/cancel')), 'the question');
        return { status: 200, body: { partnerReference: 'L-1', status: 'submitted' } };
      },
    });
    const id = instructionIdOf(await scene.instruct({ settlementRoute: { routeId: late.routeId } }));
    expect((await scene.cancel(id)).status).toBe(202);
    const shown = await scene.until(id, 'cancelled');
    expect(shown.cancellation).toMatchObject({ status: 'cancelled' });
    expect(shown.statusHistory.map(({ status }) => status)).toEqual(['pending', 'submitted', 'cancelled']);
  });
});

describe('tracking', () => {
  it('finds own instructions, counts them and names the others', async () => {
    const first = await scene.create();
    const second = await scene.create();
    await scene.settle(second);
    const foreign = await scene.stack.createKey('stranger');
    const ids = `${first}, ${second},${first},instr_00000000000000000000000000`;
    const answer = await scene.stack.call('GET', `/api/v1/payments/track?instructionIds=${encodeURIComponent(ids)}`, {
      key: scene.key,
    });
    expect(answer.body['data']).toMatchObject({
      summary: { total: 2, byStatus: { submitted: 1, settled: 1 } },
      notFound: ['instr_00000000000000000000000000'],
    });
    const { instructions } = (
      answer.body as unknown as { data: { instructions: { status: string; settlementDetails: object }[] } }
    ).data;
    expect(instructions.find((entry) => entry.status === 'settled')?.settlementDetails).toHaveProperty('settledAt');
    expect(instructions.find((entry) => entry.status === 'submitted')?.settlementDetails).toHaveProperty(
      'expectedSettlementDate',
    );
    const stranger = await scene.stack.call('GET', `/api/v1/payments/track?instructionIds=${first}`, { key: foreign });
    expect(stranger.body['data']).toMatchObject({ instructions: [], notFound: [first] });
    expect((await scene.stack.call('GET', `${INSTRUCTIONS}/${first}`, { key: foreign })).status).toBe(404);
  });

  it('refuses a list of none and more than fifty ids, and takes an empty one as absent', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `instr_${index}`).join(',');
    const track = (ids: string) =>
      scene.stack.call('GET', `/api/v1/payments/track?instructionIds=${ids}`, { key: scene.key });
    for (const ids of [',', many]) expect((await track(ids)).status).toBe(400);
    const { body } = await scene.stack.call('GET', '/api/v1/payments/track', { key: scene.key });
    expect((await track('')).body).toEqual(body);
  });

  it('pages through the newest without ids', async () => {
    const first = await scene.stack.call('GET', '/api/v1/payments/track?limit=1', { key: scene.key });
    const { nextCursor, instructions } = (
      first.body as unknown as { data: { nextCursor: string; instructions: { instructionId: string }[] } }
    ).data;
    const second = await scene.stack.call('GET', `/api/v1/payments/track?limit=1&cursor=${nextCursor}`, {
      key: scene.key,
    });
    const next = (second.body as unknown as { data: { instructions: { instructionId: string }[] } }).data.instructions;
    expect(next[0]?.instructionId).not.toBe(instructions[0]?.instructionId);
  });
});
