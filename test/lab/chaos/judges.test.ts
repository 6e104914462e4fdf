import { AnswerLog } from '../../../lab/chaos/answer-log';
import type { BatchRecord } from '../../../lab/chaos/batches';
import type { IntentRecord } from '../../../lab/chaos/clients';
import { isOpen, judge, waitingOf } from '../../../lab/chaos/judges';
import type { Observation, SeenDelivery } from '../../../lab/chaos/observation';
import type { LedgerEntry } from '../../../lab/chaos/partner/ledger';
import { payeeOf } from '../../../lab/chaos/payees';
import { ENDPOINTS } from '../../../lab/chaos/receivers';
import { recoveries } from '../../../lab/chaos/recovery';
import { hasPassed, renderOutcome } from '../../../lab/chaos/report';
import { makePlan } from '../../../lab/chaos/schedule';

const NOW = 1_800_000_000_000;

function intentRecord(changes: Partial<IntentRecord> = {}): IntentRecord {
  return {
    intent: 1,
    askedAt: NOW - 9_000,
    instructionIds: new Set(['instr_1']),
    acknowledgedAt: NOW - 8_000,
    movedAt: NOW - 7_000,
    status: 'settled',
    final: { status: 'settled', at: NOW - 5_000 },
    cancelAskedAt: null,
    cancelAnswer: null,
    lastAnswer: 'none',
    isBlocked: false,
    named: new Set(),
    isInDoubt: false,
    ...changes,
  };
}

function ledgerEntry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    intent: 1,
    instructionId: 'instr_1',
    key: 'instr_1:1',
    reference: 'chaos-1',
    status: 'settled',
    receivedAt: NOW - 7_600,
    isBooked: false,
    cancelAskedAt: null,
    ...changes,
  };
}

function deliveryTo(endpoint: string, changes: Partial<SeenDelivery> = {}): SeenDelivery {
  return { id: `dlv_${endpoint}`, eventId: 'evt_1', endpoint, status: 'delivered', nextAttemptAt: null, ...changes };
}

/** One payment that went as it should. */
function observation(changes: Partial<Observation> = {}): Observation {
  const instruction = {
    id: 'instr_1',
    intent: 1,
    begunAt: NOW - 7_700,
    status: 'settled',
    waitingReason: null,
    cancellation: null,
    flags: [],
    cases: [],
    isConfirmed: true,
    verdicts: [],
  };
  return {
    at: NOW,
    healedAt: NOW - 10_000,
    intents: [intentRecord()],
    batches: [],
    seenBatches: new Map([['bat_1', { id: 'bat_1', status: 'cancelled', made: 1, payments: 1 }]]),
    listedAt: new Map(),
    ledger: [ledgerEntry()],
    reports: [{ instructionId: 'instr_1', status: 'settled', answer: 200, reportId: 'rep_1', lastAnswer: '200' }],
    instructions: new Map([['instr_1', instruction]]),
    followed: new Set(),
    keptReports: new Set(['rep_1']),
    events: [{ id: 'evt_1', type: 'payment.settled', instructionId: 'instr_1' }],
    deliveries: ENDPOINTS.map((endpoint) => deliveryTo(endpoint)),
    invented: [],
    received: new Map(ENDPOINTS.map((endpoint) => [endpoint, new Set(['evt_1'])])),
    unsigned: new Set(),
    answers: new AnswerLog(),
    unwantedEnds: [],
    errorLines: [],
    ...changes,
  };
}

function instructionThat(changes: object): Observation['instructions'] {
  const known = observation().instructions.get('instr_1');
  return known === undefined ? new Map() : new Map([['instr_1', { ...known, ...changes }]]);
}

function brokenBy(changes: Partial<Observation>): string[] {
  return judge(observation(changes)).flatMap(({ what, findings }) => (findings.length === 0 ? [] : [what]));
}

it('finds nothing when everything went as it should', () => {
  expect(brokenBy({})).toEqual([]);
});

const cancelled = intentRecord({
  status: 'cancelled',
  cancelAskedAt: NOW - 6_000,
  final: { status: 'cancelled', at: NOW },
});
/** A batch of the payment, cancelled after it was sent. */
function batchRecord(changes: Partial<BatchRecord> = {}): BatchRecord {
  return {
    kind: 'cancelled',
    key: 'batch-0',
    intents: [1],
    batchIds: new Set(['bat_1']),
    lastAnswer: 'none',
    approvedAt: null,
    stopped: { at: NOW - 6_000, made: 1 },
    ...changes,
  };
}
const LISTED = new Map([[payeeOf(1).name, NOW - 9_000]]);
const failingAnswers = new AnswerLog();
failingAnswers.note('GET', '/', { status: 500, body: {}, retryAfterMs: null });

const NOTHING_KEPT = { instructions: new Map(), events: [], deliveries: [] };

const BROKEN: [what: string, changes: Partial<Observation>][] = [
  ['client intents that the partner accepted twice', { ledger: [ledgerEntry(), ledgerEntry({ key: 'instr_2:1' })] }],
  [
    'wishes with two instructions or batches',
    { intents: [intentRecord({ instructionIds: new Set(['instr_1', 'instr_2']) })] },
  ],
  ['wishes with two instructions or batches', { batches: [batchRecord({ batchIds: new Set(['bat_1', 'bat_2']) })] }],
  [
    'payments kept that were answered as refused',
    { intents: [intentRecord({ acknowledgedAt: null, instructionIds: new Set(), isBlocked: true })] },
  ],
  [
    'payments made after their batch was stopped',
    { batches: [batchRecord({ stopped: { at: NOW - 6_000, made: 0 } })] },
  ],
  [
    'payments sent after their batch was stopped',
    { batches: [batchRecord({ stopped: { at: NOW - 7_800, made: 1 } })] },
  ],
  [
    'payments sent after their batch was stopped',
    { batches: [batchRecord()], ledger: [ledgerEntry({ receivedAt: NOW + 12_000 })] },
  ],
  ['payments sent before their batch was approved', { batches: [batchRecord({ kind: 'approvals' })] }],
  [
    'payments sent before their batch was approved',
    { batches: [batchRecord({ kind: 'approvals', approvedAt: NOW - 7_000 })] },
  ],
  ['payments sent to a listed payee', { listedAt: LISTED }],
  ['batches that do not end', { batches: [batchRecord({ batchIds: new Set() })] }],
  [
    'payments alive at the partner after a final cancelled or failed',
    { intents: [cancelled], instructions: instructionThat({ status: 'settled' }) },
  ],
  [
    'creates never acknowledged',
    { intents: [intentRecord({ acknowledgedAt: null, instructionIds: new Set() })], ledger: [], ...NOTHING_KEPT },
  ],
  ["instructions that differ from the partner's ledger", { ledger: [ledgerEntry({ status: 'returned' })] }],
  ['bookings that were not taken', { ledger: [ledgerEntry({ isBooked: true })] }],
  ['cancellations that no client asked for', { ledger: [ledgerEntry({ cancelAskedAt: NOW - 1_000 })] }],
  [
    'calls, rows and second deliveries by invented work',
    { invented: ['north was called: GET /instructions/invented_1 invented_1'] },
  ],
  ['acknowledged reports not on record', { keptReports: new Set() }],
  [
    'reports never acknowledged',
    { reports: [{ instructionId: 'instr_1', status: 'settled', answer: null, reportId: '', lastAnswer: '404' }] },
  ],
  ['events neither delivered nor waiting for an attempt', { deliveries: [deliveryTo('steady')] }],
  ['deliveries recorded that the receiver never had', { received: new Map() }],
  ['events that the old secret does not verify during an overlap', { unsigned: new Set(['evt_1']) }],
  ['answers 5xx other than 503', { answers: failingAnswers }],
  ['log lines of level error', { errorLines: ['api-1: a request escaped'] }],
  ['processes that ended by themselves', { unwantedEnds: ['api-1 ended by itself'] }],
];

it.each(BROKEN)('finds %s', (what, changes) => {
  expect(brokenBy(changes)).toEqual([what]);
});

it('finds an outcome without an event', () => {
  expect(brokenBy({ events: [], deliveries: [] })).toEqual(['outcomes without an event']);
});

it('finds a delivery whose attempt is overdue, and none that waits for its time', () => {
  const waiting = (nextAttemptAt: number): Partial<Observation> => ({
    deliveries: [deliveryTo('steady'), deliveryTo('moody', { status: 'pending', nextAttemptAt })],
  });
  expect(brokenBy(waiting(NOW + 300_000))).toEqual([]);
  expect(brokenBy(waiting(NOW - 300_000))).toEqual(['events neither delivered nor waiting for an attempt']);
  // The service begins it again by itself, which is waited for.
  expect(brokenBy(waiting(NOW - 140_000))).toEqual([]);
  expect([NOW - 140_000, NOW + 1].map((dueAt) => isOpen(observation(waiting(dueAt))))).toEqual([true, false]);
});

it('accepts a payment that is alive at a partner that was asked to stop', () => {
  const ledger = [ledgerEntry({ cancelAskedAt: NOW - 1_000 })];
  expect(brokenBy({ intents: [cancelled], ledger })).toEqual([]);
});

it('finds a payment cancelled that its client wanted, and none that its partner was to stop', () => {
  const unsent = { ledger: [], reports: [], events: [], deliveries: [], intents: [intentRecord({ final: null })] };
  expect(brokenBy({ ...unsent, instructions: instructionThat({ status: 'cancelled' }) })).toEqual([
    'cancellations that no client asked for',
    'outcomes without an event',
  ]);
  const ledger = [ledgerEntry({ cancelAskedAt: NOW - 1_000 })];
  expect(brokenBy({ ledger, instructions: instructionThat({ cases: ['partner_continues'] }) })).toEqual([]);
});

it('accepts a payment to a listed payee that had left before', () => {
  expect(brokenBy({ listedAt: new Map([[payeeOf(1).name, NOW - 7_000]]) })).toEqual([]);
});

it('accepts a payment without a word where its id was named or its connection was lost', () => {
  const unknown = { acknowledgedAt: null, instructionIds: new Set<string>(), isInDoubt: true };
  expect(brokenBy({ intents: [intentRecord({ ...unknown, named: new Set(['instr_1']) })] })).toEqual([]);
  expect(brokenBy({ intents: [intentRecord(unknown)] })).toEqual([]);
  expect(brokenBy({ intents: [intentRecord({ ...unknown, named: new Set(['instr_2']) })] })).toEqual([
    'payments kept that were answered as refused',
  ]);
});

describe('a payment that waits for a reason on record', () => {
  const waiting = {
    instructions: instructionThat({ status: 'pending', waitingReason: 'partner_slow' }),
    followed: new Set(['instr_1']),
    events: [],
    deliveries: [],
  };

  it('is counted apart while Corridor will come back to it', () => {
    expect(brokenBy(waiting)).toEqual([]);
    expect(waitingOf(observation(waiting))).toEqual(['instr_1 pending: partner_slow']);
  });

  it('is forgotten when no workflow follows it', () => {
    expect(brokenBy({ ...waiting, followed: new Set() })).toEqual(['payments forgotten while they wait']);
  });

  it('may wait for a person as long as that takes', () => {
    const instructions = instructionThat({ status: 'pending', waitingReason: 'in_doubt', flags: ['partner_moved'] });
    expect(brokenBy({ ...waiting, instructions, healedAt: NOW - 200_000 })).toEqual([]);
  });

  it('is forgotten when it still waits minutes after all faults', () => {
    expect(brokenBy({ ...waiting, healedAt: NOW - 200_000 })).toEqual(['payments forgotten while they wait']);
  });
});

it('does not accept a wait without a reason', () => {
  const instructions = instructionThat({ status: 'pending' });
  expect(brokenBy({ instructions, ledger: [], events: [], deliveries: [] })).toEqual([
    "instructions that differ from the partner's ledger",
  ]);
});

describe('the outcome', () => {
  const plan = makePlan({ seed: 7, payments: 1, runMs: 60_000, faults: 1, standstillMs: [1, 2], without: [] });
  const fault = { kind: 'kill', process: 'api-1', atMs: 0, durationMs: 0 } as const;
  const outcomeOf = (changes: Partial<Observation>) => ({
    plan,
    verdicts: judge(observation(changes)),
    recoveries: recoveries([{ fault, overAt: NOW - 10_000 }], [intentRecord()]),
    waiting: [],
    answers: new Map([[201, 1]]),
    accepted: 3,
    work: '1 batch',
    wentOver: 2,
  });

  it('says how long recovery took', () => {
    expect(renderOutcome(outcomeOf({}))).toMatch(/^kill +1 +2\.0 +2\.0 +0\.0 +0\.0$/m);
  });

  it('says how many payments the second partner took', () => {
    expect(renderOutcome(outcomeOf({}))).toContain('3 accepted by partners (2 by the second)');
  });

  it('names the way to reproduce a failure, and only then', () => {
    const failed = outcomeOf({ errorLines: ['api-1: a request escaped'] });
    expect(hasPassed(failed)).toBe(false);
    expect(renderOutcome(failed)).toContain('npm run chaos -- --seed 7 --payments 1 --minutes 1 --faults 1');
    expect(hasPassed(outcomeOf({}))).toBe(true);
    expect(renderOutcome(outcomeOf({}))).not.toContain('The same again');
  });
});
