/** How much a disagreement weighs: an error is about money or customs. */
export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What sources of a consignment have to agree about. */
interface Rule {
  severity: Severity;
  /** How two values agree; the same by default. */
  agree?: (first: string | readonly string[], second: string | readonly string[]) => boolean;
}

/** A payment comes on the day on which the invoice is due, or before. Calendar dates sort as texts. */
const notAfter: Rule['agree'] = (first, second) => String(second) <= String(first);

/** Whether every code of the second source is one of the first source, perhaps with fewer or more digits. */
const within: Rule['agree'] = (first, second) => {
  const all = [first].flat();
  return [second].flat().every((code) => all.some((one) => one.startsWith(code) || code.startsWith(one)));
};

/** One of several, such as the number of one of the invoices of a shipment. */
const among: Rule['agree'] = (first, second) => [second].flat().every((one) => [first].flat().includes(one));

/**
 * The rules by which the papers of a shipment are compared, one a topic.
 * Source: docs/GAPS.md#S2
 */
const RULES = {
  currency: { severity: 'error' },
  amount: { severity: 'error' },
  seller: { severity: 'error' },
  buyer: { severity: 'warning' },
  consignee: { severity: 'error' },
  destination: { severity: 'error' },
  origin: { severity: 'error' },
  invoice_number: { severity: 'error', agree: among },
  hs_codes: { severity: 'error', agree: within },
  quantity: { severity: 'error' },
  gross_weight: { severity: 'error' },
  net_weight: { severity: 'error' },
  packages: { severity: 'error' },
  containers: { severity: 'error' },
  port_of_loading: { severity: 'warning' },
  port_of_discharge: { severity: 'warning' },
  vessel: { severity: 'warning' },
  voyage: { severity: 'warning' },
  departure_date: { severity: 'warning' },
  freight: { severity: 'warning' },
  account: { severity: 'error', agree: among },
  payment_reference: { severity: 'warning', agree: among },
  payment_date: { severity: 'info', agree: notAfter },
} satisfies Record<string, Rule>;

export type Topic = keyof typeof RULES;

const isTopic = (name: string): name is Topic => Object.hasOwn(RULES, name);

/** The names of the rules. */
export const TOPICS: readonly Topic[] = Object.keys(RULES).filter(isTopic);

/** @returns how two values of a topic are compared */
export const ruleOf = (topic: Topic): Rule => RULES[topic];
