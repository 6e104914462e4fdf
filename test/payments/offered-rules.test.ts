import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { changeManaged } from '../../db/administration/change';
import { createUser } from '../../db/auth/users';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { createConsoleApp, ledTo, Person } from '../support/console-app';
import { startFileBank, type FileBank } from '../support/file-bank';
import { pain002, transactionStatus } from '../support/pain-002';

const PATH = '/api/v1/payments/instructions';
const PASSWORD = 'seven green boats at noon';

let bank: FileBank;
let operator: Person;
let line: CommandLine;

beforeAll(async () => {
  const dataKey = randomBytes(32).toString('base64');
  bank = await startFileBank({ profile: 'generic' }, { dataKey });
  const { database, vault } = bank.stack;
  line = new CommandLine({ DATABASE_URL: database.url, DATA_KEY: dataKey });
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database, { vault }));
  await operator.logIn(person.email, PASSWORD);
});

interface Shown {
  instructionId: string;
  status: string;
  waitingReason?: string;
}

async function untilStatus(instructionId: string, wanted: (shown: Shown) => boolean): Promise<Shown> {
  const show = async () => (await bank.stack.call('GET', `${PATH}/${instructionId}`, { key: bank.key })).body['data'];
  return eventually(async () => (await show()) as Shown, wanted, 'the payment goes on');
}

async function pay(overrides: Record<string, unknown> = {}): Promise<Shown & { unmet: unknown }> {
  const { body } = await bank.stack.call('POST', PATH, { key: bank.key, body: instructionBody(overrides) });
  return body['data'] as Shown & { unmet: unknown };
}

/** Pays, and the bank rejects it. */
async function refused(reason: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const { instructionId } = await pay(overrides);
  await untilStatus(instructionId, ({ status }) => status === 'submitted');
  const transactions = [transactionStatus({ id: instructionId, status: 'RJCT', reason })];
  await writeFile(path.join(bank.directory, 'in', `${reason}.xml`), pain002('M', { transactions }));
  await bank.inboxes.look();
  await bank.inboxes.look();
  await untilStatus(instructionId, ({ status }) => status === 'failed');
  return instructionId;
}

/** Source: docs/GAPS.md#P23 */
describe('what a bank has rejected', () => {
  it('is offered on its page as a rule, which holds the next such payment', async () => {
    const page = `/console/operator/network/partners/${bank.partnerId}`;
    expect((await operator.get(page)).text).not.toContain('payeeAddress');
    const instructionId = await refused('BE04');
    const { text } = await operator.get(page);
    expect(text).toMatch(/>payeeAddress<[^]{0,300}?refuses orders without CdtTrfTxInf\/Cdtr\/PstlAdr/);
    expect(text).toContain(instructionId);
    const other = await operator.submit(page, `${page}/rules/new`, [['member', 'payeeStreet']]);
    expect(other.status).toBe(404);
    const added = await operator.submit(page, `${page}/rules/new`, [['member', 'payeeAddress']]);
    expect(ledTo(added)).toEqual([page, 'partner-changed']);
    const shown = (await operator.get(page)).text;
    expect(shown).not.toContain('Rules that its refusals suggest');
    expect(shown).toMatch(/>payeeAddress<[^]{0,300}?>settings</);
    const audited = await bank.stack.database.query<{ detail: object }>(
      `select detail from audit_log where act = 'partner.changed' and subject = $1`,
      [bank.partnerId],
    );
    expect(JSON.stringify(audited)).toContain(`The bank rejected ${instructionId} (BE04).`);
    const next = await pay();
    const reason = 'is required by the bank (generic/payeeAddress)';
    expect(next.unmet).toEqual([{ field: 'beneficiary.address', reason }]);
    // A worker uses the settings of a partner for a second, and sends what comes meanwhile as before.
    const sent = ({ status, waitingReason }: Shown) => status === 'submitted' || waitingReason === 'bank_rules';
    await eventually(
      async () => untilStatus((await pay()).instructionId, sent),
      ({ status }) => status === 'pending',
      'the rule holds a payment',
    );
  });

  it('is listed and accepted by a command', async () => {
    const beneficiary = {
      name: 'Example Trading Ltd',
      country: 'US',
      address: { street: '1 Long Street', city: 'Town', postalCode: '10001' },
      bankAccount: { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' },
    };
    const instructionId = await refused('RR05', { beneficiary });
    const rules = ['partners', 'rules', '--partner', bank.partnerId];
    const rule = { kind: 'require', elements: ['CdtTrfTxInf/RgltryRptg'] };
    expect((await line.run(...rules, '--json')).said).toEqual({
      partner: bank.partnerId,
      rules: [
        { member: 'nationalPurpose', rule, instructionId, code: 'RR05', refusedAt: expect.any(String) as unknown },
      ],
    });
    expect((await line.run(...rules)).text).toContain(`${instructionId} was rejected: RR05`);
    expect((await line.run(...rules, '--accept', 'payeeAddress')).fault).toContain('No refusal suggests the rule');
    const added = await line.run(...rules, '--accept', 'nationalPurpose', '--json');
    expect(added.said).toEqual({ partner: bank.partnerId, added: 'nationalPurpose', rule });
    const [{ config } = { config: {} }] = await bank.stack.database.query<{ config: Record<string, unknown> }>(
      'select config from partners where id = $1',
      [bank.partnerId],
    );
    expect(Object.keys(config['profileMembers'] as object)).toEqual(['payeeAddress', 'nationalPurpose']);
    expect((await line.run(...rules)).text).toBe('No refusal suggests a rule.');
    expect((await line.run('partners', 'rules', '--partner', 'nobody')).fault).toContain('There is no partner nobody');
  });

  it.each([
    ['payeeAddress', 'nationalPurpose'],
    ['nationalPurpose', 'payeeAddress'],
  ])('is in force beside a rule that another person accepts in the same moment: %s, then %s', async (...members) => {
    const { database } = bank.stack;
    await database.query(`update partners set config = config - 'profileMembers' where id = $1`, [bank.partnerId]);
    const page = `/console/operator/network/partners/${bank.partnerId}`;
    const held = new Client({ connectionString: database.url });
    await held.connect();
    closeAtEnd(() => held.end());
    await held.query('begin');
    await held.query('select from partners where id = $1 for update', [bank.partnerId]);
    const accepting: ReturnType<Person['submit']>[] = [];
    for (const member of members) {
      accepting.push(operator.submit(page, `${page}/rules/new`, [['member', member]]));
      await eventually(
        () =>
          held.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        ({ rowCount }) => rowCount === accepting.length,
        `${member} waits for the partner`,
      );
    }
    await held.query('commit');
    for (const answer of await Promise.all(accepting)) expect(ledTo(answer)).toEqual([page, 'partner-changed']);
    const [{ config } = { config: {} }] = await database.query<{ config: Record<string, unknown> }>(
      'select config from partners where id = $1',
      [bank.partnerId],
    );
    expect(Object.keys(config['profileMembers'] as object).sort()).toEqual(['nationalPurpose', 'payeeAddress']);
  });

  it('is a rule no more once the settings take it away, which stays so', async () => {
    const { database } = bank.stack;
    const change = (profileMembers: object) =>
      changeManaged(database, {
        ...{ kind: 'partner', id: bank.partnerId, changes: { config: { profileMembers } }, actor: 'operator' },
      });
    await change({ payeeAddress: null, words: null });
    const [kept] = await database.query<{ members: Record<string, unknown> }>(
      `select config -> 'profileMembers' as members from partners where id = $1`,
      [bank.partnerId],
    );
    expect(kept?.members).toMatchObject({ payeeAddress: null, words: null, nationalPurpose: { kind: 'require' } });
  });
});
