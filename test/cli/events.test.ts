import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACTOR } from '../../cli/context';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { eventually } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
/** Each command is a process of its own, which takes seconds on a busy machine. */
jest.setTimeout(180_000);

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-events-'));
  await findOrCreateAccount(database, 'acme');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const dataKey = randomBytes(32).toString('base64');

/** Types a command. @returns what it printed, line by line, and what it complained about */
function corridor(...args: string[]): Promise<{ code: number; lines: string[]; fault: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, TEMPORAL_ADDRESS: '127.0.0.1:1', DATA_KEY: dataKey };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, '--data-dir', folder, ...args], { env }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, lines, fault: stderr });
    });
  });
}

const read = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? '') as Record<string, unknown>;

it('publish an event from the line or a file, trigger a sample, and print the log', async () => {
  const publish = ['events', 'publish', '--type', 'buyer.matched', '--account', 'acme', '--json', '--object'];
  const file = path.join(folder, 'match.json');
  writeFileSync(file, '{"id":"match-2"}');
  const first = read((await corridor(...publish, '{"id":"match-1"}')).lines.at(-1));
  const second = read((await corridor(...publish, `@${file}`)).lines.at(-1));
  const sample = read((await corridor('trigger', 'shipment.created', '--account', 'acme', '--json')).lines.at(-1));
  expect([first, second, sample]).toEqual(
    ['buyer.matched', 'buyer.matched', 'shipment.created'].map((type) => ({
      id: expect.stringMatching(/^evt_/) as string,
      type,
      environment: 'test',
    })),
  );
  const tail = ['events', 'tail', '--account', 'acme', '--once', '--json'];
  const { lines } = await eventually(
    () => corridor(...tail),
    (said) => said.lines.length === 3,
    'three events in the log',
  );
  const found = EVENT_TYPES.find(({ name }) => name === 'shipment.created');
  expect(lines.map(read).map(({ id, data }) => [id, data])).toEqual([
    [first['id'], { object: { id: 'match-1' } }],
    [second['id'], { object: { id: 'match-2' } }],
    [sample['id'], { object: found?.sample }],
  ]);
  const rest = await corridor(...tail, '--after', String(first['id']), '--type', 'buyer.*');
  expect(rest.lines.map((line) => read(line)['id'])).toEqual([second['id']]);
  const acts = (await listAuditEntries(database, null)).filter(({ act }) => act === 'event.published');
  expect(acts.map(({ actor, subject }) => [actor, subject]).reverse()).toEqual(
    [first, second, sample].map(({ id }) => [ACTOR, id]),
  );
});

it('say what is wrong', async () => {
  const publish = ['events', 'publish', '--account', 'acme', '--type'];
  const cases: [string[], string][] = [
    [['trigger', 'payment.paid', '--account', 'acme'], 'There is no event payment.paid.'],
    [['trigger', 'buyer.matched', '--account', 'nobody'], 'There is no such account.'],
    [[...publish, 'buyer.matched', '--object', '[]'], 'It must be a JSON object'],
    [[...publish, 'shipment.created', '--object', '{}'], 'object.id'],
    [[...publish, 'buyer.matched', '--object', '{"id":"m"}', '--environment', 'live'], 'is not open'],
  ];
  for (const [args, fault] of cases) {
    expect(await corridor(...args)).toEqual({ code: 1, lines: [], fault: expect.stringContaining(fault) as string });
  }
});
