import { Exact } from '../../money';
import { groupFacts, type Fact } from './fact';
import type { Topic } from './rules';

/** What several invoices of a shipment state together: their sums, all that one of them names, and the latest day. */
const TOGETHER: Partial<Record<Topic, 'sum' | 'all' | 'latest'>> = {
  amount: 'sum',
  quantity: 'sum',
  gross_weight: 'sum',
  net_weight: 'sum',
  packages: 'sum',
  hs_codes: 'all',
  invoice_number: 'all',
  account: 'all',
  payment_reference: 'all',
  payment_date: 'latest',
};

/** One value for a topic of several invoices: the sum, all values, or the latest. */
function combineFacts(facts: readonly Fact[], rule: 'sum' | 'all' | 'latest'): Pick<Fact, 'key' | 'value'> {
  const keys = facts.flatMap(({ key }) => key);
  if (rule === 'latest') return { key: keys.toSorted().at(-1) ?? '', value: keys.toSorted().at(-1) ?? '' };
  if (rule === 'all') {
    const all = [...new Set(keys)].toSorted();
    const values = facts.flatMap(({ value }) => String(value).split(', '));
    return { key: all, value: [...new Set(values)].join(', ') };
  }
  const sum = keys.reduce((total, key) => total.add(key), new Exact(0));
  const isWeight = facts.some(({ value }) => typeof value === 'string');
  return { key: sum.toFixed(), value: isWeight ? `${sum.toFixed()} kg` : sum.toNumber() };
}

/** Amounts in several currencies have no sum. */
const inOneCurrency = (facts: readonly Fact[]): boolean =>
  new Set(facts.flatMap(({ topic, key }) => (topic === 'currency' ? [key] : []))).size <= 1;

/**
 * Combines the facts of several invoices of one shipment into those of one source. Most topics are combined only if
 * every invoice states them; a code is counted where any of them counts it.
 * @param facts of all invoices; those of a single one are returned unchanged
 * Source: docs/GAPS.md#S2
 */
export function combineInvoices(facts: readonly Fact[]): Fact[] {
  const sources = [...new Set(facts.map(({ source }) => source))];
  if (sources.length < 2) return [...facts];
  const alone = facts.filter(({ topic }) => TOGETHER[topic] === undefined);
  const states = (topic: Topic): number =>
    new Set(facts.flatMap((fact) => (fact.topic === topic ? [fact.source] : []))).size;
  const together = groupFacts(facts).flatMap((group): Fact[] => {
    const [first] = group;
    const how = first === undefined ? undefined : TOGETHER[first.topic];
    if (first === undefined || how === undefined || states(first.topic) < sources.length) return [];
    if (first.topic === 'amount' && !inOneCurrency(facts)) return [];
    return [{ ...first, source: sources.join(' + '), ...combineFacts(group, how) }];
  });
  return [...alone, ...together];
}
