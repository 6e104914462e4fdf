import { z, type ZodType } from 'zod';
import { DomainError, invalidRequest, type FieldFault } from '../../domain/errors';
import { plainWords } from '../../domain/schema-words';
import type { Endpoint } from '../endpoint';
import { faultsOf, NO_FIELDS } from '../field-faults';
import { parseJsonBody, type JsonBody } from '../json-body';
import { readIdempotencyKey } from './idempotency-key';
import { prefersStrict, unknownFault, unknownMembers, type UnknownMember } from './unknown-members';

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
  /** The body as it was sent; `{}` where none was. */
  sentBody: unknown;
  idempotencyKey: string | null;
  faults: FieldFault[];
  /** Whether the body holds nothing that Postgres refuses to take, such as NUL. */
  isKeepable: boolean;
  /** Whether the caller prefers that strangers are refused. */
  isStrict: boolean;
  /** Members of the body that the operation does not know. */
  unknownMembers(): UnknownMember[];
}

const NO_QUERY = z.object({});

/** @returns the further faults of fields that have no fault yet: a field is listed once, with its first fault */
export function withoutKnownFields(faults: readonly FieldFault[], further: readonly FieldFault[]): FieldFault[] {
  const named = new Set(faults.map(({ field }) => field));
  return further.filter(({ field }) => !named.has(field));
}

function check(
  schema: ZodType | undefined,
  value: unknown,
  imprecise: ReadonlySet<string> = NO_FIELDS,
): { parsed: unknown; faults: FieldFault[] } {
  if (schema === undefined) return { parsed: undefined, faults: [] };
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return { parsed: result.data, faults: [] };
  return { parsed: undefined, faults: faultsOf(result.error, imprecise) };
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

/** No parameter is a list, so one that is given twice is ambiguous. */
function inWordsOfRepeats(faults: readonly FieldFault[], query: Record<string, unknown>): FieldFault[] {
  return faults.map((fault) =>
    Array.isArray(query[fault.field])
      ? { field: fault.field, code: 'duplicate_key', message: 'is given more than once' }
      : fault,
  );
}

/** An absent body is `{}`: then each required field is named, instead of one fault that says little. */
function parseBody(record: Endpoint, bytes: Buffer): JsonBody {
  const isAbsent = record.body === undefined || bytes.length === 0;
  return isAbsent ? { value: {}, imprecise: NO_FIELDS, faults: [] } : parseJsonBody(bytes);
}

/** @throws DomainError for a body that cannot be read, with what else is wrong with the request */
function parseBeside(faults: readonly FieldFault[], record: Endpoint, bytes: Buffer): JsonBody {
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

/**
 * Reads path, query, `Idempotency-Key` and body.
 * @throws DomainError INVALID_REQUEST for a body that is no JSON object
 */
export function parseRequest(head: RequestHead, record: Endpoint, bytes: Buffer): ParsedRequest {
  const faults: FieldFault[] = [];
  const idempotencyKey = readIdempotencyKey(head.idempotencyKeys, record, faults);
  const sentQuery = objectOf(head.query);
  const params = check(record.params, objectOf(head.params));
  const query = check(record.query, sentQuery);
  faults.push(...params.faults, ...nulFaults(objectOf(params.parsed)));
  const nul = nulFaults(sentQuery);
  faults.push(...nul, ...withoutKnownFields(nul, inWordsOfRepeats(query.faults, sentQuery)));
  const sent = parseBeside(faults, record, bytes);
  const body = check(record.body, sent.value, sent.imprecise);
  faults.push(...sent.faults, ...withoutKnownFields(sent.faults, body.faults));
  const unknown = (): UnknownMember[] => (record.body === undefined ? [] : unknownMembers(record.body, sent.value));
  const isStrict = prefersStrict(head.prefer);
  if (isStrict) {
    const strangers = unknownMembers(record.query ?? NO_QUERY, sentQuery).map(unknownFault);
    faults.push(...strangers, ...withoutKnownFields(sent.faults, unknown().map(unknownFault)));
  }
  return {
    params: params.parsed,
    query: query.parsed,
    body: body.parsed,
    sentBody: sent.value,
    idempotencyKey,
    faults,
    isKeepable: sent.faults.length === 0,
    isStrict,
    unknownMembers: unknown,
  };
}
