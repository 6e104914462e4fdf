import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createUser } from '../../db/auth/users';
import { listFlags } from '../../db/operator-flags';
import { createConsoleApp, ledTo, Person } from '../support/console-app';
import { startFileBank, type FileBank } from '../support/file-bank';
import { pain002, transactionStatus } from '../support/pain-002';

const PASSWORD = 'seven green boats at noon';
let bank: FileBank;
let operator: Person;

beforeAll(async () => {
  bank = await startFileBank({});
  const { database, vault } = bank.stack;
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database, { vault }));
  await operator.logIn(person.email, PASSWORD);
});

async function look(): Promise<void> {
  await bank.inboxes.look();
  await bank.inboxes.look();
}

async function receive(name: string, content: string): Promise<void> {
  await writeFile(path.join(bank.directory, 'in', name), content);
  await look();
}

const openFlags = () => listFlags(bank.stack.database);

/** Source: docs/GAPS.md#P19 */
it('lists the files of a bank that need a person on its page, each to be read again or done', async () => {
  const page = `/console/operator/network/partners/${bank.partnerId}`;
  expect((await operator.get(page)).text).toContain('All files of the bank were applied.');
  const unknown = transactionStatus({ id: 'instr_01hzzzzzzzzzzzzzzzzzzzzzzz', status: 'XXYY' });
  await receive('noted.xml', pain002('M', { transactions: [unknown] }));
  await receive('broken.xml', '<Document>');
  await look();
  const { text } = await operator.get(page);
  expect(text).toMatch(/noted\.xml<[^]{0,300}?partly done[^]{0,300}?has the code XXYY/);
  expect(text).toMatch(/broken\.xml<[^]{0,300}?refused/);

  const flags = await openFlags();
  const noted = flags.find(({ kind }) => kind === 'partner_file_noted');
  const place = `/console/operator/flags/${noted?.id}`;
  const archived = await readdir(path.join(bank.directory, 'archive'));
  expect(ledTo(await operator.submit(place, `${place}/retry`, []))[1]).toBe('file-retried');
  await look();
  await look();
  // It says the same again: the same file in the archive, and a flag anew.
  expect(await readdir(path.join(bank.directory, 'archive'))).toEqual(archived);
  const again = (await openFlags()).find(({ kind }) => kind === 'partner_file_noted');
  expect(again).toMatchObject({ subject: noted?.subject });
  expect(again?.id).not.toBe(noted?.id);
  for (const { id } of await openFlags()) {
    const flag = `/console/operator/flags/${id}`;
    expect(ledTo(await operator.submit(flag, `${flag}/clear`, []))[1]).toBe('flag-cleared');
  }
  expect((await operator.get(page)).text).toContain('All files of the bank were applied.');
});

it('reads the other files of a bank while one that is to be read again has its name taken', async () => {
  await receive('twice.xml', '<Document>');
  await look();
  const refused = (await openFlags()).find(({ subject }) => subject.endsWith('/twice.xml'));
  const place = `/console/operator/flags/${refused?.id}`;
  // A directory is never read, so the name stays taken.
  const taken = path.join(bank.directory, 'in', 'twice.xml');
  await mkdir(taken);
  expect(ledTo(await operator.submit(place, `${place}/retry`, []))[1]).toBe('file-retried');
  await receive('other.xml', '<Document>');
  await look();
  const subjects = async () => (await openFlags()).map(({ subject }) => path.basename(subject)).toSorted();
  expect(await subjects()).toEqual(['other.xml', 'twice.xml']);
  expect((await openFlags()).some(({ id }) => id === refused?.id)).toBe(true);
  await rmdir(taken);
  await look();
  await look();
  expect(await subjects()).toEqual(['other.xml', 'twice.xml']);
  expect((await openFlags()).some(({ id }) => id === refused?.id)).toBe(false);
});
