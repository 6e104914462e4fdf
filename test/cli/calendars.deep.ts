import { actor } from '../../cli/actor';
import { listAuditEntries } from '../../db/auth/audit-log';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
});

const calendars = (...args: string[]) => line.run('calendars', ...args);

describe('corridor calendars', () => {
  it('closes and opens days, shows them and writes down who did it', async () => {
    const day = ['DE', '--date', '2026-12-24'];
    const { said } = await calendars('add-holiday', ...day, '--name', 'Christmas Eve', '--json');
    expect(said).toEqual({ id: 'DE', date: '2026-12-24', isOpen: false });
    const { text } = await calendars('show', 'DE', '--year', '2026');
    expect(text).toContain('2026-12-24 closed: Christmas Eve (operator)');
    await calendars('remove-holiday', 'TARGET', '--date', '2026-05-01');
    expect((await calendars('show', 'TARGET', '--year', '2026')).text).toContain('2026-05-01 open: opened by');
    const entries = await listAuditEntries(database, null);
    expect(entries.map(({ act, subject, actor, detail }) => ({ act, subject, actor, date: detail['date'] }))).toEqual([
      { act: 'calendar.holiday_removed', subject: 'TARGET', actor: ACTOR, date: '2026-05-01' },
      { act: 'calendar.holiday_added', subject: 'DE', actor: ACTOR, date: '2026-12-24' },
    ]);
  });

  it('lists what is known, and says what is not', async () => {
    const { text } = await calendars('list');
    expect(text).toContain('TARGET weekend 6,7 by rule target');
    expect(text).toMatch(/^DE weekend 6,7 from 2024-01-01 until 2033-01-01/m);
    const { text: later } = await calendars('show', 'DE', '--year', '2040');
    expect(later).toContain('The holidays of DE in 2040 are a guess.');
  });

  it('refuses an unknown calendar and what is no date', async () => {
    expect((await calendars('add-holiday', 'ZZ', '--date', '2026-12-24', '--name', 'Eve')).fault).toContain(
      'There is no calendar ZZ.',
    );
    expect((await calendars('add-holiday', 'DE', '--date', '2026-02-30', '--name', 'Eve')).fault).toContain(
      'must be an ISO 8601 calendar date',
    );
    expect((await calendars('add-holiday', 'DE', '--date', '1900-12-24', '--name', 'Eve')).fault).toContain(
      'must be a day of the years 2024 to 2032',
    );
  });
});
