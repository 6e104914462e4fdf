import { setCalendarDay } from '../../db/payments/calendars';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
const DAY_MS = 86_400_000;

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await partner.server.close();
});

interface Shown {
  status: string;
  settlementDetails: {
    expectedSettlementDate: string;
    dateExplanation: { reason: string; date: string }[];
    dateHistory: { expectedSettlementDate: string; because: string }[];
  };
  reconciliation: { status: string; discrepancies: unknown[] } | null;
}

async function create(overrides: Record<string, unknown> = {}): Promise<{ id: string; status: string }> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
  const { instructionId: id, status } = body['data'] as { instructionId: string; status: string };
  return { id, status };
}

async function show(id: string): Promise<Shown> {
  return (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown;
}

/** A Tuesday about a month ahead, and the Wednesday after it. */
function openDays(): [string, string] {
  const day = new Date(Date.now() + 30 * DAY_MS);
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1);
  return [day.toISOString().slice(0, 10), new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10)];
}

/** Source: docs/GAPS.md#P12 */
describe('dates of payments that wait', () => {
  it('follow a calendar that changes, with the moment of release, and keep the former date', async () => {
    const [tuesday, wednesday] = openDays();
    await setCalendarDay(stack.database, 'US-FED', { date: tuesday, name: 'as usual', isOpen: true }, 'test');
    await setCalendarDay(stack.database, 'US-FED', { date: wednesday, name: 'as usual', isOpen: true }, 'test');
    const { id, status } = await create({ valueDate: tuesday });
    expect(status).toBe('pending');
    await setCalendarDay(stack.database, 'US-FED', { date: tuesday, name: 'Day of Mourning', isOpen: false }, 'test');
    const moved = await eventually(
      () => show(id),
      ({ settlementDetails }) => settlementDetails.expectedSettlementDate === wednesday,
      'the date of a held payment follows its calendar',
    );
    expect(moved.settlementDetails.dateHistory).toMatchObject([
      { expectedSettlementDate: tuesday, because: 'calendar_changed' },
    ]);
    expect(moved.settlementDetails.dateExplanation).toContainEqual(
      expect.objectContaining({ reason: 'holiday', date: tuesday }),
    );
    const [row] = await stack.database.query<{ release: Date }>(
      'select release_at as release from payment_instructions where id = $1',
      [id],
    );
    expect(row?.release.toISOString().slice(0, 10)).toBe(wednesday);
    // The workflow has looked again, and sends nothing before the new day.
    await eventually(
      () => stack.database.query<{ topic: string }>('select topic from outbox'),
      (items) => items.length === 0,
      'the relay is done',
    );
    expect((await show(id)).status).toBe('pending');
    expect(partner.submissions()).toEqual([]);
  });

  it('begin anew once what held them is over, and the partner is measured by what was left to it', async () => {
    await stack.stopWorkers();
    const { id, status } = await create();
    expect(status).toBe('pending');
    const promised = (await show(id)).settlementDetails.expectedSettlementDate;
    const [before] = await stack.database.query<{ date: string }>(
      `update payment_instructions set submitted_at = submitted_at - interval '9 days', version = version + 1,
         expected_date = expected_date - 9 where id = $1 returning expected_date::text as date`,
      [id],
    );
    await stack.startWorkers();
    const sent = await eventually(
      () => show(id),
      (shown) => shown.status === 'submitted',
      'the payment is sent',
    );
    expect(sent.settlementDetails.expectedSettlementDate >= promised).toBe(true);
    expect(sent.settlementDetails.dateHistory).toMatchObject([
      { expectedSettlementDate: before?.date, because: 'held' },
    ]);
    const settled = await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    expect(settled.body['data']).toMatchObject({ reconciliation: { status: 'matched', discrepancies: [] } });
  });
});
