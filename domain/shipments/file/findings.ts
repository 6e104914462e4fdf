import { groupFacts, type Fact } from './fact';
import { factsOf, type ConsignmentParts } from './facts';
import { ruleOf, SEVERITIES, type Severity, type Topic } from './rules';

/** What became of a finding. */
export const FINDING_STATUSES = ['open', 'accepted', 'resolved'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** One of two values that disagree. */
export interface StatedValue {
  /** Id of the document, payment or shipment. */
  source: string;
  /** Member of the source. */
  path: string;
  value: string | number;
}

/** Two sources of a consignment that disagree. */
export interface Finding {
  id: string;
  rule: Topic;
  severity: Severity;
  a: StatedValue;
  b: StatedValue;
}

/** Keyed: the values of a finding may be names and account numbers, which nobody is to find by trying. */
type Hash = (text: string) => string;

/** The id of a disagreement, made from its sources and values: other values make another finding. */
function idOf(first: Fact, second: Fact, hash: Hash): string {
  const parts = [first, second].flatMap(({ kind, path, key }) => [kind, path, key]);
  return `fnd_${hash(JSON.stringify([first.topic, first.scope ?? '', ...parts]))}`;
}

const isSame = (first: Fact['key'], second: Fact['key']): boolean => JSON.stringify(first) === JSON.stringify(second);
const stated = ({ source, path, value }: Fact): StatedValue => ({ source, path, value });

/**
 * Contradictions between papers, payments and shipment. Each source is compared with the most binding one that states
 * the topic: invoice, packing list, certificate, bill of lading, shipment, payment.
 * @param hash of the contents of a finding, for its id
 * @returns the same findings for the same parts, in the order of the rules
 * Source: docs/GAPS.md#S2
 */
export function findingsOf(parts: ConsignmentParts, hash: Hash): Finding[] {
  return groupFacts(factsOf(parts)).flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { severity, agree = isSame } = ruleOf(first.topic);
    return others
      .filter(({ key }) => !agree(first.key, key))
      .map((other) => ({
        id: idOf(first, other, hash),
        rule: first.topic,
        severity,
        a: stated(first),
        b: stated(other),
      }));
  });
}

/** Findings that a file shows, and events that a comparison writes, at most: papers with more are of different consignments. */
export const MAX_FINDINGS = 100;

/** @returns the most severe findings, as many as are shown, and how many more there are */
export function boundFindings(findings: readonly Finding[]): { shown: readonly Finding[]; leftOut: number } {
  if (findings.length <= MAX_FINDINGS) return { shown: findings, leftOut: 0 };
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  const shown = findings.toSorted((one, other) => rank(other) - rank(one)).slice(0, MAX_FINDINGS);
  return { shown, leftOut: findings.length - MAX_FINDINGS };
}
