import { setCalendarDay } from '../../db/payments/routing/calendars';
import { EVERY_CALENDAR, requestRedating } from '../../db/payments/routing/redating';
import { eventually } from '../support/builders';
import { readRoutesAgain } from '../support/partner';
import { instructionIdOf, PaymentScene } from '../support/payment-scene';

const DAY_MS = 86_400_000;

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

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
    await setCalendarDay(scene.stack.database, 'US-FED', { date: tuesday, name: 'as usual', isOpen: true }, 'test');
    await setCalendarDay(scene.stack.database, 'US-FED', { date: wednesday, name: 'as usual', isOpen: true }, 'test');
    const id = instructionIdOf(await scene.instruct({ valueDate: tuesday }));
    await setCalendarDay(
      scene.stack.database,
      'US-FED',
      { date: tuesday, name: 'Day of Mourning', isOpen: false },
      'test',
    );
    const moved = await eventually(
      () => scene.show(id),
      ({ settlementDetails }) => settlementDetails.expectedSettlementDate === wednesday,
      'the date of a held payment follows its calendar',
    );
    expect(moved.settlementDetails.dateHistory).toMatchObject([
      { expectedSettlementDate: tuesday, because: 'calendar_changed' },
    ]);
    expect(moved.settlementDetails.dateExplanation).toContainEqual(
      expect.objectContaining({ reason: 'holiday', date: tuesday }),
    );
    const [row] = await scene.stack.database.query<{ release: Date }>(
      'select release_at as release from payment_instructions where id = $1',
      [id],
    );
    expect(row?.release.toISOString().slice(0, 10)).toBe(wednesday);
    // The workflow has looked again, and sends nothing before the new day.
    await eventually(
      () => scene.stack.database.query<{ topic: string }>('select topic from outbox'),
      (items) => items.length === 0,
      'the relay is done',
    );
    expect((await scene.show(id)).status).toBe('pending');
    expect(scene.partner.submissions()).toEqual([]);
  });

  it('are all looked at where a release has changed calendars', async () => {
    const [, wednesday] = openDays();
    const { database } = scene.stack;
    const id = instructionIdOf(await scene.instruct({ valueDate: wednesday }));
    await database.query(
      `update calendar_days set is_open = false, name = 'Moved' where calendar_id = 'US-FED' and date = $1`,
      [wednesday],
    );
    await requestRedating(database, EVERY_CALENDAR);
    const moved = await eventually(
      () => scene.show(id),
      ({ settlementDetails }) => settlementDetails.expectedSettlementDate > wednesday,
      'the date of a held payment follows',
    );
    expect(moved.settlementDetails.dateHistory).toMatchObject([
      { expectedSettlementDate: wednesday, because: 'calendar_changed' },
    ]);
  });

  it('follow a calendar of their route', async () => {
    const [tuesday, wednesday] = openDays();
    const { database } = scene.stack;
    for (const date of [tuesday, wednesday]) {
      await setCalendarDay(database, 'US-FED', { date, name: 'as usual', isOpen: true }, 'test');
      await setCalendarDay(database, 'IS', { date, name: 'as usual', isOpen: true }, 'test');
    }
    await database.query(`update routes set calendars = '{IS}'`);
    await readRoutesAgain(database);
    const id = instructionIdOf(await scene.instruct({ valueDate: tuesday }));
    await setCalendarDay(database, 'IS', { date: tuesday, name: 'Founders Day', isOpen: false }, 'test');
    await eventually(
      () => scene.show(id),
      ({ settlementDetails }) => settlementDetails.expectedSettlementDate === wednesday,
      'the date of a held payment follows the calendar of its route',
    );
    await database.query(`update routes set calendars = '{}'`);
    await readRoutesAgain(database);
  });

  it('begin anew once what held them is over, and the partner is measured by what was left to it', async () => {
    await scene.stack.stopWorkers();
    const id = instructionIdOf(await scene.instruct());
    const { status, settlementDetails } = await scene.show(id);
    expect(status).toBe('pending');
    const promised = settlementDetails.expectedSettlementDate;
    const [before] = await scene.stack.database.query<{ date: string }>(
      `update payment_instructions set submitted_at = submitted_at - interval '9 days', version = version + 1,
         expected_date = expected_date - 9 where id = $1 returning expected_date::text as date`,
      [id],
    );
    await scene.stack.startWorkers();
    const sent = await scene.until(id, 'submitted');
    expect(sent.settlementDetails.expectedSettlementDate >= promised).toBe(true);
    expect(sent.settlementDetails.dateHistory).toMatchObject([
      { expectedSettlementDate: before?.date, because: 'held' },
    ]);
    const settled = await scene.settle(id);
    expect(settled.body['data']).toMatchObject({ reconciliation: { status: 'matched', discrepancies: [] } });
  });
});
