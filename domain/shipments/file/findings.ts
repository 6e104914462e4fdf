import { createHash } from 'node:crypto';
import { factsOf, type ConsignmentParts, type Fact } from './facts';
import { ruleOf, type Severity, type Topic } from './rules';

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

const ID_DIGITS = 32;

/** The same disagreement has the same id for as long as its values are the same: a decision about it is about these values. */
function idOf(first: Fact, second: Fact): string {
  const parts = [first, second].flatMap(({ kind, path, key }) => [kind, path, key]);
  const text = JSON.stringify([first.topic, first.scope ?? '', ...parts]);
  return `fnd_${createHash('sha256').update(text).digest('hex').slice(0, ID_DIGITS)}`;
}

const isSame = (first: Fact['key'], second: Fact['key']): boolean => JSON.stringify(first) === JSON.stringify(second);
const stated = ({ source, path, value }: Fact): StatedValue => ({ source, path, value });

/**
 * Where the papers, the payments and the shipment disagree. Each source is compared with the most binding one that says
 * anything about the topic: invoice, packing list, certificate, bill of lading, shipment, payment.
 * @returns the same findings for the same parts, in the order of the rules
 * Source: docs/GAPS.md#S2
 */
export function findingsOf(parts: ConsignmentParts): Finding[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of factsOf(parts)) {
    const name = JSON.stringify([fact.topic, fact.scope]);
    groups.set(name, [...(groups.get(name) ?? []), fact]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { severity, agree = isSame } = ruleOf(first.topic);
    return others
      .filter(({ key }) => !agree(first.key, key))
      .map((other) => ({ id: idOf(first, other), rule: first.topic, severity, a: stated(first), b: stated(other) }));
  });
}
