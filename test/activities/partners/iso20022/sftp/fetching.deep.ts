import { chmod, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { prepareDirectory } from '../../../../../activities/partners/iso20022/directory';
import { SftpFetching } from '../../../../../activities/partners/iso20022/sftp/fetching';
import { SftpServers } from '../../../../../activities/partners/iso20022/sftp/server';
import { PartnerRounds } from '../../../../../activities/partners/rounds';
import { listFlags } from '../../../../../db/operator-flags';
import { setBankCredential } from '../../../../../db/payments/dispatch/bank-credentials';
import { createPartner } from '../../../../../db/payments/dispatch/partners';
import { SFTP_KEY } from '../../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { closeAtEnd } from '../../../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../../../support/database';
import { TEST_VAULT } from '../../../../support/limited-app';
import { sftpSettings, startSftpServer, type TestSftpServer } from '../../../../support/sftp-server';
import { DEBTOR } from '../../../../../lab/benches/debtor';

let database: TestDatabase;
let bank: TestSftpServer;
let directory: string;
let partnerId: string;
let fetching: PartnerRounds;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  bank = await startSftpServer();
  ({ id: partnerId } = await createPartner(database, TEST_VAULT, {
    name: 'bank',
    adapter: 'iso20022',
    config: { ...DEBTOR, ...sftpSettings(bank), directory },
    environment: 'test',
  }));
  await setBankCredential(database, TEST_VAULT, { partnerId, name: SFTP_KEY, value: bank.key, actor: 'test' });
  await prepareDirectory(directory, partnerId);
  const servers = new SftpServers();
  closeAtEnd(() => Promise.resolve(servers.close()));
  const log = pino({ level: 'silent' });
  fetching = new PartnerRounds(database, [new SftpFetching({ database, vault: TEST_VAULT, log, servers })]);
});

const filesIn = async (folder: string): Promise<string[]> => (await readdir(path.join(directory, folder))).sort();

/** One look at the server, whenever the next one is due. */
async function fetchOnce(): Promise<void> {
  await database.query('delete from bank_polls');
  await fetching.look();
}

async function fetchFiles(): Promise<void> {
  await fetchOnce();
  await fetchOnce();
}

/** Source: docs/GAPS.md#P19 */
describe("a bank's server of files", () => {
  it('has a file fetched once it does not change any more, and under no other name', async () => {
    await writeFile(bank.at('in', 'growing.xml'), '<a');
    await writeFile(bank.at('in', 'hidden.xml.part'), '<a/>');
    await fetchOnce();
    await writeFile(bank.at('in', 'growing.xml'), '<a/>');
    await fetchOnce();
    expect(await filesIn('in')).toEqual([]);
    await fetchOnce();
    expect(await filesIn('in')).toEqual(['growing.xml']);
    expect(await readFile(path.join(directory, 'in', 'growing.xml'), 'utf8')).toBe('<a/>');
    expect(await readdir(bank.at('in'))).toEqual(['hidden.xml.part']);
    // A second one of that name waits until the first is read.
    await writeFile(bank.at('in', 'growing.xml'), '<b/>');
    await fetchFiles();
    expect(await readFile(path.join(directory, 'in', 'growing.xml'), 'utf8')).toBe('<a/>');
    await rm(path.join(directory, 'in', 'growing.xml'));
    await fetchOnce();
    expect(await readFile(path.join(directory, 'in', 'growing.xml'), 'utf8')).toBe('<b/>');
  });

  it('has a file fetched that comes after one that cannot be read', async () => {
    await writeFile(bank.at('in', 'a-locked.xml'), '<a/>');
    await chmod(bank.at('in', 'a-locked.xml'), 0);
    const at = new Date('2026-11-20T10:00:00Z');
    await utimes(bank.at('in', 'a-locked.xml'), at, at);
    await writeFile(bank.at('in', 'b-status.xml'), '<b/>');
    await fetchFiles();
    expect(await filesIn('in')).toEqual(['b-status.xml']);
    const flags = await listFlags(database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([
      { says: "a-locked.xml on the bank's server could not be fetched: SFTP_PERMISSION_DENIED." },
    ]);
  });

  it('has both files fetched of one name, the second of which comes when the first was read', async () => {
    await writeFile(bank.at('in', 'daily.xml'), '<first/>');
    await fetchOnce();
    bank.faults.push({
      request: 'look',
      what: () => writeFile(bank.at('in', 'daily.xml'), '<the-second/>'),
      when: 'after',
    });
    await fetchOnce();
    expect(bank.faults).toEqual([]);
    const file = path.join(directory, 'in', 'daily.xml');
    expect(await readFile(file, 'utf8')).toBe('<first/>');
    expect(await readFile(bank.at('in', 'daily.xml'), 'utf8')).toBe('<the-second/>');
    await rm(file);
    await fetchFiles();
    expect(await readFile(file, 'utf8')).toBe('<the-second/>');
    expect(await readdir(bank.at('in'))).not.toContain('daily.xml');
    await rm(file);
  });

  it('has a file downloaded once the one of its name is read', async () => {
    const file = path.join(directory, 'in', 'waiting.xml');
    await writeFile(file, '<first/>');
    await writeFile(bank.at('in', 'waiting.xml'), '<second/>');
    const reading = { request: 'read', what: 'hang', when: 'before' } as const;
    bank.faults.push(reading);
    await fetchFiles();
    expect(bank.faults.splice(0)).toEqual([reading]);
    await rm(file);
    await fetchOnce();
    expect(await readFile(file, 'utf8')).toBe('<second/>');
    await rm(file);
  });

  it('has a large file fetched whole, with its time', async () => {
    const content = Array.from({ length: 60_000 }, (_, at) => `line ${at}`).join('\n');
    await writeFile(bank.at('in', 'large.txt'), content);
    const at = new Date('2026-11-20T10:00:00Z');
    await utimes(bank.at('in', 'large.txt'), at, at);
    await fetchFiles();
    const file = path.join(directory, 'in', 'large.txt');
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it.each(['read', 'list', 'rename', 'look'] as const)(
    'loses no file where at %s the connection is lost',
    async (request) => {
      await writeFile(bank.at('in', `${request}.xml`), `<a>${request}</a>`);
      await fetchOnce();
      bank.faults.push({ request, what: 'cut', when: 'after' });
      await fetchOnce();
      await fetchFiles();
      await fetchFiles();
      expect(await filesIn('in')).toEqual([`${request}.xml`]);
      expect(await readdir(bank.at('in'))).toEqual([]);
    },
  );

  it('has a file of more than 256 MB left where it is, and flagged', async () => {
    await writeFile(bank.at('in', 'huge.xml'), '');
    await truncate(bank.at('in', 'huge.xml'), 257 * 1024 * 1024);
    await fetchFiles();
    expect(await filesIn('in')).toEqual([]);
    const flags = await listFlags(database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([{ says: "huge.xml on the bank's server exceeds the limit of 256 MB." }]);
  });

  it('is flagged where it cannot be read for long', async () => {
    await database.query('delete from bank_credentials where partner_id = $1', [partnerId]);
    for (let pass = 0; pass < 10; pass += 1) await fetchOnce();
    const flags = await listFlags(database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([
      { says: "The bank's SFTP server could not be read in 10 attempts: SFTP_KEY_NOT_SET." },
    ]);
  });
});
