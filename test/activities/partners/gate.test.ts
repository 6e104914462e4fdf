import pino from 'pino';
import {
  createPartnerGate,
  submissionOutcome,
  type CallOutcome,
  type GateEntry,
} from '../../../activities/partners/gate';
import { listFlags } from '../../../db/operator-flags';
import { listOutages } from '../../../db/payments/dispatch/partner-health';
import { createPartner } from '../../../db/payments/dispatch/partners';
import { openVault } from '../../../lib/vault';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const FAULT: CallOutcome = { kind: 'fault', fault: 'ECONNREFUSED', isUnsent: true };
const ANSWERED: CallOutcome = { kind: 'answered' };

let database: TestDatabase;
let nowMs: number;
const lines: string[] = [];
const log = pino({ base: null }, { write: (text: string) => void lines.push(text) });

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  nowMs = 0;
  lines.length = 0;
});

let count = 0;
async function newPartner(): Promise<string> {
  count += 1;
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  const url = 'http://127.0.0.1:1';
  return (
    await createPartner(database, vault, {
      name: `partner ${count}`,
      adapter: 'http',
      config: { url },
      environment: 'test',
    })
  ).id;
}

function newGate(): ReturnType<typeof createPartnerGate> {
  return createPartnerGate({ database, log, clockMs: () => nowMs });
}

async function leave(entry: GateEntry, outcome: CallOutcome): Promise<void> {
  if (entry.kind !== 'open') throw new Error(`held: ${entry.reason}`);
  await entry.leave(outcome);
}

async function fail(gate: ReturnType<typeof createPartnerGate>, partnerId: string, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await leave(await gate.enter(partnerId), FAULT);
}

/** Moves the stored times back, which for the breaker is the same as waiting. */
async function letPass(partnerId: string, seconds: number): Promise<void> {
  await database.query(
    `update partner_health set open_until = open_until - make_interval(secs => $2),
       probe_until = probe_until - make_interval(secs => $2), last_success_at = last_success_at - make_interval(secs => $2)
     where partner_id = $1`,
    [partnerId, seconds],
  );
  nowMs += seconds * 1000;
}

const flagged = async (partnerId: string): Promise<boolean> =>
  (await listFlags(database)).some(({ kind, subject }) => kind === 'partner_outage' && subject === partnerId);

describe('the gate before a partner', () => {
  it('holds back what is more than forty calls in flight, of this partner only', async () => {
    const gate = newGate();
    const [busy, idle] = [await newPartner(), await newPartner()];
    const entries = await Promise.all(Array.from({ length: 41 }, () => gate.enter(busy)));
    expect(entries.filter(({ kind }) => kind === 'open')).toHaveLength(40);
    expect(entries.find(({ kind }) => kind === 'held')).toEqual({
      kind: 'held',
      reason: 'partner_busy',
      retryAfterMs: 1_000,
      isUnreachable: false,
    });
    expect((await gate.enter(idle)).kind).toBe('open');
    const [first] = entries;
    if (first === undefined) throw new Error('no entry');
    await leave(first, ANSWERED);
    await leave(first, ANSWERED);
    expect((await gate.enter(busy)).kind).toBe('open');
    expect((await gate.enter(busy)).kind).toBe('held');
  });

  it('opens the breaker after five faults in a row, for every process, and flags the partner once', async () => {
    const partnerId = await newPartner();
    const [gate, other] = [newGate(), newGate()];
    await fail(gate, partnerId, 4);
    expect(await flagged(partnerId)).toBe(false);
    expect((await other.enter(partnerId)).kind).toBe('open');
    const failedAt = Date.now();
    await fail(gate, partnerId, 1);
    const held = await gate.enter(partnerId);
    expect(held).toMatchObject({ kind: 'held', reason: 'partner_outage' });
    expect(held.kind === 'held' && held.retryAfterMs + Date.now() - failedAt).toBeGreaterThan(4_000);
    expect(held.kind === 'held' && held.retryAfterMs).toBeLessThanOrEqual(7_000);
    nowMs += 1_000;
    expect(await other.enter(partnerId)).toMatchObject({ kind: 'held', reason: 'partner_outage' });
    expect(await flagged(partnerId)).toBe(true);
    expect((await listOutages(database)).get(partnerId)).toEqual({ isUnreachable: true });
    expect(lines.filter((line) => line.includes('a partner is away'))).toHaveLength(1);
    expect(lines.join()).toContain('ECONNREFUSED');
  });

  it('lets one probe through, and everybody once it is answered', async () => {
    const partnerId = await newPartner();
    const [gate, other] = [newGate(), newGate()];
    await fail(gate, partnerId, 5);
    await letPass(partnerId, 5);
    expect((await listOutages(database)).has(partnerId)).toBe(false);
    const entries = await Promise.all([gate.enter(partnerId), other.enter(partnerId), gate.enter(partnerId)]);
    const probes = entries.filter(({ kind }) => kind === 'open');
    expect(probes).toHaveLength(1);
    const [probe] = probes;
    if (probe === undefined) throw new Error('no probe');
    await leave(probe, ANSWERED);
    nowMs += 1_000;
    expect((await gate.enter(partnerId)).kind).toBe('open');
    expect((await other.enter(partnerId)).kind).toBe('open');
    expect(await flagged(partnerId)).toBe(false);
    expect(lines.filter((line) => line.includes('a partner is back'))).toHaveLength(1);
  });

  it('stays open when its probe fails, and gives the next one when nothing was sent', async () => {
    const partnerId = await newPartner();
    const gate = newGate();
    await fail(gate, partnerId, 5);
    await letPass(partnerId, 5);
    await fail(gate, partnerId, 1);
    expect((await gate.enter(partnerId)).kind).toBe('held');
    await letPass(partnerId, 10);
    await leave(await gate.enter(partnerId), { kind: 'not_called' });
    expect((await gate.enter(partnerId)).kind).toBe('open');
  });

  it('is not opened by refusals', () => {
    expect(submissionOutcome({ kind: 'rejected', message: 'closed' })).toEqual({ kind: 'answered' });
    expect(submissionOutcome({ kind: 'not_taken', fault: 'HTTP 429', retryAfterMs: 1 })).toEqual({ kind: 'answered' });
    const ambiguous = { kind: 'ambiguous', fault: 'HTTP', refusal: null, notTaken: false } as const;
    expect(submissionOutcome({ ...ambiguous, isOutage: false })).toEqual({ kind: 'answered' });
    expect(submissionOutcome({ ...ambiguous, isOutage: true })).toEqual({
      kind: 'fault',
      fault: 'HTTP',
      isUnsent: false,
    });
    expect(submissionOutcome({ kind: 'not_delivered', fault: 'ENOTFOUND' })).toEqual({
      kind: 'fault',
      fault: 'ENOTFOUND',
      isUnsent: true,
    });
  });

  it('gives the place back when the database does not answer', async () => {
    const gate = newGate();
    for (let index = 0; index < 41; index += 1) await expect(gate.enter('ptn\u0000')).rejects.toThrow();
    await expect(gate.enter('ptn\u0000')).rejects.toThrow();
  });
});
