import { z, type ZodType } from 'zod';
import { DomainError, invalidRequest, type FieldFault } from '../../domain/errors';
import { plainWords } from '../../domain/schema-words';
import type { Endpoint, RequestNotes } from '../endpoint';
import { faultsOf, NO_FIELDS } from '../field-faults';
import { fieldPath, parseJsonBody, type JsonBody } from '../json-body';
import { readIdempotencyKey } from './idempotency-key';
import { readMembers, type Reading, type ReadMembers } from './read-members';
import { prefersStrict, unknownFault, type UnknownMember } from './unknown-members';
import { dropUnreadable } from './unreadable-parts';

/** What a request says beside its body; of the query, a name that is there twice has a list. */
export interface RequestHead {
  params: unknown;
  query: unknown;
  /** Values of its `Idempotency-Key` headers. */
  idempotencyKeys: readonly string[];
  /** Its `Prefer` header; empty where it has none. */
  prefer: string;
}

/** A request as parsed by the schemas of its operation, with all its faults. */
export interface ParsedRequest {
  /** Parsed, or undefined where they have faults or the operation has none. */
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as it was sent, with its members in their forms proper; `{}` where none was. */
  sentBody: unknown;
  idempotencyKey: string | null;
  faults: FieldFault[];
  /** Whether the body holds nothing that Postgres refuses to take, such as NUL. */
  isKeepable: boolean;
  /** Whether the caller prefers that strangers and other forms are refused. */
  isStrict: boolean;
  /** Members of the body that the operation does not know. */
  unknownMembers: readonly UnknownMember[];
  /** What of the body was not read as it was sent. */
  notes: Required<RequestNotes>;
  /** Parts of a report that could not be read, by path: they are among the ignored ones. */
  unreadable: readonly string[];
}

const NO_QUERY = z.object({});

/** @returns the further faults of fields that have no fault yet: a field is listed once, with its first fault */
export function withoutKnownFields(faults: readonly FieldFault[], further: readonly FieldFault[]): FieldFault[] {
  const named = new Set(faults.map(({ field }) => field));
  return further.filter(({ field }) => !named.has(field));
}

/** A part of a request as its schema reads it. */
export interface ReadPart extends ReadMembers {
  parsed: unknown;
  faults: FieldFault[];
}

const OTHER_FORM = { code: 'other_form', message: 'is not in its form proper, which handling=strict asks for' };

/**
 * Parses a part of a request: normalises other spellings, then applies the schema. In strict handling, a normalised
 * spelling is a fault.
 */
export function readPart(
  schema: ZodType,
  sent: unknown,
  reading: Reading,
  imprecise: ReadonlySet<string> = NO_FIELDS,
): ReadPart {
  const read = readMembers(schema, sent, reading);
  const result = schema.safeParse(read.value, { error: plainWords });
  const faults = result.success ? [] : faultsOf(result.error, imprecise);
  if (!reading.isStrict) return { ...read, parsed: result.data, faults };
  const refused = read.normalised.map((path) => ({ field: fieldPath(path), ...OTHER_FORM }));
  const strangers = read.unknown.map(unknownFault);
  const all = [...faults, ...withoutKnownFields(faults, [...refused, ...strangers])];
  return { ...read, parsed: result.data, faults: all };
}

/**
 * Postgres keeps no NUL: a parameter with one is refused as it is in a body. Path and query are looked at apart, since
 * a name may stand in both. Source: docs/GAPS.md#G4
 */
function nulFaults(values: Record<string, unknown>): FieldFault[] {
  const fields = Object.keys(values).filter((field) => String(values[field]).includes('\u0000'));
  return fields.map((field) => ({ field, code: 'nul', message: 'must not contain the NUL character' }));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Rewords the faults of parameters that are given more than once, since no parameter is a list. */
function nameRepeats(faults: readonly FieldFault[], query: Record<string, unknown>): FieldFault[] {
  return faults.map((fault) =>
    Array.isArray(query[fault.field])
      ? { field: fault.field, code: 'duplicate_key', message: 'is given more than once' }
      : fault,
  );
}

/** Parses a body of JSON; an absent one is `{}`, so that each required field is named. */
function parseBody(record: Endpoint, bytes: Buffer): JsonBody {
  const isAbsent = record.body === undefined || bytes.length === 0;
  return isAbsent ? { value: {}, imprecise: NO_FIELDS, faults: [] } : parseJsonBody(bytes);
}

/**
 * Parses the body.
 * @param faults other faults of the request, which an unreadable body's refusal includes
 * @throws DomainError for a body that cannot be read
 */
function parseBodyWith(faults: readonly FieldFault[], record: Endpoint, bytes: Buffer): JsonBody {
  try {
    return parseBody(record, bytes);
  } catch (fault) {
    if (!(fault instanceof DomainError) || faults.length === 0) throw fault;
    throw invalidRequest([...faults, ...(fault.details ?? [])]);
  }
}

/** A record as a request reads it that has a file in place of JSON. */
export function withoutBody({ body: _body, ...record }: Endpoint): Endpoint {
  return record;
}

/** @param dropped parts that could not be read, by path */
export function notesOf(
  { normalised, assumed, unknown }: ReadMembers,
  dropped: readonly string[] = [],
): Required<RequestNotes> {
  const ignored = [...dropped, ...unknown.map(({ path }) => fieldPath(path))];
  return { normalised: normalised.map(fieldPath), assumed: assumed.map(fieldPath), ignored };
}

const NO_PART: ReadPart = { value: {}, parsed: undefined, faults: [], normalised: [], assumed: [], unknown: [] };

/**
 * Parses path, query, `Idempotency-Key` and body by the operation's schemas, and returns all faults instead of
 * throwing. Unless the caller prefers strict handling, other spellings are normalised, unknown members ignored and
 * unreadable parts of a report dropped, each noted.
 * @throws DomainError INVALID_REQUEST only if the body cannot be read as a JSON object
 */
export function parseRequest(head: RequestHead, record: Endpoint, bytes: Buffer): ParsedRequest {
  const faults: FieldFault[] = [];
  const isStrict = prefersStrict(head.prefer);
  const reading = { isStrict, keepsEmpty: false };
  const idempotencyKey = readIdempotencyKey(head.idempotencyKeys, record, faults);
  const [sentParams, sentQuery] = [objectOf(head.params), objectOf(head.query)];
  const params = record.params === undefined ? NO_PART : readPart(record.params, sentParams, reading);
  const hasQuery = record.query !== undefined || Object.keys(sentQuery).length > 0;
  const query = hasQuery ? readPart(record.query ?? NO_QUERY, sentQuery, reading) : NO_PART;
  faults.push(...params.faults, ...nulFaults(objectOf(params.parsed)));
  const nul = nulFaults(sentQuery);
  faults.push(...nul, ...withoutKnownFields(nul, nameRepeats(query.faults, sentQuery)));
  const whole = parseBodyWith(faults, record, bytes);
  const ofBody = { isStrict, keepsEmpty: record.method === 'patch' };
  const read = ({ value, imprecise }: JsonBody): ReadPart =>
    record.body === undefined ? NO_PART : readPart(record.body, value, ofBody, imprecise);
  const asSent = read(whole);
  // Most reports have no fault and are read once.
  const isAtFault = whole.faults.length + asSent.faults.length > 0;
  const { body: sent, dropped } = isAtFault && !isStrict ? dropUnreadable(whole, record) : { body: whole, dropped: [] };
  const body = dropped.length === 0 ? asSent : read(sent);
  faults.push(...sent.faults, ...withoutKnownFields(sent.faults, body.faults));
  return {
    params: params.parsed,
    query: record.query === undefined ? undefined : query.parsed,
    body: body.parsed,
    sentBody: body.value,
    idempotencyKey,
    faults,
    isKeepable: sent.faults.length === 0,
    isStrict,
    unknownMembers: body.unknown,
    notes: notesOf(body, dropped),
    unreadable: dropped,
  };
}
