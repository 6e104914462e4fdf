import { createHash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json';
import type { FieldFault } from '../../errors';

/** `warned`: the partner departs from advice, not from a duty; `skipped`: it could not be played. */
export const SCENARIO_OUTCOMES = ['passed', 'warned', 'failed', 'skipped'] as const;
export type ScenarioOutcome = (typeof SCENARIO_OUTCOMES)[number];

/** What the laboratory has found in one scenario. */
export interface ScenarioResult {
  /** Name of the scenario, such as `lost_answer`. */
  scenario: string;
  /** What a partner is expected to do. */
  title: string;
  outcome: ScenarioOutcome;
  /** Name of the fault or of the departure, such as `second_reference`; null where there is none. */
  fault: string | null;
  message: string | null;
  durationMs: number;
}

/** Settings of a partner that a certificate is about. */
export interface CertifiedSettings {
  adapter: string;
  /** Settings of the adapter, such as `{url}`. */
  config: Readonly<Record<string, unknown>>;
}

/** What the laboratory reports about a partner. Source: docs/GAPS.md#P20 */
export interface LaboratoryReport {
  /** Null for a partner that is known by its address alone. */
  partnerId: string | null;
  adapter: string;
  /** Address that was called, or null where the adapter has none. */
  url: string | null;
  /** SHA-256 of the settings, in hexadecimal. */
  settingsHash: string;
  /** What chose the order of the scenarios, the amounts and the names. */
  seed: number;
  /** ISO 8601 timestamps. */
  startedAt: string;
  endedAt: string;
  verdict: 'passed' | 'failed';
  results: ScenarioResult[];
}

/** With fewer scenarios than this a partner has shown too little. Source: docs/GAPS.md#P20 */
const LEAST_PLAYED = 16;

/** @returns whether a partner passes: no scenario failed, and enough of them were played */
export function verdictOf(results: readonly Pick<ScenarioResult, 'outcome'>[]): LaboratoryReport['verdict'] {
  const isFailed = results.some(({ outcome }) => outcome === 'failed');
  const played = results.filter(({ outcome }) => outcome !== 'skipped').length;
  return !isFailed && played >= LEAST_PLAYED ? 'passed' : 'failed';
}

function sha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** @returns SHA-256 in hexadecimal of the settings that a report is about: a changed address needs a new report */
export function settingsHash({ adapter, config }: CertifiedSettings): string {
  return sha256({ adapter, config });
}

/** @returns SHA-256 in hexadecimal of the RFC 8785 form of a report: what its signature covers */
export function reportHash(report: LaboratoryReport): string {
  return sha256(report);
}

/** @returns how many scenarios had each outcome */
export function countOutcomes(results: readonly Pick<ScenarioResult, 'outcome'>[]): Record<ScenarioOutcome, number> {
  const counts = { passed: 0, warned: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** What is wrong with a partner that is to be enabled without a certificate, and nobody says why. */
export const WAIVER_WITHOUT_REASON: FieldFault = {
  field: 'reason',
  code: 'required',
  message: 'A live partner is enabled without a certificate for a reason alone.',
};
