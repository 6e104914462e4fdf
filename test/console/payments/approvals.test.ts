import { findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import { listApprovalRules } from '../../../db/auth/approval-rules';
import { createUser } from '../../../db/auth/users';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { WORDS } from '../../../console/words/use-words';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { instructionBody } from '../../support/builders';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

/** As the pages open it. */
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));
const PASSWORD = 'nine blue herons at dawn';
const APPROVALS = '/console/test/approvals';
const DECISIONS = '/console/test/decisions';

let database: TestDatabase;
let owner: Person;
let viewer: Person;
const ids: Record<string, string> = {};
let addresses = 0;

async function logIn(name: string, role: 'owner' | 'viewer'): Promise<Person> {
  const email = `${name}@example.com`;
  const accountId = 'acc_ptn_1';
  await createUser(database, { email, name, role, accountId, password: PASSWORD, actor: 'command:test' });
  const [row] = await database.query<{ id: string }>('select id from users where email = $1', [email]);
  ids[name] = row?.id ?? '';
  const person = new Person(createConsoleApp(database), `203.0.113.${(addresses += 1)}`);
  await person.logIn(email, PASSWORD);
  return person;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const { id } = await findOrCreateAccount(database, 'ptn_1');
  await openLiveSide(database, id, 'command:test');
  owner = await logIn('olga', 'owner');
  viewer = await logIn('vera', 'viewer');
});

const setRule = (person: Person, amount: string, currency = 'USD', side = APPROVALS) =>
  person.submit(side, side, [
    ['amount', amount],
    ['currency', currency],
    ['approvals', '2'],
  ]);

async function paymentToApprove(creator: string | null, agent?: string): Promise<string> {
  const id = newId('instruction');
  const instruction = newInstruction(id);
  const approvalTerms = { ...instruction.approvalTerms, creator, ...(agent === undefined ? {} : { agent }) };
  const { beneficiary, purpose } = instructionBody();
  const privateSealed = sealPrivateData(VAULT, id, { beneficiary, purpose });
  await insertInstruction(database, { ...instruction, approvalTerms, privateSealed }, null);
  return id;
}

const hashOn = (page: string): string => /name="hash" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? '';

/** Presses one of the two buttons of a payment's page. */
async function decide(person: Person, id: string, decision: string, comment = ''): ReturnType<Person['submit']> {
  const page = `/console/test/payments/${id}`;
  const { text } = await person.get(page);
  return person.submit(page, `${page}/approvals`, [
    ['hash', hashOn(text)],
    ['comment', comment],
    ['decision', decision],
  ]);
}

/** Source: docs/GAPS.md#P17 */
describe('the rules', () => {
  it('are set and taken away by an owner, on one side', async () => {
    expect(ledTo(await setRule(owner, '1000'))).toEqual([APPROVALS, 'rule-set']);
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    expect(await listApprovalRules(database, tenant)).toEqual([
      { above: { amount: 1000, currency: 'USD' }, approvals: 2 },
    ]);
    expect(await listApprovalRules(database, { ...tenant, environment: 'live' })).toEqual([]);
    expect((await owner.get(APPROVALS)).text).toContain('the rule above USD 1000');
    const cleared = await owner.submit(APPROVALS, `${APPROVALS}/clear`, [
      ['amount', '1000'],
      ['currency', 'USD'],
    ]);
    expect(ledTo(cleared)).toEqual([APPROVALS, 'rule-removed']);
    expect(await listApprovalRules(database, tenant)).toEqual([]);
  });

  it('are shown to every member, and set by owners alone', async () => {
    const { text } = await viewer.get(APPROVALS);
    expect(text).toContain('Owners set the rules.');
    expect((await setRule(viewer, '1000')).status).toBe(403);
  });

  it('keep what was typed beside each fault', async () => {
    const refused = await setRule(owner, 'many', 'XXX');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="many"');
    expect(refused.text).toContain('id="amount-fault"');
    expect(refused.text).toContain('id="currency-fault"');
  });

  it('have the amount as the language of their form writes it, and never a guessed one', async () => {
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    await owner.submit(APPROVALS, '/console/language', [['language', 'de']]);
    for (const doubtful of ['10.000', '10,000']) {
      const refused = await setRule(owner, doubtful);
      expect([refused.status, refused.text.includes(WORDS.de.faults.codes.number)]).toEqual([400, true]);
    }
    expect(await listApprovalRules(database, tenant)).toEqual([]);
    expect((await setRule(owner, '10.000,50')).status).toBe(303);
    expect(await listApprovalRules(database, tenant)).toEqual([
      { above: { amount: 10000.5, currency: 'USD' }, approvals: 2 },
    ]);
    await owner.submit(APPROVALS, '/console/language', [['language', 'en']]);
    await owner.submit(APPROVALS, `${APPROVALS}/clear`, [
      ['amount', '10000.5'],
      ['currency', 'USD'],
    ]);
    expect(await listApprovalRules(database, tenant)).toEqual([]);
  });

  it('need a password or a code on the live side', async () => {
    await database.query(`update logins set proven_at = null`);
    const asked = await setRule(owner, '1000', 'USD', '/console/live/approvals');
    expect(asked.status).toBe(403);
    expect(asked.text).toContain('Confirm that it is you');
  });
});

describe('a payment that needs approvals', () => {
  beforeAll(async () => {
    await setRule(owner, '1000');
  });

  it('is listed for who may approve it, with its hash on its page, and leaves the list with their approval', async () => {
    const id = await paymentToApprove(ids['olga'] ?? '');
    expect((await owner.get(DECISIONS)).text).not.toContain(id);
    expect((await owner.get(`${DECISIONS}?show=all`)).text).toContain(id);
    const { text: list } = await viewer.get(DECISIONS);
    expect(list).toContain(`href="/console/test/payments/${id}#approval"`);
    expect(list).toMatch(/Decisions<\/span><span class="badge wait count">1</);
    const shown = (await viewer.get(`/console/test/payments/${id}`)).text;
    expect(shown).toContain('0 of 2 given.');
    const answer = await decide(viewer, id, 'approve', 'as ordered');
    expect(ledTo(answer)).toEqual([DECISIONS, 'payment-approved']);
    expect((await viewer.get(DECISIONS)).text).not.toContain(id);
    const after = (await viewer.get(`/console/test/payments/${id}`)).text;
    for (const words of ['1 of 2 given.', 'Approved by vera@example.com', 'as ordered', 'You have approved it']) {
      expect(after).toContain(words);
    }
    expect((await owner.get(`/console/test/payments/${id}`)).text).toContain('You made this payment');
  });

  it('says that an agent proposed it', async () => {
    const id = await paymentToApprove(ids['olga'] ?? '', 'key_agent');
    expect((await viewer.get(`/console/test/payments/${id}`)).text).toContain(
      'Proposed by an agent with the key key_agent.',
    );
  });

  it('is cancelled by a rejection', async () => {
    const id = await paymentToApprove(null);
    expect(ledTo(await decide(owner, id, 'reject'))).toEqual([DECISIONS, 'payment-rejected']);
    const { text } = await viewer.get(`/console/test/payments/${id}`);
    expect(text).toContain('Rejected by olga@example.com');
  });

  it('is shown again, with what was typed, where the approval is refused', async () => {
    const id = await paymentToApprove(null);
    const page = `/console/test/payments/${id}`;
    const refused = await viewer.submit(page, `${page}/approvals`, [
      ['hash', 'f'.repeat(64)],
      ['comment', 'fine by me'],
      ['decision', 'approve'],
    ]);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('fine by me');
    expect(refused.text).toContain(hashOn(refused.text));
  });
});
