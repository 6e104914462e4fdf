import { chmod, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { PartnerInboxes } from '../../activities/partners/iso20022/inbox';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { SftpFetching } from '../../activities/partners/iso20022/sftp/fetching';
import { SftpServers } from '../../activities/partners/iso20022/sftp/server';
import { clearFlagOf, listFlags } from '../../db/operator-flags';
import { setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { createPartner } from '../../db/payments/dispatch/partners';
import { createRoute } from '../../db/payments/routing/routes';
import { SFTP_KEY } from '../../domain/payments/dispatch/adapters/iso20022-transport';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { pain002 } from '../support/pain-002';
import { newRoute } from '../support/partner';
import { sftpSettings, startSftpServer, type TestSftpServer } from '../support/sftp-server';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let bank: TestSftpServer;
let key: string;
let directory: string;
let partnerId: string;
let inboxes: PartnerInboxes;
let fetching: SftpFetching;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  bank = await startSftpServer();
  stack = await startStack();
  const { database, vault } = stack;
  const debtor = {
    debtorName: 'Example Trading GmbH',
    debtorAccount: 'DE89370400440532013000',
    debtorBic: 'COBADEFFXXX',
    debtorCountry: 'DE',
    debtorCity: 'Berlin',
  };
  ({ id: partnerId } = await createPartner(database, vault, {
    name: 'bank',
    adapter: 'iso20022',
    config: { ...debtor, ...sftpSettings(bank), directory },
    environment: 'test',
  }));
  await setBankCredential(database, vault, { partnerId, name: SFTP_KEY, value: bank.key, actor: 'test' });
  await prepareDirectory(directory, partnerId);
  await createRoute(database, newRoute(partnerId));
  key = await stack.createKey('acme');
  inboxes = new PartnerInboxes({ database, vault, log, wake: () => undefined, looksBeforeRefusal: 2 });
  fetching = newFetching();
});

/** As of another worker. */
function newFetching(): SftpFetching {
  const servers = new SftpServers();
  closeAtEnd(() => Promise.resolve(servers.close()));
  return new SftpFetching({ database: stack.database, vault: stack.vault, log, servers });
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(path.join(directory, folder))).sort();

/** One look at the server, whenever the next one is due. */
async function fetchOnce(worker: SftpFetching = fetching): Promise<void> {
  await stack.database.query('delete from bank_polls');
  await worker.look();
}

async function fetchFiles(worker: SftpFetching = fetching): Promise<void> {
  await fetchOnce(worker);
  await fetchOnce(worker);
}

async function readFiles(): Promise<void> {
  await inboxes.look();
  await inboxes.look();
}

async function show(instructionId: string): Promise<{ status: string }> {
  return (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'] as { status: string };
}

async function submitted(): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
  const { instructionId } = body['data'] as { instructionId: string };
  await eventually(
    () => show(instructionId),
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
  return instructionId;
}

/** Source: docs/GAPS.md#P19 */
describe('a bank with a server of files', () => {
  it('gets each payment once, whatever happens at the rename, and reports by what is fetched', async () => {
    bank.faults.push({ request: 'rename', what: 'cut', when: 'after' });
    const id = await submitted();
    expect(bank.appeared).toEqual([`${id}-1.xml`]);
    await writeFile(bank.at('in', 'status.xml'), pain002(`${id}-1`, { group: 'ACSP' }));
    await fetchFiles();
    expect(await filesIn('in')).toEqual(['status.xml']);
    expect(await readdir(bank.at('in'))).toEqual([]);
    expect(await readdir(bank.at('archive'))).toEqual([expect.stringMatching(/^[0-9a-f]{12}-status\.xml$/)]);
    expect(await filesIn('preparing')).toEqual([]);
    await readFiles();
    expect((await show(id)).status).toBe('processing');
  });

  it('has a file applied once that two workers fetch, one of which cannot put it away', async () => {
    const id = await submitted();
    await writeFile(bank.at('in', 'twice.xml'), pain002(`${id}-1`, { group: 'ACSP' }));
    bank.faults.push({ request: 'rename', what: 'full', when: 'before' });
    await fetchFiles();
    expect(await readdir(bank.at('in'))).toEqual(['twice.xml']);
    const [flag] = await listFlags(stack.database, { kind: 'partner_file_refused' });
    expect(flag).toMatchObject({
      says: "twice.xml was fetched but could not be archived or deleted on the bank's server: SFTP_FAILURE.",
    });
    await readFiles();
    // The same worker does not fetch it again, another one does.
    await fetchFiles();
    expect(await filesIn('in')).toEqual([]);
    const other = newFetching();
    await fetchFiles(other);
    expect(await readdir(bank.at('in'))).toEqual([]);
    await readFiles();
    expect((await show(id)).status).toBe('processing');
    const { body } = await stack.call('GET', `${PATH}/${id}/reports`, { key });
    expect((body['data'] as { items: unknown[] }).items).toHaveLength(1);
    await clearFlagOf(stack.database, partnerId, 'partner_file_refused');
  });

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
    await readFiles();
    await fetchOnce();
    expect(await readFile(path.join(directory, 'in', 'growing.xml'), 'utf8')).toBe('<b/>');
    await rm(path.join(directory, 'in', 'growing.xml'));
    await clearFlagOf(stack.database, partnerId, 'partner_file_refused');
  });

  it('has a file applied that comes after one that cannot be read', async () => {
    const id = await submitted();
    await writeFile(bank.at('in', 'a-locked.xml'), '<a/>');
    await chmod(bank.at('in', 'a-locked.xml'), 0);
    const at = new Date('2026-11-20T10:00:00Z');
    await utimes(bank.at('in', 'a-locked.xml'), at, at);
    await writeFile(bank.at('in', 'b-status.xml'), pain002(`${id}-1`, { group: 'ACSP' }));
    await fetchFiles();
    expect(await filesIn('in')).toEqual(['b-status.xml']);
    const flags = await listFlags(stack.database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([
      { says: "a-locked.xml on the bank's server could not be fetched: SFTP_PERMISSION_DENIED." },
    ]);
    await readFiles();
    expect((await show(id)).status).toBe('processing');
    await rm(bank.at('in', 'a-locked.xml'));
    await clearFlagOf(stack.database, partnerId, 'partner_file_refused');
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
    await rename(file, bank.at('taken', 'large.txt'));
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
      expect((await readdir(bank.at('in'))).filter((name) => !name.startsWith('hidden'))).toEqual([]);
      await rm(path.join(directory, 'in', `${request}.xml`));
      await clearFlagOf(stack.database, partnerId, 'partner_file_refused');
    },
  );

  it('has a file of more than 256 MB left where it is, and flagged', async () => {
    await writeFile(bank.at('in', 'huge.xml'), '');
    await truncate(bank.at('in', 'huge.xml'), 257 * 1024 * 1024);
    await fetchFiles();
    expect(await filesIn('in')).toEqual([]);
    const flags = await listFlags(stack.database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([{ says: "huge.xml on the bank's server exceeds the limit of 256 MB." }]);
    await rm(bank.at('in', 'huge.xml'));
    await clearFlagOf(stack.database, partnerId, 'partner_file_refused');
  });

  it('waits for the key, and is flagged where its server cannot be read for long', async () => {
    await stack.database.query('delete from bank_credentials where partner_id = $1', [partnerId]);
    const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = body['data'] as { instructionId: string };
    expect(await show(instructionId)).toMatchObject({ status: 'pending' });
    for (let pass = 0; pass < 10; pass += 1) await fetchOnce();
    const flags = await listFlags(stack.database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([
      { says: "The bank's SFTP server could not be read in 10 attempts: SFTP_KEY_NOT_SET." },
    ]);
  });
});
