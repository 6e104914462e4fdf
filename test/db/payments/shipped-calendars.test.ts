import { migrate } from '../../../db/migrate';
import { setCalendarDay } from '../../../db/payments/routing/calendars';
import { readCalendar } from '../../../db/payments/routing/read-calendar';
import { createTestDatabase, openForOperator, type TestDatabase } from '../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const migrated = () => migrate(openForOperator(database));
const redated = () => database.query<{ id: string }>(`select subject as id from outbox where topic = 'payment.redate'`);

/** Takes the database back to the calendars of an older release. */
async function age(): Promise<void> {
  await database.query(`delete from calendar_days where calendar_id in ('CA-LYNX', 'CN-CNAPS')`);
  await database.query(`delete from calendars where id in ('CA-LYNX', 'CN-CNAPS')`);
  await database.query(`update calendars set rule = null where id in ('CH-SIC', 'NZ-ESAS', 'JP-BOJ')`);
  await database.query(`update calendars set weekend = '{6,7}' where id = 'BD'`);
  await database.query(`delete from calendar_days where calendar_id = 'DE' and date = '2026-10-03'`);
  await database.query(`insert into calendar_days values ('DE', '2026-08-08', 'Festival', false, 'date-holidays 1')`);
}

/** Source: docs/GAPS.md#P12 */
it('brings the calendars of an older database to what ships, and keeps what an operator changed', async () => {
  await age();
  await setCalendarDay(database, 'DE', { date: '2026-12-24', name: 'Eve', isOpen: false }, 'test');
  await setCalendarDay(database, 'DE', { date: '2026-12-25', name: 'at work', isOpen: true }, 'test');
  await database.query('truncate outbox');

  expect(await migrated()).toEqual([]);

  const lynx = await readCalendar(database, 'CA-LYNX');
  expect(lynx).toMatchObject({ rule: 'lynx', knownFrom: null });
  const china = await readCalendar(database, 'CN-CNAPS');
  expect(china).toMatchObject({ knownUntil: '2027-01-01' });
  expect(china?.days.get('2026-02-14')).toMatchObject({ isOpen: true });
  expect(china?.days.get('2028-10-01')?.source).toMatch(/^date-holidays/);
  expect((await readCalendar(database, 'BD'))?.weekend).toEqual([5, 6]);
  const germany = await readCalendar(database, 'DE');
  const days = ['2026-08-08', '2026-10-03', '2026-12-24', '2026-12-25'].map((date) => germany?.days.get(date));
  expect(days).toMatchObject([
    undefined,
    { name: 'National Holiday', isOpen: false },
    { name: 'Eve', isOpen: false, source: 'operator' },
    { name: 'at work', isOpen: true, source: 'operator' },
  ]);
  expect(await redated()).toEqual([{ id: '*' }]);
});

it('changes nothing of a database that has what ships', async () => {
  await database.query('truncate outbox');
  expect(await migrated()).toEqual([]);
  expect(await redated()).toEqual([]);
});

it('reads a rule of a newer release as none', async () => {
  await database.query(`update calendars set rule = 'of_a_newer_release' where id = 'AU-RITS'`);
  expect(await readCalendar(database, 'AU-RITS')).toMatchObject({ rule: null });
});
