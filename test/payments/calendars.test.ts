import { listAuditEntries } from '../../db/auth/audit-log';
import { changeManaged } from '../../db/administration/change';
import { listen } from '../../db/listener';
import { setCalendarDay } from '../../db/payments/routing/calendars';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { RouteCache } from '../../db/payments/routing/routes';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

interface Shown {
  holidaysKnown: boolean;
  weekend: number[];
  holidays: { date: string; name: string }[];
}

async function show(target: string): Promise<{ status: number; data: Shown }> {
  const { status, body } = await stack.call('GET', `/api/v1/calendars/${target}`, { key });
  return { status, data: body['data'] as Shown };
}

describe('GET /api/v1/calendars/{id}', () => {
  it('shows holidays of a country, its weekend, and whether they are known', async () => {
    const germany = await show('DE?year=2026');
    expect(germany.status).toBe(200);
    expect(germany.data).toMatchObject({ id: 'DE', year: 2026, weekend: [6, 7], rule: null, holidaysKnown: false });
    expect((await show('AU-RITS?year=2027')).data).toMatchObject({ holidaysKnown: true });
    expect(germany.data.holidays.map(({ date }) => date)).toEqual(expect.arrayContaining(['2026-05-14', '2026-10-03']));
    expect((await show('DE?year=2033')).data).toMatchObject({ holidaysKnown: false, holidays: [] });
    expect((await show('SA?year=2026')).data.weekend).toEqual([5, 6]);
  });

  it('shows the closing days of TARGET by rule in any year', async () => {
    const { data } = await show('TARGET?year=2040');
    expect(data.holidaysKnown).toBe(true);
    expect(data.holidays.map(({ date }) => date.slice(5))).toEqual([
      '01-01',
      '03-30',
      '04-02',
      '05-01',
      '12-25',
      '12-26',
    ]);
  });

  it('says of countries that the library does not know that nothing is known', async () => {
    const [row] = await stack.database.query<{ id: string }>(
      'select id from calendars where known_from is null and rule is null order by id limit 1',
    );
    expect((await show(`${row?.id ?? ''}?year=2026`)).data).toMatchObject({ holidaysKnown: false, holidays: [] });
  });

  it('answers 404 to an unknown id and 400 to what is no year', async () => {
    expect((await show('ZZ')).status).toBe(404);
    expect((await show('%00')).status).toBeGreaterThanOrEqual(400);
    expect((await show('%00')).status).toBeLessThan(500);
    expect((await show('DE?year=20x6')).status).toBe(400);
  });
});

describe('a calendar that an operator changes', () => {
  const body = instructionBody({ valueDate: nextTuesday() });

  function nextTuesday(): string {
    const day = new Date(Date.now() + 30 * 86_400_000);
    while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1);
    return day.toISOString().slice(0, 10);
  }

  const dateNow = async (): Promise<{ expectedSettlementDate: string; dateExplanation: unknown[] }> => {
    const answer = await stack.call('POST', '/api/v1/payments/preview', { key, body });
    return (answer.body['data'] as { settlementDetails: never }).settlementDetails;
  };

  it('moves dates, with an audit entry, and back again', async () => {
    const date = nextTuesday();
    const isOpenDay = { date, name: 'as usual', isOpen: true };
    expect(await setCalendarDay(stack.database, 'US-FED', isOpenDay, 'test')).toBe(true);
    await eventually(dateNow, (now) => now.expectedSettlementDate === date, 'the day itself');
    await setCalendarDay(stack.database, 'US-FED', { date, name: 'Day of Mourning', isOpen: false }, 'test');
    const moved = await eventually(dateNow, (now) => now.expectedSettlementDate > date, 'the day after');
    expect(moved.dateExplanation).toContainEqual({
      reason: 'holiday',
      date,
      message: `${date} is not a business day: Day of Mourning (US-FED).`,
    });
    const acts = (await listAuditEntries(stack.database, null)).map(({ act, subject }) => [act, subject]);
    expect(acts).toContainEqual(['calendar.holiday_added', 'US-FED']);
    await setCalendarDay(stack.database, 'US-FED', isOpenDay, 'test');
    await eventually(dateNow, (now) => now.expectedSettlementDate === date, 'the day itself');
  });

  it('moves the dates of a route that keeps its days beside those of currency and country, and of no other', async () => {
    const date = nextTuesday();
    const actor = 'command:test';
    const keep = (calendars: string[]) =>
      changeManaged(stack.database, { kind: 'route', id: partner.routeId, changes: { calendars }, actor });
    await setCalendarDay(stack.database, 'IS', { date, name: 'Founders Day', isOpen: false }, actor);
    expect((await dateNow()).expectedSettlementDate).toBe(date);
    await keep(['IS']);
    const moved = await eventually(dateNow, (now) => now.expectedSettlementDate > date, 'the day after');
    expect(moved.dateExplanation).toContainEqual(
      expect.objectContaining({ reason: 'holiday', message: `${date} is not a business day: Founders Day (IS).` }),
    );
    const payment = { currency: 'USD', beneficiaryCountry: 'US' };
    expect((await readClosedDays(stack.database, { ...payment, calendars: ['IS'] }))(date)).not.toBeNull();
    expect((await readClosedDays(stack.database, payment))(date)).toBeNull();
    const listener = await listen(stack.database.url);
    const cache = new RouteCache(stack.database, listener);
    // However long ago they were read: only a notification has them read again.
    const closures = async () =>
      (await cache.all(new Date(0))).map(({ calendars }) => calendars[0]?.days.get(date)?.name);
    expect(await closures()).toContain('Founders Day');
    await setCalendarDay(stack.database, 'IS', { date, name: 'Founding Day', isOpen: false }, actor);
    await eventually(closures, (names) => names.includes('Founding Day'), 'the notification').finally(() =>
      listener.close(),
    );
    await keep([]);
    await eventually(dateNow, (now) => now.expectedSettlementDate === date, 'the day itself');
  });

  it('lists calendars page by page, closes a day by the API and opens it, once each', async () => {
    const operator = await stack.createOperator();
    const ask = (method: string, target: string, sent?: unknown) =>
      stack.call(method, `/v1/operator/calendars${target}`, {
        key: operator,
        ...(sent === undefined ? {} : { body: sent }),
      });
    const first = await ask('GET', '?limit=1');
    const second = await ask('GET', `?limit=1&cursor=${String(first.body['next_cursor'])}`);
    expect([first, second].map(({ body: page }) => page['data'])).toMatchObject([[{ id: 'AD' }], [{ id: 'AE' }]]);
    expect((await ask('GET', '?cursor=AD')).status).toBe(400);

    const day = '/CH/holidays/2027-02-03';
    const closing = { name: 'Day of Mourning', reason: 'told by the central bank' };
    const closed = await ask('PUT', day, closing);
    const holiday = { date: '2027-02-03', name: closing.name, source: 'operator' };
    expect(closed.body).toMatchObject({ id: 'CH', year: 2027 });
    expect(closed.body['holidays']).toContainEqual(holiday);
    expect((await ask('PUT', day, closing)).status).toBe(200);
    const open = () => ask('DELETE', `${day}?reason=withdrawn`);
    expect([(await open()).status, (await open()).status]).toEqual([204, 204]);
    expect((await ask('GET', '/CH?year=2027')).body['openedDays']).toEqual([
      { ...holiday, name: 'opened by the operator' },
    ]);
    const entries = await listAuditEntries(stack.database, null);
    const ofCalendar = entries.filter(({ subject }) => subject === 'CH');
    expect(ofCalendar.map(({ act, detail, actor }) => [act, detail['reason'], actor.split(':')[0]])).toEqual([
      ['calendar.holiday_removed', 'withdrawn', 'operator'],
      ['calendar.holiday_added', closing.reason, 'operator'],
    ]);
  });

  it('is refused with every fault named', async () => {
    const operator = await stack.createOperator();
    const close = (target: string, sent: unknown) =>
      stack.call('PUT', `/v1/operator/calendars/${target}`, { key: operator, body: sent });
    const { status, body: refusal } = await close('DE/holidays/2026-02-30', { name: ' ', reason: '' });
    const { details } = refusal['error'] as { details: { field: string }[] };
    expect([status, details.map(({ field }) => field).sort()]).toEqual([400, ['date', 'name']]);
    expect((await close('DE/holidays/1900-12-24', { name: 'Eve' })).status).toBe(400);
    expect((await close('ZZ/holidays/2026-12-24', { name: 'Eve' })).status).toBe(404);
  });

  it('is refused where there is none', async () => {
    const day = { date: '2026-12-24', name: 'Eve', isOpen: false };
    expect(await setCalendarDay(stack.database, 'ZZ', day, 'test')).toBe(false);
  });
});
