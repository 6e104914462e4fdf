import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { eventually, instructionBody } from '../support/builders';
import { createConsoleApp, Person } from '../support/console-app';
import { startFileBank, type FileBank, type ShownPayment } from '../support/file-bank';

const PASSWORD = 'seven green boats at noon';
let bank: FileBank;

beforeAll(async () => {
  bank = await startFileBank({});
});

const post = async (path: string, body: object) =>
  (await bank.stack.call('POST', `/api/v1/payments/${path}`, { key: bank.key, body })).body['data'];

const paying = (accountNumber: string, name = 'Example Trading Ltd', others: object = {}) =>
  instructionBody({
    beneficiary: { name, country: 'US', bankAccount: { accountNumber, swiftBic: 'BOFAUS3N', country: 'US' } },
    ...others,
  });

const noticed = async (body: object) => ((await post('preview', body)) as { otherAccount: unknown }).otherAccount;

/** Source: docs/GAPS.md#P16 */
it('notices a payee of a known name at another account, in a preview and on the page of a payment that waits', async () => {
  expect(await noticed(paying('9876543210'))).toBeNull();
  const { instructionId } = (await post('instructions', paying('9876543210'))) as ShownPayment;
  const show = async () =>
    (await bank.stack.call('GET', `/api/v1/payments/instructions/${instructionId}`, { key: bank.key })).body['data'];
  await eventually(
    async () => (await show()) as ShownPayment,
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
  expect(await noticed(paying('9876 543-210', 'EXAMPLE Trading  Ltd'))).toBeNull();
  expect(await noticed(paying('1111111111', 'Another Payee Ltd'))).toBeNull();
  const other = { instructionId, submittedAt: expect.any(String) as unknown, accountNumber: '****3210' };
  expect(await noticed(paying('1111111111', 'EXAMPLE Trading  Ltd'))).toEqual(other);

  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const waiting = (await post('instructions', paying('1111111111', undefined, { valueDate: later }))) as ShownPayment;
  const { database, vault } = bank.stack;
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const owner = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command' });
  const person = new Person(createConsoleApp(database, { vault }));
  await person.logIn(owner.email, PASSWORD);
  expect((await person.get(`/console/test/payments/${waiting.instructionId}`)).text).toContain('****3210');
});
