import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { PartnerInboxes } from '../../activities/partners/iso20022/inbox';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { SftpFetching } from '../../activities/partners/iso20022/sftp/fetching';
import { SftpServers } from '../../activities/partners/iso20022/sftp/server';
import { PartnerRounds } from '../../activities/partners/rounds';
import { clearFlagOf, listFlags } from '../../db/operator-flags';
import { setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { createPartner } from '../../db/payments/dispatch/partners';
import { SFTP_KEY } from '../../domain/payments/dispatch/adapters/iso20022-transport';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { pain002 } from '../support/pain-002';
import { addRoute, newRoute } from '../support/partner';
import { sftpSettings, startSftpServer, type TestSftpServer } from '../support/sftp-server';
import { startStack, type Stack } from '../support/stack';
import { DEBTOR } from '../../lab/benches/debtor';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let bank: TestSftpServer;
let key: string;
let directory: string;
let partnerId: string;
let inboxes: PartnerRounds;
let fetching: PartnerRounds;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  bank = await startSftpServer();
  stack = await startStack();
  const { database, vault } = stack;
  ({ id: partnerId } = await createPartner(database, vault, {
    name: 'bank',
    adapter: 'iso20022',
    config: { ...DEBTOR, ...sftpSettings(bank), directory },
    environment: 'test',
  }));
  await setKey();
  await prepareDirectory(directory, partnerId);
  await addRoute(database, newRoute(partnerId));
  key = await stack.createKey('acme');
  inboxes = new PartnerRounds(database, [
    new PartnerInboxes({ database, vault, log, wake: () => undefined, looksBeforeRefusal: 2 }),
  ]);
  fetching = newFetching();
});

async function setKey(): Promise<void> {
  const credential = { partnerId, name: SFTP_KEY, value: bank.key, actor: 'test' };
  await setBankCredential(stack.database, stack.vault, credential);
}

/** As of another worker. */
function newFetching(): PartnerRounds {
  const servers = new SftpServers();
  closeAtEnd(() => Promise.resolve(servers.close()));
  const { database, vault } = stack;
  return new PartnerRounds(database, [new SftpFetching({ database, vault, log, servers })]);
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(path.join(directory, folder))).sort();

/** One look at the server, whenever the next one is due. */
async function fetchOnce(worker: PartnerRounds = fetching): Promise<void> {
  await stack.database.query('delete from bank_polls');
  await worker.look();
}

async function fetchFiles(worker: PartnerRounds = fetching): Promise<void> {
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
    expect(bank.appeared.filter((name) => name === `${id}-1.xml`)).toHaveLength(1);
    await writeFile(bank.at('in', 'status.xml'), pain002(`${id}-1`, { group: 'ACSP' }));
    await fetchFiles();
    expect(await filesIn('in')).toEqual(['status.xml']);
    expect(await readdir(bank.at('in'))).toEqual([]);
    expect(await readdir(bank.at('archive'))).toContainEqual(expect.stringMatching(/^[0-9a-f]{12}-status\.xml$/));
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
    await clearFlagOf(stack.database, `${partnerId}/twice.xml`, 'partner_file_refused');
  });

  it('waits for the key of its server', async () => {
    await stack.database.query('delete from bank_credentials where partner_id = $1', [partnerId]);
    try {
      const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
      const { instructionId } = body['data'] as { instructionId: string };
      expect(await show(instructionId)).toMatchObject({ status: 'pending' });
    } finally {
      await setKey();
    }
  });
});
