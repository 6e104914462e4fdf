import { createUser } from '../../../db/auth/users';
import { OPERATOR_ROLES, type OperatorRole } from '../../../domain/auth/operator-roles';
import { raiseFlag } from '../../../db/operator-flags';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createOperatorPerson } from '../../support/operators';
import { insertCases, insertDispatch, insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const HERE = '/console/operator';

let database: TestDatabase;
let operator: Person;

/** Cases of a side, a second apart from a day on, each with a payment of its own. */
async function insertSide(environment: 'test' | 'live', count: number, day: string): Promise<void> {
  const partner = `ptn_${environment}`;
  const prefix = `instr_${environment}`;
  await insertPartner(database, partner, { environment });
  await insertInstructions(database, { prefix, count, partner, environment });
  await raiseFlag(database, `${prefix}1`, 'silence', { says: 'It has said nothing for 9 hours.' });
  const detail = { current: 'failed', reported: 'settled' };
  const from = new Date(`${day}T00:00:00Z`);
  await insertCases(database, { prefix, count, partner, kind: 'conflicting_report', detail, from });
}

/** An operator who has logged in. */
async function operatorOf(of: TestDatabase, now?: () => Date, roles?: readonly OperatorRole[]): Promise<Person> {
  const email = `${roles?.[0] ?? 'op'}@example.com`;
  const user = {
    email,
    name: 'Op',
    role: 'operator',
    accountId: null,
    operatorRoles: roles ?? OPERATOR_ROLES,
  } as const;
  await createUser(of, { ...user, password: PASSWORD, actor: 'command:test' });
  const person = new Person(createConsoleApp(of, now === undefined ? {} : { now }), '203.0.113.9');
  expect((await person.logIn(user.email, PASSWORD)).status).toBe(303);
  return person;
}

beforeAll(async () => {
  database = await createTestDatabase();
  operator = await operatorOf(database);
  await insertSide('test', 40, '2026-01-01');
  await insertSide('live', 1, '2026-01-02');
  await raiseFlag(database, 'payment.signal', 'outbox_stuck', {});
});

/** What an earlier test has cleared or closed. */
beforeEach(async () => {
  await database.query('update operator_flags set cleared_at = null where cleared_at is not null');
  await database.query(`update reconciliation_cases set state = 'open' where state <> 'open'`);
});

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Rows of the list, as a reader sees them. */
async function rowsAt(query = ''): Promise<string[]> {
  const { text } = await operator.get(`${HERE}${query}`);
  const [, list = ''] = text.split('aria-label="Needs attention, table"');
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(list) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => plain(row ?? ''));
}

/** The address behind a link. */
function linkIn(html: string, words: string): string {
  const [, path = ''] = new RegExp(`href="([^"]*)"[^>]*>${words}<`).exec(html) ?? [];
  return path.replaceAll('&amp;', '&');
}

it('shows one row for each flag and case: what, why, about what, amount, whose, since when', async () => {
  const rows = await rowsAt('?kind=silence&side=live');
  expect(rows).toHaveLength(1);
  const [row = ''] = rows;
  for (const part of ['A partner is silent live', 'It has said nothing for 9 hours.', '1,250.50 USD', 'Bank ptn_live'])
    expect(row).toContain(part);
  expect((await rowsAt('?kind=conflicting_report&side=live'))[0]).toContain('settled reported, failed here');
  expect((await rowsAt('?kind=outbox_stuck'))[0]).toMatch(/^Temporal does not accept work payment\.signal/);
});

it('counts each kind and side, and narrows the list to it', async () => {
  const { text } = await operator.get(HERE);
  expect(plain(text)).toContain('A report contradicts the outcome 40 test');
  expect(plain(text)).toMatch(/A report contradicts the outcome 1 (?!test)/);
  const link = linkIn(text, 'A report contradicts the outcome');
  expect(link).toBe(`${HERE}?kind=conflicting_report&side=live#attention`);
  expect(await rowsAt('?partner=ptn_live')).toHaveLength(2);
  expect(await rowsAt('?side=live')).toHaveLength(3);
});

it('is read page by page, each once, also when the row before was cleared', async () => {
  const seen = new Set<string>();
  let path = `${HERE}?side=test&order=newest`;
  for (let pages = 0; pages < 3 && path !== ''; pages += 1) {
    const { text } = await operator.get(path);
    for (const [, id = ''] of text.matchAll(/operator\/(?:cases|flags)\/(\w+)">/g)) {
      expect(seen).not.toContain(id);
      seen.add(id);
    }
    path = linkIn(text, 'Next page');
    await database.query(`update reconciliation_cases set state = 'closed' where id = $1`, [[...seen].at(-1)]);
  }
  expect(seen.size).toBe(41);
});

it('names what an address asks for wrongly, and shows the list all the same', async () => {
  const { status, text } = await operator.get(`${HERE}?kind=nothing&side=left`);
  expect([status, text.match(/is not one of the allowed values/g)?.length]).toEqual([400, 2]);
});

it('names all that the address of a file asks for wrongly', async () => {
  const { status, text } = await operator.get(`${HERE}/file?kind=nothing&side=left`);
  expect(status).toBe(400);
  expect(text).toContain('Kind is not one of the allowed values');
  expect(text).toContain('Side is not one of the allowed values');
});

it('gives the rows that are shown as a file', async () => {
  const { text } = await operator.get(`${HERE}/file?side=live&order=newest`);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('id,kind,title,reason,about,since,amount,currency,account,partner,side,assigned_to');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(
    /^case_\d+,conflicting_report,A report contradicts the outcome,"settled reported, failed here",instr_live1,2026-01-02T00:00:01\.000Z,1250\.5,USD,ptn_live,Bank ptn_live,live,$/,
  );
});

it('clears a flag and goes back to the list as it was narrowed', async () => {
  const { text } = await operator.get(`${HERE}?kind=silence&side=test`);
  const [, action = ''] = /action="([^"]*\/clear)"/.exec(text) ?? [];
  const answer = await operator.submit(HERE, action, [['query', 'kind=silence&side=test']]);
  expect(ledTo(answer)).toEqual([`${HERE}?kind=silence&side=test#attention`, 'flag-cleared']);
  expect(await rowsAt('?kind=silence&side=test')).toEqual([]);
  expect((await operator.get(action.replace(/\/clear$/, ''))).status).toBe(404);
});

it('shows a case with the figures of both sides, and closes it with what was agreed', async () => {
  const { text } = await operator.get(`${HERE}?kind=conflicting_report&side=live`);
  const [, page = ''] = /href="([^"]*\/cases\/case_\w+)"/.exec(text) ?? [];
  const shown = plain((await operator.get(page)).text);
  for (const part of ['A report contradicts the outcome', 'Bank ptn_live', 'reported settled'])
    expect(shown).toContain(part);
  expect((await operator.submit(page, `${page}/close`, [['reason', ' ']])).status).toBe(400);
  expect((await operator.submit(page, `${page}/close`, [['reason', 'Nothing was paid.']])).status).toBe(303);
  expect(plain((await operator.get(page)).text)).toContain('Agreed Nothing was paid.');
  expect(await rowsAt('?kind=conflicting_report&side=live')).toEqual([]);
});

/** Source: docs/GAPS.md#decisions */
describe('what is to be decided', () => {
  let held: TestDatabase;
  const people = new Map<OperatorRole, Person>();

  beforeAll(async () => {
    held = await createTestDatabase();
    await insertPartner(held, 'ptn_1');
    await insertInstructions(held, {
      prefix: 'instr_h',
      count: 2,
      partner: 'ptn_1',
      waitingReason: 'compliance_review',
    });
    await insertInstructions(held, {
      prefix: 'instr_r',
      count: 1,
      partner: 'ptn_1',
      waitingReason: 'partner_refusing',
    });
    await raiseFlag(held, 'instr_r1', 'partner_refusing', {});
    const proposer = await createOperatorPerson(held, ['administration']);
    await held.query(
      `insert into proposals (id, act, subject, role, request, before, after, proposed_by, proposed_person, expires_at)
       values ('prop_1', 'route.created', 'rt_1', 'administration', '{}', '{}', '{}', 'user:' || $1::text, $1, now() + interval '1 day')`,
      [proposer],
    );
    for (const role of OPERATOR_ROLES) people.set(role, await operatorOf(held, undefined, [role]));
  });

  const shownTo = async (
    role: OperatorRole,
    query = '',
  ): Promise<{ kinds: string[]; counts: string[]; menu: string }> => {
    const { text = '' } = (await people.get(role)?.get(`${HERE}${query}`)) ?? {};
    const [, list = ''] = text.split('aria-label="Needs attention, table"');
    return {
      kinds: [...list.matchAll(/<tr><th[^>]*><a href="[^"]*">([^<]*)</g)].map(([, kind = '']) => kind).sort(),
      counts: [...text.matchAll(/<span class="count">(\d+)</g)].map(([, count = '']) => count),
      menu: /Attention<\/span><span class="badge wait count">(\d+)</.exec(text)?.[1] ?? '0',
    };
  };
  const HOLD = 'A payment is held for a compliance review';
  const FLAG = 'A partner accepts no requests';
  const PROPOSAL = 'A change waits for a second person';

  it.each([
    ['compliance', [HOLD, HOLD], [FLAG, HOLD, HOLD]],
    ['operations', [FLAG], [FLAG, HOLD, HOLD]],
    ['administration', [PROPOSAL], [PROPOSAL, FLAG]],
  ] as const)(
    'by %s is listed first and counted in the menu; all that the role sees is behind a tab',
    async (role, mine, all) => {
      const shown = await shownTo(role);
      expect(shown.kinds).toEqual([...mine].sort());
      expect([shown.counts, shown.menu]).toEqual([[`${mine.length}`, `${all.length}`], `${mine.length}`]);
      expect((await shownTo(role, '?show=all')).kinds).toEqual([...all].sort());
    },
  );

  it('is not what a colleague works on', async () => {
    const [colleague] = await held.query<{ id: string }>(`select id from users where email like 'operations@%'`);
    await held.query(
      `insert into payment_assignments (instruction_id, user_id, assigned_at) values ('instr_h1', $1, now())`,
      [colleague?.id],
    );
    expect((await shownTo('compliance')).kinds).toEqual([HOLD]);
    expect((await shownTo('compliance', '?show=all')).kinds).toHaveLength(3);
  });

  it('is a payment in doubt, whatever it waits for meanwhile', async () => {
    await insertInstructions(held, { prefix: 'instr_s', count: 1, partner: 'ptn_1', waitingReason: 'partner_slow' });
    await insertDispatch(held, 'instr_s1', { state: 'unknown' });
    await held.query(`update dispatches set started_at = now() - interval '16 minutes'`);
    expect((await shownTo('operations', '?kind=in_doubt')).kinds).toEqual([
      'A payment may or may not have reached its partner',
    ]);
  });
});

/** What an operator sees on a day, which may be past the end of every login of today. */
async function pageOn(day: string): Promise<string> {
  const reader = await operatorOf(await createTestDatabase(), () => new Date(`${day}T12:00:00Z`));
  return (await reader.get(HERE)).text;
}

it('names the shipped facts that run out within 30 days', async () => {
  expect(await pageOn('2027-08-31')).not.toContain('vat: TH runs out');
  expect(await pageOn('2027-09-01')).toContain('vat: TH runs out on 2027-10-01');
});
