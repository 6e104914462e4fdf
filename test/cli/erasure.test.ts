import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACTOR } from '../../cli/context';
import { listAuditEntries } from '../../db/auth/audit-log';
import { insertInstructions, insertPartner } from '../support/rows';
import { createTestDatabase, type TestDatabase } from '../support/database';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-cli-'));
  await insertPartner(database, 'ptn_1');
  await insertInstructions(database, { prefix: 'instr_', count: 2, partner: 'ptn_1' });
  await database.query(`update payment_instructions set status = 'failed', version = version + 1 where id = 'instr_1'`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Each command is a process of its own, which takes seconds on a busy machine. */
jest.setTimeout(120_000);

const dataKey = randomBytes(32).toString('base64');

function erasure(...args: string[]): Promise<{ code: number; text: string; fault: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, TEMPORAL_ADDRESS: '127.0.0.1:1', DATA_KEY: dataKey };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, '--data-dir', folder, 'erasure', 'run', ...args], { env }, (error, text, fault) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: text.trim(), fault }),
    );
  });
}

describe('corridor erasure run', () => {
  it('erases what it names, and says that there is nothing left when it is repeated', async () => {
    const typed = ['--instruction', 'instr_1', '--reason', 'request 17', '--json'];
    const first = JSON.parse((await erasure(...typed)).text) as unknown;
    expect(first).toMatchObject({ subject: 'instruction', id: 'instr_1', erased: true, removed: { payment: 1 } });
    const again = JSON.parse((await erasure(...typed)).text) as unknown;
    expect(again).toMatchObject({ erased: false, note: 'It was erased before; there was nothing left to erase.' });
    const entries = (await listAuditEntries(database, null)).map(({ actor, act, subject }) => [actor, act, subject]);
    expect(entries).toEqual([[ACTOR, 'payment.erased', 'instr_1']]);
  });

  it('refuses a payment that goes on, two subjects, an unknown one and an empty reason', async () => {
    for (const [args, words] of [
      [['--instruction', 'instr_2', '--reason', 'r'], 'The payment is submitted'],
      [['--instruction', 'instr_1', '--user', 'usr_1', '--reason', 'r'], 'Name one subject'],
      [['--document', 'doc_1', '--reason', 'r'], 'There is no document doc_1'],
      [['--shipment', 'shp_1', '--reason', ' '], 'Say why'],
    ] as const) {
      const { code, fault } = await erasure(...args);
      expect([code, fault]).toEqual([1, expect.stringContaining(words)]);
    }
  });
});
