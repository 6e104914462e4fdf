import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { PartnerInboxes } from '../../activities/partners/iso20022/inbox';
import { SftpFetching } from '../../activities/partners/iso20022/sftp/fetching';
import { SftpServers } from '../../activities/partners/iso20022/sftp/server';
import { listFlags } from '../../db/operator-flags';
import { setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { createPartner } from '../../db/payments/dispatch/partners';
import { SFTP_KEY } from '../../domain/payments/dispatch/adapters/iso20022-transport';
import { FileBank } from '../activities/partners/laboratory/file-bank';
import { PartnerRounds } from '../../activities/partners/rounds';
import { closeAtEnd } from '../support/closing';
import { CommandLine, type Typed } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_VAULT } from '../support/limited-app';
import { sftpSettings, startSftpServer } from '../support/sftp-server';
import { DEBTOR } from '../../lab/benches/debtor';

const STEP_MS = 300;
/** Far longer than the quiet after the last answer, by which an examination ends. */
const WAIT = '150';
const ALL_ANSWERED = /\b13 of 13 orders answered, \d+ files read$/m;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url, DATA_KEY: Buffer.alloc(32, 7).toString('base64') });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-certify-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function makePartner(name: string, environment: 'live' | 'test', settings: Record<string, unknown>) {
  const config = { ...DEBTOR, ...settings };
  const made = { name, adapter: 'iso20022', config, environment, isEnabled: environment === 'test' };
  return (await createPartner(database, TEST_VAULT, made)).id;
}

/** Has the workers of a service and a bank work while a command runs. */
async function meanwhile(command: Promise<Typed>, work: () => Promise<void>): Promise<Typed> {
  let isOver = false;
  const working = (async (): Promise<void> => {
    while (!isOver) {
      await work();
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
  })();
  const [typed] = await Promise.all([command.finally(() => (isOver = true)), working]);
  return typed;
}

function secondsOf({ said }: Typed): number {
  return (Date.parse(String(said['endedAt'])) - Date.parse(String(said['startedAt']))) / 1_000;
}

const logged: unknown[] = [];
const log = pino({ level: 'info' }, { write: (line) => logged.push((JSON.parse(line) as { msg: unknown }).msg) });
const newInboxes = () =>
  new PartnerRounds(database, [
    new PartnerInboxes({ database, vault: TEST_VAULT, log, wake: () => undefined, looksBeforeRefusal: 1 }),
  ]);

/** Source: docs/GAPS.md#P19, docs/GAPS.md#P20 */
describe('corridor partners certify, of a bank by files', () => {
  it('passes a bank while the inboxes of workers look at the same directory, and enables the live partner', async () => {
    const live = await makePartner('Files', 'live', { directory: await newDirectory() });
    const directory = await newDirectory();
    const test = await makePartner('Files of the test', 'test', { directory });
    await line.run('partners', 'prepare-directory', '--partner', test);
    const bank = new FileBank(directory);
    const inboxes = newInboxes();
    const command = line.run(
      'partners',
      'certify',
      '--partner',
      live,
      '--test-partner',
      test,
      '--wait',
      WAIT,
      '--json',
    );
    const typed = await meanwhile(command, async () => {
      await bank.work();
      await inboxes.look();
    });
    expect(typed.said).toMatchObject({ passed: true, partnerId: live, faults: [] });
    expect(secondsOf(typed)).toBeLessThan(Number(WAIT));
    expect(typed.fault).toContain('answers are awaited for at most 150 seconds.');
    expect(typed.fault).toMatch(/^0 of 13 orders answered, 0 files read$/m);
    expect(typed.fault).toMatch(ALL_ANSWERED);
    expect(
      logged.filter((one) => one === 'the laboratory reads the files of a partner in place of its inbox'),
    ).toHaveLength(1);
    expect(await listFlags(database, { kind: 'partner_file_refused' })).toEqual([]);
    expect(await readdir(path.join(directory, 'in'))).toEqual([]);
    expect((await line.run('partners', 'enable', live)).code).toBe(0);
  });

  it('passes a bank at a server of SFTP, from which the workers fetch its answers', async () => {
    const server = await startSftpServer();
    const directory = await newDirectory();
    const test = await makePartner('Server', 'test', { ...sftpSettings(server), sftpPollSeconds: 5, directory });
    await setBankCredential(database, TEST_VAULT, {
      partnerId: test,
      name: SFTP_KEY,
      value: server.key,
      actor: 'test',
    });
    await line.run('partners', 'prepare-directory', '--partner', test);
    const bank = new FileBank(server.root, new Set(), 'taken');
    const servers = new SftpServers();
    closeAtEnd(() => Promise.resolve(servers.close()));
    const fetching = new PartnerRounds(database, [new SftpFetching({ database, vault: TEST_VAULT, log, servers })]);
    const inboxes = newInboxes();
    const command = line.run('partners', 'certify', '--partner', test, '--wait', WAIT, '--json');
    const typed = await meanwhile(command, async () => {
      await bank.work();
      await database.query('delete from bank_polls');
      await fetching.look();
      await inboxes.look();
    });
    expect(typed.said).toMatchObject({ passed: true, url: `sftp://127.0.0.1:${server.port}`, faults: [] });
    expect(secondsOf(typed)).toBeLessThan(Number(WAIT));
    expect(typed.fault).toMatch(ALL_ANSWERED);
    expect(await listFlags(database, { kind: 'partner_file_refused' })).toEqual([]);
  });
});
