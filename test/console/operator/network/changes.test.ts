import { listAuditEntries } from '../../../../db/auth/audit-log';
import { createUser } from '../../../../db/auth/users';
import { createPartner } from '../../../../db/payments/dispatch/partners';
import { createRoute } from '../../../../db/payments/routing/routes';
import { RouteChange } from '../../../../domain/payments/routing/route-schema';
import { createConsoleApp, ledTo, Person } from '../../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { TEST_VAULT } from '../../../support/limited-app';
import { newRoute } from '../../../support/partner';
import { insertDispatch, insertInstructions, insertPartner } from '../../../support/rows';

const PASSWORD = 'seven green boats at noon';
const NETWORK = '/console/operator/network';
let database: TestDatabase;
let operator: Person;
let partnerId: string;
let routeId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database));
  await operator.logIn(person.email, PASSWORD);
  const bank = { adapter: 'http', config: { url: 'https://bank.example/api' }, environment: 'live' } as const;
  partnerId = (await createPartner(database, TEST_VAULT, { name: 'Bank', ...bank })).id;
  await createPartner(database, TEST_VAULT, { name: 'Other', ...bank });
  const terms = { currencies: ['USD', 'EUR'], feeFixed: '5', feeBps: '10', feeMax: '50', priority: 100 };
  routeId = await createRoute(database, newRoute(partnerId, terms));
});

const ROUTE: Readonly<Record<string, string>> = {
  channel: 'api',
  currencies: 'usd, eur',
  countries: '*',
  timeline: 'same_day',
  feeFixed: '5',
  feeBps: '10',
  feeMin: '',
  feeMax: '50',
  minAmount: '',
  maxAmount: '',
  cutOff: '17:00',
  cutOffZone: 'UTC',
  openDaysForN: '5',
  priority: '100',
  reason: 'Agreed for the new year',
};

const send = (place: string, fields: Readonly<Record<string, string>>) =>
  operator.submit(place, place, Object.entries(fields));
const faultsOn = (page: string): string[] => [...page.matchAll(/id="(\w+)-fault"/g)].map(([, name]) => name ?? '');

/** Details of the changes of something, the first one first. */
async function changesOf(id: string): Promise<Record<string, unknown>[]> {
  const entries = await listAuditEntries(database, null);
  return entries
    .filter(({ act, subject }) => act.endsWith('.changed') && subject === id)
    .map(({ detail }) => detail)
    .reverse();
}

describe('an operator who changes a route', () => {
  const place = (): string => `${NETWORK}/routes/${routeId}`;

  it('sees what it is', async () => {
    const { text } = await operator.get(place());
    for (const value of ['USD, EUR', '17:00', 'UTC']) expect(text).toContain(`value="${value}"`);
    expect((await operator.get(`${NETWORK}/routes/rt_00000000007000000000000000`)).status).toBe(404);
  });

  it('has a field for every member that the operation changes', async () => {
    const { text } = await operator.get(place());
    const names = [...text.matchAll(/ name="(\w+)"/g)].map(([, name = '']) =>
      name === 'timeline' ? 'timelines' : name,
    );
    expect(names).toEqual(expect.arrayContaining(Object.keys(RouteChange.shape)));
  });

  it('changes what was changed in the form alone, with the reason in the audit log', async () => {
    const sent = await send(place(), {
      ...ROUTE,
      priority: '20',
      feeMax: '',
      feeMin: '1.5',
      alwaysOpen: 'yes',
      calendars: 'de, target',
    });
    expect([sent.status, ...ledTo(sent)]).toEqual([303, place(), 'route-changed']);
    expect(await changesOf(routeId)).toEqual([
      {
        before: { priority: 100, fee_min: null, fee_max: 50, always_open: false, calendars: [] },
        after: { priority: 20, fee_min: 1.5, fee_max: null, always_open: true, calendars: ['DE', 'TARGET'] },
        reason: ROUTE['reason'],
      },
    ]);
  });

  it('is told each fault at its field and keeps what was typed', async () => {
    const sent = await send(place(), {
      ...ROUTE,
      cutOff: '25:00',
      cutOffZone: 'Mars/Base',
      currencies: 'XXY',
      reason: '',
    });
    expect(sent.status).toBe(400);
    expect(faultsOn(sent.text).sort()).toEqual(['currencies', 'cutOff', 'cutOffZone', 'reason']);
    expect(sent.text).toContain('value="Mars/Base"');
    const numbers = await send(place(), { ...ROUTE, feeFixed: 'five', minAmount: '1e3' });
    expect(faultsOn(numbers.text).sort()).toEqual(['feeFixed', 'minAmount']);
    const bounds = await send(place(), { ...ROUTE, minAmount: '100', maxAmount: '10' });
    expect(faultsOn(bounds.text)).toEqual(['minAmount']);
    const days = await send(place(), { ...ROUTE, openDaysForN: '61' });
    expect([days.status, faultsOn(days.text)]).toEqual([400, ['openDaysForN']]);
    const calendars = await send(place(), { ...ROUTE, calendars: 'DE, ZZ' });
    expect([calendars.status, faultsOn(calendars.text)]).toEqual([400, ['calendars']]);
    expect(await changesOf(routeId)).toHaveLength(1);
    expect((await send(place(), { ...ROUTE, openDaysForN: '60' })).status).toBe(303);
  });
});

describe('an operator who changes a partner', () => {
  const place = (): string => `${NETWORK}/partners/${partnerId}`;
  const settings = { name: 'Bank', url: 'https://bank.example/api', authMode: 'bearer', reason: 'They moved' };

  it('changes name, address and how it signs in, and the audit log has the old and the new address', async () => {
    const sent = await send(place(), { ...settings, name: 'Bank of the North', url: 'https://north.example/api/' });
    expect(ledTo(sent)).toEqual([place(), 'partner-changed']);
    expect(await changesOf(partnerId)).toEqual([
      {
        before: { name: 'Bank', url: 'https://bank.example/api' },
        after: { name: 'Bank of the North', url: 'https://north.example/api' },
        reason: 'They moved',
      },
    ]);
    expect((await operator.get(place())).text).toContain('value="https://north.example/api"');
  });

  it.each([
    ['a name that is taken', { name: 'Other' }, 409, []],
    ['plain http for a live partner', { url: 'http://north.example' }, 400, ['url']],
    ['no reason', { reason: ' ' }, 400, ['reason']],
    ['no name', { name: '' }, 400, ['name']],
  ])('is refused %s', async (_, wrong, status, faults) => {
    const sent = await send(place(), { ...settings, ...wrong });
    expect([sent.status, faultsOn(sent.text)]).toEqual([status, faults]);
    expect(sent.text).toContain('role="alert"');
  });
});

it('an operator reads on a page of its own what is wrong with an act that has no form to come back to', async () => {
  const page = `${NETWORK}/partners/${partnerId}`;
  const sent = await operator.submit(page, `/console/operator/partners/${partnerId}/mode`, [['authMode', 'none']]);
  expect(sent.status).toBe(400);
  expect(sent.text).toContain('Auth mode must be one of bearer, signed');
});

describe('an operator who changes a calendar', () => {
  const CALENDARS = '/console/operator/calendars';
  const place = `${CALENDARS}/DE`;
  const day = { date: '2027-02-03', name: 'Day of mourning', reason: 'Told by the central bank' };
  const actsOf = async (): Promise<unknown[]> => {
    const entries = await listAuditEntries(database, null);
    return entries.filter(({ subject }) => subject === 'DE').map(({ act, detail }) => [act, detail['reason']]);
  };

  it('finds it by its country and sees a year', async () => {
    const { text: found } = await operator.get(`${CALENDARS}?q=germ`);
    expect([...found.matchAll(/calendars\/([A-Z-]+)"/g)].map(([, id]) => id)).toEqual(['DE']);
    const { text } = await operator.get(`${place}?year=2026`);
    expect(text).toContain('2026-10-03');
    expect((await operator.get(`${place}?year=2040`)).text).toContain('The holidays of 2040 are a guess');
    expect((await operator.get(`${CALENDARS}/ZZ`)).status).toBe(404);
  });

  it('is told each fault at its field and keeps what was typed', async () => {
    const sent = await operator.submit(place, `${place}/close`, [
      ['date', 'soon'],
      ['name', ''],
      ['reason', ' '],
    ]);
    expect([sent.status, faultsOn(sent.text).sort()]).toEqual([400, ['date', 'name']]);
    expect(sent.text).toContain('value="soon"');
    const opened = await operator.submit(place, `${place}/open`, [['date', '2027-02-30']]);
    expect([opened.status, faultsOn(opened.text).sort()]).toEqual([400, ['date']]);
    expect(await actsOf()).toEqual([]);
  });

  it('closes a day and opens it again; a second click changes nothing', async () => {
    const close = () => operator.submit(place, `${place}/close`, Object.entries(day));
    const sent = [await close(), await close()];
    const kept = [`${place}?year=2027`, 'calendar-changed'];
    expect(sent.map(ledTo)).toEqual([kept, kept]);
    expect((await operator.get(`${place}?year=2027`)).text).toContain('Day of mourning');
    await operator.submit(place, `${place}/open`, Object.entries({ date: day.date, reason: 'Withdrawn' }));
    expect((await operator.get(`${place}?year=2027`)).text).toContain('Open days');
    expect(await actsOf()).toEqual([
      ['calendar.holiday_removed', 'Withdrawn'],
      ['calendar.holiday_added', day.reason],
    ]);
  });
});

/** Source: docs/GAPS.md#P21 */
describe('an operator who moves a partner while a payment is in doubt there', () => {
  it('is told so, and moves it for a reason all the same', async () => {
    const id = 'ptn_00000000007000000000000001';
    await insertPartner(database, id);
    await insertInstructions(database, { prefix: 'instr_', count: 1, partner: id, waitingReason: 'partner_slow' });
    await insertDispatch(database, 'instr_1', { state: 'unknown' });
    const place = `${NETWORK}/partners/${id}`;
    const fields = { name: `Bank ${id}`, url: 'https://new.example', authMode: 'bearer', reason: 'Agreed' };
    const refused = await send(place, fields);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1 payment is in doubt')]);
    expect(refused.text).toContain('name="despiteDoubt"');
    expect((await send(place, { ...fields, despiteDoubt: 'yes' })).status).toBe(303);
    expect(await changesOf(id)).toMatchObject([{ after: { despiteDoubt: true, inDoubt: 1 }, reason: 'Agreed' }]);
  });
});
