import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { DescribedBank } from '../../../../activities/partners/described/adapter';
import { BankPolling } from '../../../../activities/partners/described/polling';
import type { CallResult } from '../../../../activities/partners/partner-call';
import { PartnerRounds } from '../../../../activities/partners/rounds';
import { hastenPoll, takePoll } from '../../../../db/payments/dispatch/bank-polls';
import { openVault } from '../../../../lib/vault';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { exampleBank } from '../../../support/descriptions';
import { insertDispatch, insertInstructions, insertPartner } from '../../../support/rows';

const PAYMENTS = 9;
const NO_ANSWER: CallResult = { kind: 'no_answer', fault: 'NO_ANSWER_IN_TIME' };
const description = exampleBank('json-hmac', { polling: { seconds: 10 } });

let database: TestDatabase;
let nowMs: number;

const pollEvery = (seconds: number) =>
  database.query('update partners set config = $1', [
    JSON.stringify({ description: { ...description, polling: { seconds } } }),
  ]);

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north', { adapter: 'described' });
  await pollEvery(10);
  await insertInstructions(database, { prefix: 'instr_', count: PAYMENTS, partner: 'north' });
});

beforeEach(async () => {
  nowMs = Date.parse('2026-03-01T10:00:00Z');
  await database.query('delete from bank_polls');
});

interface Line {
  msg: string;
  partnerId?: string;
  instructionId?: string;
  reason?: string;
}

/** One pass over the payments of a bank that answers as `ask` does. */
function passOf(ask: (instructionId: string, polling: BankPolling) => Promise<CallResult>) {
  const lines: Line[] = [];
  const write = (line: unknown, _encoding: string, done: () => void): void => {
    lines.push(JSON.parse(String(line)) as Line);
    done();
  };
  const asked: string[] = [];
  const bank = {
    description,
    ask: (instructionId: string) => {
      asked.push(instructionId);
      return ask(instructionId, polling);
    },
  } as DescribedBank;
  const polling = new BankPolling({
    database,
    vault: openVault(Buffer.alloc(32).toString('base64')),
    log: pino(new Writable({ write })),
    wake: () => undefined,
    partners: { describedBankOf: () => Promise.resolve(bank) },
    clock: { nowMs: () => nowMs },
  });
  return { lines, asked, look: () => new PartnerRounds(database, [polling]).look() };
}

async function heldSeconds(): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(
    'select extract(epoch from next_at - now())::float8 as seconds from bank_polls',
  );
  return row?.seconds ?? 0;
}

/** Source: docs/GAPS.md#described */
describe('a pass over the payments of a described bank', () => {
  it('asks for all others where one fails, which is logged without what the bank said', async () => {
    const { lines, asked, look } = passOf((id) =>
      id === 'instr_1' ? Promise.reject(new TypeError('content')) : Promise.resolve(NO_ANSWER),
    );
    await look();
    expect(asked).toHaveLength(PAYMENTS);
    expect(lines).toMatchObject([{ partnerId: 'north', instructionId: 'instr_1', reason: 'TypeError' }]);
    expect(JSON.stringify(lines)).not.toContain('content');
  });

  it('keeps its turn while it lasts', async () => {
    const { asked, look } = passOf(() => {
      nowMs += 2_000;
      return Promise.resolve(NO_ANSWER);
    });
    await look();
    expect(asked).toHaveLength(PAYMENTS);
    expect(await heldSeconds()).toBeGreaterThan(10);
  });

  it('loses its turn to no notification meanwhile, and is followed by another soon', async () => {
    await pollEvery(3_600);
    await insertDispatch(database, 'instr_1');
    let goOn = (): void => undefined;
    const isHastened = new Promise<void>((resolve) => (goOn = resolve));
    const { asked, look } = passOf(async (id) => {
      if (id !== 'instr_1') await isHastened;
      else {
        expect(await hastenPoll(database, 'north', id)).toBe(true);
        // As long as a question takes at most.
        nowMs += 20_000;
        await database.query("update bank_polls set next_at = next_at - interval '20 seconds'");
        expect(await takePoll(database, 'north', 3_600)).toBe(false);
        goOn();
      }
      return NO_ANSWER;
    });
    await look();
    expect(asked).toHaveLength(PAYMENTS);
    const seconds = await heldSeconds();
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
    await pollEvery(10);
  });

  it('takes no more than its turn where it is short', async () => {
    await passOf(() => Promise.resolve(NO_ANSWER)).look();
    expect(await heldSeconds()).toBeLessThanOrEqual(10);
  });

  it('ends once it is closed', async () => {
    const { asked, look } = passOf((_id, polling) => {
      polling.close();
      return Promise.resolve(NO_ANSWER);
    });
    await look();
    // Those that were asked for at the same time are under way.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('logs figures of a settlement that cannot be read, without them', async () => {
    const settlement = { reference: 'S-1', amount: { value: '-77.5', currency: 'USD' } };
    const { lines, look } = passOf((reference) => {
      if (reference !== 'instr_2') return Promise.resolve(NO_ANSWER);
      const value = { reference, id: 'B-1', state: 'EXECUTED', settlement };
      const answer = { status: 200, body: { kind: 'json' as const, value }, retryAfter: null };
      return Promise.resolve({ kind: 'answered', answer });
    });
    await look();
    const [line] = lines;
    expect(line).toMatchObject({ partnerId: 'north', instructionId: 'instr_2' });
    expect(line?.msg).toMatch(/figures of a settlement/);
    expect(JSON.stringify(lines)).not.toContain('77.5');
  });
});
