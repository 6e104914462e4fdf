import { findEventType } from '../../domain/webhooks/events';
import { listAuditEntries } from '../../db/auth/audit-log';
import { closeCase, listOpenCases } from '../../db/payments/reconciliation-cases';
import fc from 'fast-check';
import { PAYMENT_STATUSES, STATUS_RANK, type PaymentStatus } from '../../domain/payments/status';
import { decide } from '../../domain/payments/transitions';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

let stack: Stack;
let partner: TestPartner;
let other: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  other = await startTestPartner(stack.database, stack.vault, { name: 'south', route: { priority: 50 } });
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await partner.server.close();
  await other.server.close();
});

const PATH = '/api/v1/payments/instructions';

interface Shown {
  status: PaymentStatus;
  statusHistory: { status: PaymentStatus; timestamp: string; message?: string }[];
  settlementDetails: { settledAt?: string; partnerReference: string | null };
  settlement: Record<string, unknown> | null;
  reconciliation: { status: string; discrepancies: { type: string }[] } | null;
}

async function create(): Promise<string> {
  const answer = await stack.call('POST', PATH, { key, body: instructionBody() });
  expect(answer.body['data']).toMatchObject({ status: 'submitted' });
  return (answer.body as unknown as { data: { instructionId: string } }).data.instructionId;
}

async function show(id: string): Promise<Shown> {
  const answer = await stack.call('GET', `${PATH}/${id}`, { key });
  return (answer.body as unknown as { data: Shown }).data;
}

function report(id: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> {
  return stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body, headers });
}

function settle(id: string, body: Record<string, unknown> = settlementBody(), method = 'POST'): Promise<Answer> {
  return stack.call(method, `${PATH}/${id}/settlement`, { key: partner.key, body });
}

function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

async function openCases(id: string): Promise<number> {
  const rows = await stack.database.query('select id from reconciliation_cases where instruction_id = $1', [id]);
  return rows.length;
}

/** Reports that lead from submitted to the status. */
const WAY: Record<PaymentStatus, PaymentStatus[]> = {
  pending: [],
  submitted: [],
  accepted: ['accepted'],
  processing: ['processing'],
  settled: ['settled'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  returned: ['settled', 'returned'],
};

const HTTP_STATUS = { applied: 200, duplicate: 200, stale: 200, waiting: 202, refused: 409, conflicting: 409 };

describe('partner status reports', () => {
  const pairs = PAYMENT_STATUSES.filter((from) => from !== 'pending').flatMap((from) =>
    PAYMENT_STATUSES.map((to) => [from, to] as const),
  );

  it.each(pairs)('%s, reported %s: as the table says', async (from, to) => {
    const id = await create();
    for (const step of WAY[from]) await report(id, { status: step });
    const disposition = decide(from, to);
    const answer = await report(id, { status: to, details: { message: 'again' } });
    expect(answer.status).toBe(HTTP_STATUS[disposition]);
    const shown = await show(id);
    expect(shown.status).toBe(disposition === 'applied' ? to : from);
    // A partner that goes on with what has ended here is a case beside the stale report.
    const continues = disposition === 'stale' && (from === 'failed' || from === 'cancelled') && STATUS_RANK[to] < 4;
    expect(await openCases(id)).toBe(disposition === 'conflicting' || continues ? 1 : 0);
    if (disposition === 'refused')
      expect(answer.body['error']).toMatchObject({ code: 'INVALID_TRANSITION', current: from });
    else if (disposition === 'conflicting') {
      expect(answer.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: from });
    } else {
      expect(answer.body['data']).toMatchObject({
        instructionId: id,
        previousStatus: from,
        status: shown.status,
        disposition,
      });
    }
  });

  it('records message, references and time', async () => {
    const id = await create();
    const timestamp = minutesFromNow(1);
    const details = { message: 'Taken', bankReference: 'B-1' };
    const answer = await report(id, { status: 'accepted', partnerReference: 'P-77', timestamp, details });
    expect(answer.body['data']).toMatchObject({
      disposition: 'applied',
      reportId: expect.stringMatching(/^rep_/) as string,
    });
    const shown = await show(id);
    expect(shown.settlementDetails.partnerReference).toBe('P-77');
    expect(shown.statusHistory.at(-1)).toEqual({ status: 'accepted', timestamp, message: 'Taken' });
  });

  it('places a late report in the history by its time', async () => {
    const id = await create();
    await report(id, { status: 'processing', timestamp: minutesFromNow(3) });
    const answer = await report(id, { status: 'accepted', timestamp: minutesFromNow(2) });
    expect(answer.body['data']).toMatchObject({ disposition: 'stale', status: 'processing' });
    expect((await show(id)).statusHistory.map((entry) => entry.status)).toEqual([
      'submitted',
      'accepted',
      'processing',
    ]);
  });

  it('places a report from before the dispatch right after it', async () => {
    const id = await create();
    await report(id, { status: 'accepted', timestamp: '2020-01-01T00:00:00Z' });
    expect((await show(id)).statusHistory.map((entry) => entry.status)).toEqual(['submitted', 'accepted']);
  });

  it('lets an early return wait and applies it with the settlement', async () => {
    const id = await create();
    const early = await report(id, { status: 'returned' });
    expect(early.status).toBe(202);
    expect(early.body['data']).toMatchObject({ disposition: 'waiting', status: 'submitted' });
    await settle(id);
    const shown = await show(id);
    expect(shown.status).toBe('returned');
    expect(shown.statusHistory.map((entry) => entry.status).sort()).toEqual(['returned', 'settled', 'submitted']);
  });

  it('answers a repeat as a duplicate of the first report', async () => {
    const id = await create();
    const body = { status: 'accepted', details: { message: 'once' } };
    const first = await report(id, body);
    const second = await report(id, body);
    expect(second.status).toBe(200);
    const { reportId } = (first.body as unknown as { data: { reportId: string } }).data;
    expect(second.body['data']).toMatchObject({ disposition: 'duplicate', reportId });
    expect((await show(id)).statusHistory).toHaveLength(2);
  });

  it('opens one case only, however often a contradiction is repeated', async () => {
    const id = await create();
    await report(id, { status: 'failed' });
    const body = { status: 'settled', details: { message: 'but it was' } };
    expect((await report(id, body)).status).toBe(409);
    expect((await report(id, body)).status).toBe(409);
    expect(await openCases(id)).toBe(1);
  });

  it('counts contradictions that differ in one case and keeps each report', async () => {
    const id = await create();
    await report(id, { status: 'failed' });
    for (const message of ['1', '2', '3']) await report(id, { status: 'settled', details: { message } });
    const cases = await stack.database.query(
      `select count, last_seen_at > created_at as newer, last_report_id <> report_id as other from reconciliation_cases
       where instruction_id = $1`,
      [id],
    );
    expect(cases).toEqual([{ count: 3, newer: true, other: true }]);
    const kept = await stack.database.query(
      `select message from partner_reports where instruction_id = $1 and disposition = 'conflicting' order by recorded_at`,
      [id],
    );
    expect(kept).toEqual([{ message: '1' }, { message: '2' }, { message: '3' }]);
  });

  it('counts two waiting reports that contradict the same outcome', async () => {
    const id = await create();
    for (const message of ['1', '2']) await report(id, { status: 'returned', details: { message } });
    expect((await report(id, { status: 'failed' })).status).toBe(200);
    const cases = await stack.database.query('select count from reconciliation_cases where instruction_id = $1', [id]);
    expect(cases).toEqual([{ count: 2 }]);
  });

  it('keeps a case open until somebody closes it, which changes no payment', async () => {
    const id = await create();
    await report(id, { status: 'failed' });
    await report(id, { status: 'settled' });
    const ofThis = async () =>
      (await listOpenCases(stack.database, { limit: 1_000 })).filter(({ instructionId }) => instructionId === id);
    const [opened] = await ofThis();
    expect(opened).toMatchObject({ kind: 'conflicting_report', instructionId: id });
    const close = { id: opened?.id ?? '', reason: 'It failed', actor: 'user:usr_1' };
    expect(await closeCase(stack.database, close)).toBe(true);
    expect(await closeCase(stack.database, close)).toBe(false);
    expect(await ofThis()).toEqual([]);
    expect((await show(id)).status).toBe('failed');
    const [act] = await listAuditEntries(stack.database, null);
    expect(act).toMatchObject({ actor: 'user:usr_1', act: 'case.closed', subject: opened?.id });
  });

  it.each([
    [1e308, 'unverified'],
    [5e-324, 'unverified'],
    [0.736, 'matched'],
  ])('takes a settlement at the rate %d, %s, and can still be read', async (rate, status) => {
    const id = await create();
    const exchangeRate = { rate, timestamp: new Date().toISOString() };
    const beneficiaryReceived = { amount: 920.37, currency: 'EUR' };
    const answer = await settle(id, settlementBody({ exchangeRate, beneficiaryReceived }));
    expect([answer.status, answer.body['data']]).toEqual([200, expect.objectContaining({ status: 'settled' })]);
    const shown = await show(id);
    expect([shown.settlement?.['exchangeRate'], shown.reconciliation?.status]).toEqual([exchangeRate, status]);
  });

  it('refuses a rate that is no number above 0', async () => {
    const id = await create();
    for (const rate of [0, -1, '0.9']) {
      const exchangeRate = { rate, timestamp: new Date().toISOString() };
      expect([rate, (await settle(id, settlementBody({ exchangeRate }))).status]).toEqual([rate, 400]);
    }
    expect((await show(id)).status).toBe('submitted');
  });

  it('says that a settlement was confirmed from before the dispatch', async () => {
    const id = await create();
    const answer = await settle(id, settlementBody({ confirmedAt: minutesFromNow(-60) }));
    const types = (await show(id)).reconciliation?.discrepancies.map(({ type }) => type);
    expect([answer.status, types]).toEqual([200, ['date_early']]);
  });

  it('refuses the same Idempotency-Key for another report', async () => {
    const id = await create();
    const headers = { 'Idempotency-Key': 'r-1' };
    expect((await report(id, { status: 'accepted' }, headers)).status).toBe(200);
    const answer = await report(id, { status: 'processing' }, headers);
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'DUPLICATE' });
  });

  it('knows nothing of an instruction that was given to another partner', async () => {
    const id = await create();
    const answer = await stack.call('PUT', `${PATH}/${id}/status`, { key: other.key, body: { status: 'accepted' } });
    expect(answer.status).toBe(404);
    expect(answer.body['error']).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses client keys here and partner keys elsewhere', async () => {
    const id = await create();
    const wrong = await stack.call('PUT', `${PATH}/${id}/status`, { key, body: { status: 'accepted' } });
    expect(wrong.status).toBe(403);
    expect((await stack.call('GET', `${PATH}/${id}`, { key: partner.key })).status).toBe(403);
  });

  it('refuses a time more than five minutes ahead', async () => {
    const id = await create();
    const answer = await report(id, { status: 'accepted', timestamp: minutesFromNow(6) });
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({ details: [{ field: 'timestamp' }] });
  });

  it('ends in the same state whatever the order and repetition of a consistent life', async () => {
    const life: PaymentStatus[] = ['submitted', 'accepted', 'processing', 'settled', 'returned'];
    const bodies = life.map((status, index) => ({ status, timestamp: minutesFromNow(index - 4) }));
    const orders = fc.shuffledSubarray([...bodies, ...bodies], { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const id = await create();
        for (const body of order) expect((await report(id, body)).status).toBeLessThan(300);
        const shown = await show(id);
        expect(shown.status).toBe('returned');
        expect(shown.statusHistory.map((entry) => entry.status)).toEqual(life);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('applies 20 equal reports at once exactly one time', async () => {
    const id = await create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(id, { status: 'accepted' })));
    const dispositions = answers.map(
      (answer) => (answer.body as unknown as { data: { disposition: string } }).data.disposition,
    );
    expect(dispositions.filter((disposition) => disposition === 'applied')).toHaveLength(1);
    expect(dispositions.filter((disposition) => disposition === 'duplicate')).toHaveLength(19);
    expect((await show(id)).statusHistory).toHaveLength(2);
  });

  it('tells the workflow, which ends with the outcome', async () => {
    const id = await create();
    await report(id, { status: 'accepted' });
    await report(id, { status: 'failed' });
    const handle = stack.services.workflows.client.workflow.getHandle(`pay/${id}`);
    await expect(handle.result()).resolves.toEqual({ status: 'failed' });
  });
});

describe('settlement confirmation', () => {
  it('settles, keeps what was confirmed and compares it', async () => {
    const id = await create();
    const body = settlementBody({
      fees: {
        amount: 6.25,
        currency: 'USD',
        breakdown: [
          { type: 'transfer_fee', amount: 5 },
          { type: 'swift_fee', amount: 1.25 },
        ],
      },
      beneficiaryReceived: { amount: 1244.25, currency: 'USD' },
    });
    const answer = await settle(id, body);
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      instructionId: id,
      status: 'settled',
      previousStatus: 'submitted',
      disposition: 'applied',
      settlement: body,
      reconciliation: { status: 'matched', discrepancies: [] },
    });
    const shown = await show(id);
    expect(shown.settlementDetails.settledAt).toBe(body['confirmedAt']);
    expect(shown.settlement).toEqual(body);
  });

  it('attaches to a settlement that was reported, without a second event', async () => {
    const id = await create();
    await report(id, { status: 'settled' });
    const confirmedAt = minutesFromNow(1);
    const answer = await settle(id, settlementBody({ confirmedAt }));
    expect(answer.body['data']).toMatchObject({ previousStatus: 'settled', status: 'settled', disposition: 'applied' });
    const shown = await show(id);
    expect(shown.statusHistory.map((entry) => entry.status)).toEqual(['submitted', 'settled']);
    expect(shown.settlementDetails.settledAt).toBe(confirmedAt);
    const events = await stack.database.query<{ type: string; payload: unknown }>(
      'select type, payload from events where subject = $1',
      [id],
    );
    expect(events).toHaveLength(2);
    for (const { type, payload } of events) expect(findEventType(type)?.object.parse(payload)).toEqual(payload);
  });

  it('takes the same moment in another zone for the same confirmation', async () => {
    const id = await create();
    await settle(id, settlementBody({ confirmedAt: '2026-01-31T12:00:00Z' }));
    const repeat = await settle(id, settlementBody({ confirmedAt: '2026-01-31T13:00:00+01:00' }));
    expect(repeat.body['data']).toMatchObject({
      disposition: 'duplicate',
      settlement: { confirmedAt: '2026-01-31T12:00:00.000Z' },
    });
  });

  it('takes an identical repeat and refuses a different one, keeping its facts', async () => {
    const id = await create();
    const body = settlementBody();
    await settle(id, body);
    const repeat = await settle(id, body);
    expect(repeat.body['data']).toMatchObject({ disposition: 'duplicate', settlement: body });
    const different = await settle(id, settlementBody({ actualAmount: 9 }));
    expect(different.status).toBe(409);
    expect(different.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: 'settled' });
    expect(await openCases(id)).toBe(1);
  });

  it('refuses a settlement of what failed', async () => {
    const id = await create();
    await report(id, { status: 'failed' });
    expect((await settle(id)).status).toBe(409);
    expect((await show(id)).status).toBe('failed');
    expect(await openCases(id)).toBe(1);
  });

  it('names every fault at once', async () => {
    const id = await create();
    const answer = await settle(id, {
      settlementReference: 7,
      actualAmount: 0,
      actualCurrency: 'USD',
      beneficiaryReceived: { amount: 1 },
      fees: { amount: -1, currency: 'USD', breakdown: [{ type: 'swift_fee', amount: -2 }] },
    });
    const { error } = answer.body as unknown as { error: { details: { field: string }[] } };
    expect(error.details.map((fault) => fault.field).sort()).toEqual([
      'actualAmount',
      'beneficiaryReceived.currency',
      'confirmedAt',
      'fees.amount',
      'fees.breakdown.0.amount',
      'settlementReference',
    ]);
  });
});

describe('cancellation', () => {
  it('asks the partner of a submitted instruction, whose report decides', async () => {
    const id = await create();
    const answer = await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: { reason: 'ordered twice' } });
    expect(answer.status).toBe(202);
    expect(answer.body['data']).toMatchObject({ cancellation: { status: 'requested', reason: 'ordered twice' } });
    // The scripted partner answers 200, which cancels at once.
    const shown = await eventually(
      () => show(id),
      (instruction) => instruction.status === 'cancelled',
      'the cancellation',
    );
    expect(shown.statusHistory.at(-1)?.status).toBe('cancelled');
    expect((await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} })).status).toBe(200);
  });

  it('cancels a held instruction at once and never sends it', async () => {
    const valueDate = minutesFromNow(60 * 24 * 9).slice(0, 10);
    const created = await stack.call('POST', PATH, { key, body: instructionBody({ valueDate }) });
    const { instructionId } = (created.body as unknown as { data: { instructionId: string } }).data;
    const answer = await stack.call('POST', `${PATH}/${instructionId}/cancel`, { key, body: {} });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
  });

  it('refuses once it is processing', async () => {
    const id = await create();
    await report(id, { status: 'processing' });
    const answer = await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} });
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'CANCELLATION_NOT_ALLOWED' });
  });
});

describe('tracking', () => {
  it('finds own instructions, counts them and names the others', async () => {
    const first = await create();
    const second = await create();
    await settle(second);
    const foreign = await stack.createKey('stranger');
    const ids = `${first}, ${second},${first},instr_00000000000000000000000000`;
    const answer = await stack.call('GET', `/api/v1/payments/track?instructionIds=${encodeURIComponent(ids)}`, { key });
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
    const stranger = await stack.call('GET', `/api/v1/payments/track?instructionIds=${first}`, { key: foreign });
    expect(stranger.body['data']).toMatchObject({ instructions: [], notFound: [first] });
    expect((await stack.call('GET', `${PATH}/${first}`, { key: foreign })).status).toBe(404);
  });

  it('refuses none and more than fifty ids', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `instr_${index}`).join(',');
    for (const ids of ['', ',', many]) {
      expect((await stack.call('GET', `/api/v1/payments/track?instructionIds=${ids}`, { key })).status).toBe(400);
    }
  });

  it('pages through the newest without ids', async () => {
    const first = await stack.call('GET', '/api/v1/payments/track?limit=1', { key });
    const { nextCursor, instructions } = (
      first.body as unknown as { data: { nextCursor: string; instructions: { instructionId: string }[] } }
    ).data;
    const second = await stack.call('GET', `/api/v1/payments/track?limit=1&cursor=${nextCursor}`, { key });
    const next = (second.body as unknown as { data: { instructions: { instructionId: string }[] } }).data.instructions;
    expect(next[0]?.instructionId).not.toBe(instructions[0]?.instructionId);
  });
});
