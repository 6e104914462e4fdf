import { setTimeout as pause } from 'node:timers/promises';
import { newId, newUetr } from '../../../lib/ids';
import {
  settingsHash,
  verdictOf,
  type CertifiedSettings,
  type LaboratoryReport,
  type ScenarioResult,
} from '../../../domain/payments/dispatch/certificate';
import type { PartnerAdapter, PartnerOrder } from '../port';
import type { PartnerRequest } from '../partner-call';
import {
  NotJudged,
  PartnerFault,
  seededRandom,
  type Bench,
  type Bent,
  type DescribedSubject,
  type FileSubject,
  type Scenario,
  type ScenarioKind,
  type Waits,
} from './bench';
import { CALL_SCENARIOS } from './call-scenarios';
import { DESCRIBED_SCENARIOS } from './described-scenarios';
import { FILE_SCENARIOS } from './file-scenarios';
import { HTTP_SCENARIOS } from './http-scenarios';
import { ORDER_SCENARIOS } from './order-scenarios';
import { SIGNATURE_SCENARIOS } from './signature-scenarios';

/** Every scenario; the suite that every adapter passes runs the same. */
export const SCENARIOS: readonly Scenario[] = [
  ...ORDER_SCENARIOS,
  ...CALL_SCENARIOS,
  ...HTTP_SCENARIOS,
  ...SIGNATURE_SCENARIOS,
  ...DESCRIBED_SCENARIOS,
  ...FILE_SCENARIOS,
];

/** The times of the protocol. Source: docs/GAPS.md#P14 */
const PROTOCOL_WAITS: Waits = {
  ...{ beforeDenialMs: 10_000, betweenDenialsMs: 5_000 },
  ...{ afterResetMs: 500, betweenPiecesMs: 300 },
};

/** The partner that is examined. */
export interface Candidate {
  partnerId: string | null;
  settings: CertifiedSettings;
  /** Address that is called, or where files are exchanged; null where there is none. */
  url: string | null;
  /** @returns its adapter, bent as a scenario asks */
  adapter(bent: Bent): PartnerAdapter;
  /** Signs a request that was changed; null where the signing secret is unknown. */
  sign: ((request: PartnerRequest) => PartnerRequest) | null;
  /** What is known of a described bank; null for another partner. */
  described: DescribedSubject | null;
  /** The files of a bank that takes them; null for another partner. */
  files: FileSubject | null;
  /** Kinds of scenarios that are run. */
  kinds: readonly ScenarioKind[];
  payee: Payee;
}

/** Where the orders of the laboratory would go. */
export interface Payee {
  currency: string;
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  accountNumber: string;
  /** Null where the account number names the bank. */
  swiftBic: string | null;
}

interface Examination {
  seed: number;
  waits?: Waits;
  /** Called after each scenario. */
  onResult?: (result: ScenarioResult) => void;
}

/** An order over a few units that names itself as a test: no partner should pay it. */
function laboratoryOrder(random: () => number, { currency, country, accountNumber, swiftBic }: Payee): PartnerOrder {
  const bank = swiftBic === null ? {} : { swiftBic };
  return {
    instructionId: newId('instruction'),
    attempt: 1,
    isFirstSend: true,
    takenAt: new Date(),
    mayBegin: () => true,
    amount: 1 + Math.floor(random() * 9),
    currency,
    timeline: 'same_day',
    valueDate: null,
    uetr: newUetr(),
    chargeBearer: 'SHAR',
    privateData: {
      beneficiary: { name: 'Corridor Laboratory', country, bankAccount: { accountNumber, country, ...bank } },
      purpose: { code: 'trade_settlement', description: 'Laboratory: do not pay' },
    },
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)).flat();
}

type Finding = Pick<ScenarioResult, 'outcome' | 'fault' | 'message'>;

/**
 * Runs one scenario.
 * @returns its finding; warned by its first warning
 */
async function playScenario(scenario: Scenario, bench: Omit<Bench, 'warn'>): Promise<Finding> {
  const warnings: Finding[] = [];
  const warn = (fault: string, message: string): void => void warnings.push({ outcome: 'warned', fault, message });
  try {
    await scenario.test({ ...bench, warn });
    return warnings[0] ?? { outcome: 'passed', fault: null, message: null };
  } catch (fault) {
    if (fault instanceof NotJudged) return skip(`not judged: ${fault.message}`);
    if (!(fault instanceof PartnerFault)) throw fault;
    return { outcome: 'failed', fault: fault.fault, message: fault.message + placeOf(bench.described) };
  } finally {
    bench.described?.forget();
  }
}

/** Members that are named for one fault. */
const NAMED_MEMBERS = 3;

/** @returns the members of the description that do not fit the answers of a scenario, else the rule that decided */
function placeOf(described: DescribedSubject | null): string {
  const notes = (described?.noted() ?? []).slice(0, NAMED_MEMBERS).map(({ field, message }) => `${field} ${message}`);
  const rule = described?.lastRule() ?? null;
  if (notes.length > 0) return ` In the description ${notes.join(' ')}`;
  return rule === null ? '' : ` The last answer was read by ${rule} of the description.`;
}

function skip(message: string): Promise<Finding> {
  return Promise.resolve({ outcome: 'skipped', fault: null, message });
}

/** The bench on which scenarios are run with a candidate. */
export function benchOf(
  candidate: Pick<Candidate, 'adapter' | 'payee' | 'sign' | 'described' | 'files'>,
  random: () => number,
  waits: Waits,
): Omit<Bench, 'warn'> {
  return {
    adapter: (bent: Bent = {}) => candidate.adapter(bent),
    order: () => laboratoryOrder(random, candidate.payee),
    newId: () => newId('instruction'),
    random,
    sign: candidate.sign ?? ((request: PartnerRequest) => request),
    pause: (ms: number) => pause(ms),
    waits,
    described: candidate.described,
    files: candidate.files,
  };
}

/**
 * Certifies a partner: runs all scenarios of its kinds with their faults. If the partner does not even take an order,
 * the other scenarios are skipped.
 * Source: docs/GAPS.md#P20
 */
export async function certify(candidate: Candidate, examination: Examination): Promise<LaboratoryReport> {
  const { seed, waits = PROTOCOL_WAITS, onResult } = examination;
  const random = seededRandom(seed);
  const startedAt = new Date().toISOString();
  const bench = benchOf(candidate, random, waits);
  const [first, ...others] = SCENARIOS.filter(({ kind }) => candidate.kinds.includes(kind));
  const results: ScenarioResult[] = [];
  const findingOf = (scenario: Scenario): Promise<Finding> => {
    if (results[0]?.outcome === 'failed') return skip('the partner does not take an order');
    if (scenario.kind === 'secret' && candidate.sign === null) return skip('the signing secret is unknown');
    return playScenario(scenario, bench);
  };
  for (const scenario of first === undefined ? [] : [first, ...shuffle(others, random)]) {
    const startedMs = performance.now();
    const finding = await findingOf(scenario);
    const durationMs = Math.round(performance.now() - startedMs);
    const result = { scenario: scenario.name, title: scenario.title, ...finding, durationMs };
    results.push(result);
    onResult?.(result);
  }
  return {
    partnerId: candidate.partnerId,
    adapter: candidate.settings.adapter,
    url: candidate.url,
    settingsHash: settingsHash(candidate.settings),
    seed,
    startedAt,
    endedAt: new Date().toISOString(),
    verdict: verdictOf(results),
    results,
  };
}
