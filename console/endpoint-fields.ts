import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Subscription, SubscriptionChange } from '../db/webhooks/subscriptions';
import { plainWords } from '../domain/schema-words';
import { ChangeControls } from '../domain/webhooks/controls';
import { SUBSCRIBABLE } from '../domain/webhooks/events';
import { checkForm, type Checked, type Faults } from './read-form';

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 500;

/** What stands in the fields of an endpoint, as it was typed. */
export interface EnteredEndpoint {
  url: string;
  description: string;
  events: readonly string[];
  /** Lines `Name: value`; empty for those that are set. */
  headers: string;
  /** Whether all headers that are set are taken away. */
  withoutHeaders: boolean;
  /** Lines `path: value, value`. */
  filter: string;
  /** Lines `name: text`. */
  labels: string;
  rate: string;
  ordered: boolean;
  breaker: boolean;
  includeAmount: boolean;
}

export const NEW_ENDPOINT: EnteredEndpoint = {
  url: '',
  description: '',
  events: ['payment.*'],
  headers: '',
  withoutHeaders: false,
  filter: '',
  labels: '',
  rate: '',
  ordered: false,
  breaker: false,
  includeAmount: false,
};

type FilterValue = string | number | boolean;

/** A text that would be read as a number or a truth value, or that has a comma, is written in quotes. */
function writtenValue(value: FilterValue): string {
  const isPlain = typeof value !== 'string' || (readValue(value) === value && !/[,"]/.test(value));
  return isPlain ? String(value) : JSON.stringify(value);
}

const linesOf = (named: object, write: (value: unknown) => string): string =>
  Object.entries(named)
    .map(([name, value]) => `${name}: ${write(value)}`)
    .join('\n');

/** An endpoint as its form shows it; headers are sealed and not shown. */
export function endpointFields(endpoint: Subscription): EnteredEndpoint {
  const { url, description, events, filter, labels, rate_per_second: rate, ordered, breaker } = endpoint;
  return {
    ...NEW_ENDPOINT,
    ...{ url, description, events, ordered, breaker },
    filter: Object.entries(filter ?? {})
      .map(([path, values]) => `${path}: ${values.map(writtenValue).join(', ')}`)
      .join('\n'),
    labels: linesOf(labels, String),
    rate: rate === null ? '' : String(rate),
    includeAmount: endpoint.include_amount,
  };
}

/** What was sent, to be shown again. */
export function enteredEndpoint(form: URLSearchParams): EnteredEndpoint {
  const text = (name: string): string => form.get(name) ?? '';
  return {
    url: text('url'),
    description: text('description'),
    events: form.getAll('event'),
    headers: text('headers'),
    withoutHeaders: form.has('withoutHeaders'),
    filter: text('filter'),
    labels: text('labels'),
    rate: text('rate'),
    ordered: form.has('ordered'),
    breaker: form.has('breaker'),
    includeAmount: form.has('includeAmount'),
  };
}

function readValue(text: string): FilterValue {
  const word = text.trim();
  if (word === 'true' || word === 'false') return word === 'true';
  return word !== '' && !Number.isNaN(Number(word)) ? Number(word) : word;
}

const QUOTED = /^"(?:[^"\\]|\\.)*"$/;

function readValues(text: string): FilterValue[] {
  const words = text.match(/\s*"(?:[^"\\]|\\.)*"\s*|[^,]+/g) ?? [];
  return words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => (QUOTED.test(word) ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : readValue(word)));
}

/** Lines `name: text`, or the first line that is none. */
function readLines(text: string, example: string): { pairs: [string, string][]; fault: string | null } {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [[index + 1, line] as const]));
  const pairs: [string, string][] = [];
  for (const [number, line] of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    if (colon < 1 || name === '') return { pairs, fault: `Line ${number}: write it as ${example}.` };
    if (pairs.some(([other]) => other === name)) return { pairs, fault: `Line ${number}: ${name} is there twice.` };
    pairs.push([name, line.slice(colon + 1).trim()]);
  }
  return { pairs, fault: null };
}

const basics = z.object({
  url: z.string().trim().min(1, 'Enter the address that events are sent to.').max(MAX_URL, 'This address is too long.'),
  events: z.array(z.enum(SUBSCRIBABLE)).min(1, 'Choose at least one event.'),
  description: z.string().trim().max(MAX_DESCRIPTION, `Use at most ${MAX_DESCRIPTION} characters.`),
});

/** Members of the API's body, by the field of the form that they are typed into. */
const FIELDS: Record<string, string> = { rate_per_second: 'rate', include_amount: 'includeAmount' };

/** Faults of the API's schema at the fields of the form; what is at fault inside of one is named before the fault. */
function controlFaults(error: z.ZodError): Faults {
  const faults: Faults = {};
  for (const { path, message } of error.issues) {
    const [member = '', ...inside] = path.map(String);
    const field = FIELDS[member] ?? member;
    const named = inside[0] ?? (field === 'rate' ? 'The rate' : '');
    faults[field] ??= named === '' ? message : `${named} ${message}`;
  }
  return faults;
}

export type WantedEndpoint = z.output<typeof basics> & z.output<z.ZodObject<typeof ChangeControls>>;

/** Judges what was typed with the schema of the API, and names every fault at its field. */
export function checkEndpoint(entered: EnteredEndpoint): Checked<WantedEndpoint> {
  const headers = readLines(entered.headers, 'Name: value');
  const filter = readLines(entered.filter, 'path: value, value');
  const labels = readLines(entered.labels, 'name: text');
  const written: Faults = {};
  for (const [field, { fault }] of Object.entries({ headers, filter, labels }))
    if (fault !== null) written[field] = fault;
  const rate = entered.rate.trim();
  const keepsHeaders = headers.pairs.length === 0 && !entered.withoutHeaders;
  const { url, events, description, ordered, breaker, includeAmount } = entered;
  const first = checkForm(basics, { url, events, description });
  const controls = z.object(ChangeControls).safeParse(
    {
      headers: keepsHeaders ? undefined : Object.fromEntries(headers.pairs),
      filter: Object.fromEntries(filter.pairs.map(([path, values]) => [path, readValues(values)])),
      labels: Object.fromEntries(labels.pairs),
      rate_per_second: rate === '' ? 0 : Number(rate),
      include_amount: includeAmount,
      ...{ ordered, breaker },
    },
    { error: plainWords },
  );
  if (first.ok && controls.success && Object.keys(written).length === 0) {
    return { ok: true, value: { ...first.value, ...controls.data } };
  }
  const refused = controls.success ? {} : controlFaults(controls.error);
  return { ok: false, faults: { ...(first.ok ? {} : first.faults), ...refused, ...written } };
}

/** What is other than it is now: nothing else stands in the audit log, and no delivery is told for nothing. */
export function changesOf(endpoint: Subscription, wanted: WantedEndpoint): SubscriptionChange {
  const now: Record<string, unknown> = {
    ...endpoint,
    headers: endpoint.header_names.length === 0 ? {} : null,
    filter: endpoint.filter ?? {},
    rate_per_second: endpoint.rate_per_second ?? 0,
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed);
}
