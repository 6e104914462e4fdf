import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACTOR } from '../../cli/context';
import { listAuditEntries } from '../../db/auth/audit-log';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
const dataKey = randomBytes(32).toString('base64');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-cli-'));
  await insertPartner(database, 'ptn_1');
  const held = { count: 3, partner: 'ptn_1', waitingReason: 'compliance_review' as const };
  await insertInstructions(database, { prefix: 'instr_', ...held });
  await database.query(
    `update payment_instructions set compliance_hold = '{"state":"review"}' where id in ('instr_1', 'instr_2')`,
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Each command is a process of its own, which takes seconds on a busy machine. */
jest.setTimeout(180_000);

interface Said {
  said: Record<string, unknown>;
  fault: string;
  exitCode: number | string | null | undefined;
}

function corridor(...args: string[]): Promise<Said> {
  const env = { ...process.env, DATABASE_URL: database.url, TEMPORAL_ADDRESS: '127.0.0.1:1', DATA_KEY: dataKey };
  return new Promise((resolve) => {
    const command = [MAIN, '--data-dir', folder, ...args, '--json'];
    execFile(process.execPath, command, { env }, (error, stdout, fault) => {
      const line = stdout.trim().split('\n').at(-1) ?? '';
      const said = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
      resolve({ said, fault, exitCode: error === null ? 0 : error.code });
    });
  });
}

const audited = async (subject: string) =>
  (await listAuditEntries(database, null))
    .filter((entry) => entry.subject === subject)
    .map(({ act, actor, detail }) => ({ act, actor, reason: detail['reason'] }));

const stored = async (id: string) =>
  (
    await database.query<Record<string, unknown>>(
      `select status, compliance_hold ->> 'state' as hold, compliance_hold ->> 'by' as by
       from payment_instructions where id = $1`,
      [id],
    )
  )[0];

describe('corridor payments release and reject', () => {
  it('lets a held payment go, and says the same when it is said again', async () => {
    const { said } = await corridor('payments', 'release', 'instr_1', '--reason', 'another person');
    expect(said).toMatchObject({ id: 'instr_1', decision: 'release', status: 'pending', decidedBy: ACTOR });
    expect(await stored('instr_1')).toEqual({ status: 'pending', hold: 'released', by: ACTOR });
    const again = await corridor('payments', 'release', 'instr_1', '--reason', 'another person');
    expect(again.said).toEqual(said);
    expect(await audited('instr_1')).toEqual([
      { act: 'payment.screening_released', actor: ACTOR, reason: 'another person' },
    ]);
  });

  it('fails a held payment, which then cannot be released', async () => {
    const { said } = await corridor('payments', 'reject', 'instr_2', '--reason', 'the listed person');
    expect(said).toMatchObject({ id: 'instr_2', decision: 'reject', status: 'failed' });
    expect(await stored('instr_2')).toMatchObject({ status: 'failed', hold: 'rejected' });
    const release = await corridor('payments', 'release', 'instr_2', '--reason', 'on second thoughts');
    expect(release.exitCode).not.toBe(0);
    expect(release.fault).toContain('not held for a compliance review');
    expect(await stored('instr_2')).toMatchObject({ status: 'failed', hold: 'rejected' });
  });

  it('refuses a payment that is not held, one that is not there, and a decision without a reason', async () => {
    for (const [id, reason] of [
      ['instr_3', 'looked at'],
      ['instr_none', 'looked at'],
      ['instr_3', ' '],
    ] as const) {
      expect((await corridor('payments', 'release', id, '--reason', reason)).exitCode).not.toBe(0);
    }
    expect(await audited('instr_3')).toEqual([]);
  });
});

describe('corridor countries', () => {
  it('blocks and unblocks a country with a reason, each once', async () => {
    expect((await corridor('countries', 'list')).said).toEqual({ blocked: ['IR', 'KP'] });
    const block = ['countries', 'block', 'by', '--reason', 'decided by the board'];
    expect((await corridor(...block)).said).toEqual({ country: 'BY', blocked: true, changed: true });
    expect((await corridor(...block)).said).toEqual({ country: 'BY', blocked: true, changed: false });
    expect((await corridor('countries', 'list')).said).toEqual({ blocked: ['BY', 'IR', 'KP'] });
    const { said } = await corridor('countries', 'unblock', 'BY', '--reason', 'the board again');
    expect(said).toEqual({ country: 'BY', blocked: false, changed: true });
    expect((await audited('BY')).map(({ act, reason }) => [act, reason]).sort()).toEqual([
      ['country.blocked', 'decided by the board'],
      ['country.unblocked', 'the board again'],
    ]);
  });

  it('knows no country of the name, and asks for a reason', async () => {
    const unknown = await corridor('countries', 'block', 'ZZ', '--reason', 'a slip');
    expect(unknown.fault).toContain('"ZZ" is no ISO 3166-1 alpha-2 code');
    expect((await corridor('countries', 'block', 'BY', '--reason', ' ')).exitCode).not.toBe(0);
    expect((await corridor('countries', 'list')).said).toEqual({ blocked: ['IR', 'KP'] });
  });
});
