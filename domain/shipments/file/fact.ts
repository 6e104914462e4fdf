import type { Topic } from './rules';

/** One thing that a source says about a consignment. */
export interface Fact {
  topic: Topic;
  /** Of what, where a topic has several: pieces of a code. */
  scope?: string;
  /** Id of the document, payment or shipment. */
  source: string;
  /** What of its kind the source is, such as `packing_list`: stays when a document is made again. */
  kind: string;
  /** Member of the source. */
  path: string;
  /** As it is shown. */
  value: string | number;
  /** What is compared: lists of codes are compared as wholes. */
  key: string | readonly string[];
}

/** Groups facts by topic and scope, keeping their order. */
export function groupFacts(facts: readonly Fact[]): Fact[][] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const name = JSON.stringify([fact.topic, fact.scope]);
    groups.set(name, [...(groups.get(name) ?? []), fact]);
  }
  return [...groups.values()];
}
