import { createUser } from '../../../db/auth/users';
import { findNoticeSetting, setNotices } from '../../../db/auth/notice-settings';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const HERE = '/console/security/mail';

let database: TestDatabase;
let userId: string;

async function logIn(sendsMail: boolean): Promise<Person> {
  const person = new Person(createConsoleApp(database, { sendsMail }));
  await person.logIn('vera@example.com', PASSWORD);
  return person;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  userId = await createUser(database, {
    ...{ email: 'vera@example.com', name: 'Vera', role: 'viewer', accountId: 'acc_north' },
    ...{ password: PASSWORD, actor: 'command:test' },
  });
});

/** Source: docs/GAPS.md#mail */
describe('the choice of notices by e-mail', () => {
  it('is never until the person makes another one, which the page shows', async () => {
    const vera = await logIn(true);
    expect((await vera.get('/console/security')).text).toContain(`href="${HERE}"`);
    expect((await vera.get(HERE)).text).toContain('<option value="off" selected>');
    const sent = await vera.submit(HERE, HERE, [['frequency', 'daily']]);
    expect(ledTo(sent)).toEqual([HERE, 'notices-chosen']);
    expect((await vera.get(HERE)).text).toContain('<option value="daily" selected>');
    expect((await vera.submit(HERE, HERE, [['frequency', 'hourly']])).status).toBe(400);
    expect((await findNoticeSetting(database, userId)).frequency).toBe('daily');
  });

  it('says where no mail is sent, and where the address is refused', async () => {
    const text = 'This installation sends no mail.';
    expect((await (await logIn(false)).get(HERE)).text).toContain(text);
    const vera = await logIn(true);
    await vera.submit(HERE, HERE, [['frequency', 'at_once']]);
    await database.query('update notice_settings set refused_at = now(), sent_at = now()');
    const page = (await vera.get(HERE)).text;
    expect(page).not.toContain(text);
    expect(page).toContain('The mail server refuses vera@example.com since');
    expect(page).toContain('Last mail:');
  });

  it('refuses to turn on what the link of a mail has turned off', async () => {
    const vera = await logIn(true);
    await setNotices(database, { userId, frequency: 'off', isByLink: true });
    expect((await vera.get(HERE)).text).toContain('Turned off by the link in a mail');
    expect((await vera.submit(HERE, HERE, [['frequency', 'daily']])).status).toBe(400);
    expect((await findNoticeSetting(database, userId)).frequency).toBe('off');
  });

  it('needs a form of a page, which one of somebody else is not', async () => {
    const vera = await logIn(true);
    expect((await vera.post(HERE, [['frequency', 'off']])).status).toBe(403);
    expect((await new Person(createConsoleApp(database)).get(HERE)).headers['location']).toContain('/console/login');
  });
});
