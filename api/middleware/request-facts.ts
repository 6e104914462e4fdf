import { z, type ZodType } from 'zod';
import { ERROR_STATUS, type FieldFault } from '../../domain/errors';
import { knownField, subjectOf } from '../../domain/limits/listed-request';
import { isObject } from '../../domain/unknown-value';
import type { Endpoint, Reply } from '../endpoint';

/** What the request log keeps of a request beside its operation, key and status. Source: docs/GAPS.md#request-log */
export interface RequestFacts {
  errorCode: string | null;
  faultField: string | null;
  faultCode: string | null;
  subject: string | null;
}

interface Noted {
  record?: Endpoint;
  params?: readonly string[];
  location?: string;
  code?: string;
  fault?: FieldFault | undefined;
}

const NOTED = Symbol('facts of a request');

/** The state of a request, which has what was noted of it. */
interface State {
  [NOTED]?: Noted;
}

/** Headers that a fault may name as its field. */
const HEADERS = ['Idempotency-Key', 'Prefer', 'Content-Type', 'Authorization'];

function addFacts(state: State, more: Noted): void {
  state[NOTED] = { ...state[NOTED], ...more };
}

/** Notes which operation a request is, and what its path names. */
export function noteOperation(state: State, record: Endpoint, params: unknown): void {
  const named = isObject(params) ? Object.values(params) : [];
  addFacts(state, { record, params: named.filter((value): value is string => typeof value === 'string') });
}

/** Notes what a request was answered. */
export function noteReply(state: State, { headers }: Reply): void {
  const location = headers?.['Location'];
  if (location !== undefined) addFacts(state, { location });
}

/** Notes why a request was refused. */
export function noteRefusal(state: State, code: string, details: readonly FieldFault[] = []): void {
  addFacts(state, { code, fault: details[0] });
}

function addPropertyNames(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && isObject(value)) for (const name of Object.keys(value)) names.add(name);
    addPropertyNames(value, names);
  }
}

const namesOf = new WeakMap<Endpoint, ReadonlySet<string>>();

/** Names of all members and parameters that an operation knows, at any depth, cached. */
function knownNames(record: Endpoint): ReadonlySet<string> {
  const known = namesOf.get(record);
  if (known !== undefined) return known;
  const names = new Set(HEADERS);
  const schemas: readonly (ZodType | undefined)[] = [record.params, record.query, record.body];
  for (const schema of schemas) {
    if (schema !== undefined) addPropertyNames(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), names);
  }
  namesOf.set(record, names);
  return names;
}

/**
 * The recorded facts of a request for the request log, without anything that a client wrote.
 * @param status of its answer: what is not found may be another account's
 */
export function factsOf(state: State, status: number): RequestFacts {
  const { record, params = [], location, code = null, fault } = state[NOTED] ?? {};
  const field =
    fault === undefined || fault.field === '' || record === undefined
      ? null
      : knownField(fault.field, knownNames(record));
  const subject = status === ERROR_STATUS.NOT_FOUND ? null : subjectOf(location, params);
  return { errorCode: code, faultField: field, faultCode: fault?.code ?? null, subject };
}
