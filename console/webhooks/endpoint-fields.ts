import { isDeepStrictEqual } from 'node:util';
import type { Subscription } from '../../db/webhooks/subscriptions';
import { isObject } from '../../domain/unknown-value';
import { faultWithin, numberIn, type Faults } from '../forms/read-form';
import type { Words } from '../words/use-words';

/** Texts in the fields of an endpoint, as typed. */
export interface EnteredEndpoint {
  url: string;
  /** Whether deliveries go to a queue; its fields are empty otherwise. */
  isQueue: boolean;
  queueUrl: string;
  region: string;
  accessKeyId: string;
  /** Empty for the one that is set. */
  secretAccessKey: string;
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
  isQueue: false,
  queueUrl: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
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

function queueFields(
  queueUrl: string,
  { region, access_key_id: accessKeyId }: NonNullable<Subscription['destination']>,
) {
  return { isQueue: true, queueUrl, region, accessKeyId };
}

/** The values of an endpoint in its form; headers and the secret of a queue are sealed and not shown. */
export function endpointFields(endpoint: Subscription): EnteredEndpoint {
  const { url, description, events, filter, labels, rate_per_second: rate, ordered, breaker, destination } = endpoint;
  return {
    ...NEW_ENDPOINT,
    ...{ description, events, ordered, breaker },
    ...(destination === null ? { url } : queueFields(url, destination)),
    filter: Object.entries(filter ?? {})
      .map(([path, values]) => `${path}: ${values.map(writtenValue).join(', ')}`)
      .join('\n'),
    labels: linesOf(labels, String),
    rate: rate === null ? '' : String(rate),
    includeAmount: endpoint.include_amount,
  };
}

/** The submitted values, to be shown again. */
export function enteredEndpoint(form: URLSearchParams): EnteredEndpoint {
  const text = (name: string): string => form.get(name) ?? '';
  return {
    url: text('url'),
    isQueue: form.has('queueUrl'),
    queueUrl: text('queueUrl'),
    region: text('region'),
    accessKeyId: text('accessKeyId'),
    secretAccessKey: text('secretAccessKey'),
    description: text('description'),
    events: [...form.getAll('event')],
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

/** Parses values of a filter, separated by commas; a quoted one is text. */
function parseValues(text: string): FilterValue[] {
  const words = text.match(/\s*"(?:[^"\\]|\\.)*"\s*|[^,]+/g) ?? [];
  return words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => (QUOTED.test(word) ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : readValue(word)));
}

/** What is wrong with a line: it has no name, or one of a line before it. */
interface LineFault {
  line: number;
  twice: string | null;
}

/** Parses lines `name: text`; `fault` is the first invalid line. */
function parseHeaderLines(text: string): { pairs: [string, string][]; fault: LineFault | null } {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [[index + 1, line] as const]));
  const pairs: [string, string][] = [];
  for (const [number, line] of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    if (colon < 1 || name === '') return { pairs, fault: { line: number, twice: null } };
    if (pairs.some(([other]) => other === name)) return { pairs, fault: { line: number, twice: name } };
    pairs.push([name, line.slice(colon + 1).trim()]);
  }
  return { pairs, fault: null };
}

/** Members of the API's body, by the field of the form that they are typed into. */
const FIELDS: Record<string, string> = { rate_per_second: 'rate', include_amount: 'includeAmount' };
const QUEUE_FIELDS: Record<string, string> = {
  'destination.queue_url': 'queueUrl',
  'destination.region': 'region',
  'destination.access_key_id': 'accessKeyId',
  'destination.secret_access_key': 'secretAccessKey',
};

/** Fields of the form that have lines. */
const LINES = ['headers', 'filter', 'labels'] as const;

/** The pairs of a field as a member of the body; a text that cannot be read is left as it is, for the schema to refuse. */
function membersOf<Value>(text: string, read: (value: string) => Value): Record<string, Value> | string {
  const { pairs, fault } = parseHeaderLines(text);
  return fault === null ? Object.fromEntries(pairs.map(([name, value]) => [name, read(value)])) : text;
}

const asIs = (text: string): string => text;

function queueOf({ queueUrl, region, accessKeyId, secretAccessKey }: EnteredEndpoint): Record<string, unknown> {
  return {
    ...{ type: 'sqs', queue_url: queueUrl.trim(), region: region.trim(), access_key_id: accessKeyId.trim() },
    ...(secretAccessKey === '' ? {} : { secret_access_key: secretAccessKey.trim() }),
  };
}

/** Body of the API's operations; `rate_per_second` 0 removes the limit. */
export function endpointBody(entered: EnteredEndpoint): Record<string, unknown> {
  const { events, description, ordered, breaker, includeAmount, rate } = entered;
  const headers = membersOf(entered.headers, asIs);
  const keepsHeaders = entered.headers.trim() === '' && !entered.withoutHeaders;
  return {
    ...(entered.isQueue ? { destination: queueOf(entered) } : { url: entered.url.trim() }),
    ...{ events, description: description.trim(), ordered, breaker },
    ...(keepsHeaders ? {} : { headers }),
    filter: membersOf(entered.filter, parseValues),
    labels: membersOf(entered.labels, asIs),
    rate_per_second: numberIn(rate.trim() === '' ? '0' : rate.trim()),
    include_amount: includeAmount,
  };
}

/** Maps faults of the API to fields of the form; a fault inside a field's value names the member first. */
export function faultsOfEndpoint(faults: Faults, entered: EnteredEndpoint, { webhooks }: Words): Faults {
  const { writeLine, isTwice, examples } = webhooks.form;
  const shown: Faults = {};
  for (const field of LINES) {
    const { fault } = parseHeaderLines(entered[field]);
    if (fault === null) continue;
    const { line, twice } = fault;
    shown[field] = twice === null ? writeLine({ line, example: examples[field] }) : isTwice({ line, name: twice });
  }
  for (const [path, fault] of Object.entries(faults)) {
    const ofQueue = QUEUE_FIELDS[path];
    if (ofQueue !== undefined) {
      shown[ofQueue] ??= fault;
      continue;
    }
    const [member = '', ...inside] = path.split('.');
    shown[FIELDS[member] ?? member] ??=
      inside.length === 0 || member === 'events' ? fault : faultWithin(inside.join('.'), fault);
  }
  return shown;
}

/** Changes of a queue; credentials are replaced as a pair. */
function queueChange({ destination, url }: Subscription, wanted: object): Record<string, unknown> | null {
  const now: Record<string, unknown> = { ...destination, queue_url: url };
  const isReplaced = 'secret_access_key' in wanted;
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== now[name] || (isReplaced && name === 'access_key_id'),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** Only the changed options, so that the audit log lists nothing else and no process is notified needlessly. */
export function changedOptions(endpoint: Subscription, wanted: Record<string, unknown>): Record<string, unknown> {
  const { destination, ...members } = wanted;
  const queue = isObject(destination) ? queueChange(endpoint, destination) : null;
  const now: Record<string, unknown> = {
    ...endpoint,
    headers: endpoint.header_names.length === 0 ? {} : null,
    filter: endpoint.filter ?? {},
    rate_per_second: endpoint.rate_per_second ?? 0,
  };
  const changed = Object.entries(members).filter(([name, value]) => !isDeepStrictEqual(value, now[name]));
  return { ...Object.fromEntries(changed), ...(queue === null ? {} : { destination: queue }) };
}
