import { DomainError } from '../domain/errors';

/** A unique index refused a row; `constraint` says which. */
export class UniqueViolation extends Error {
  constructor(
    readonly constraint: string,
    cause: unknown,
  ) {
    super(`unique constraint ${constraint}`, { cause });
    this.name = 'UniqueViolation';
  }
}

/**
 * SQLSTATEs that mean "Postgres cannot do it now": 08 connection, 53 resources, 57P shutting down, 57014 a statement
 * that took too long, 55P03 a lock that was not to be had, 40001 and 40P01 transactions in each other's way.
 */
const UNAVAILABLE = /^(08|53|57P|57014|55P03|40001|40P01)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);
const RETRY_AFTER_SECONDS = 2;

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function isUnavailable(fault: unknown): boolean {
  const code = property(fault, 'code');
  if (typeof code === 'string' && (UNAVAILABLE.test(code) || NETWORK.has(code))) return true;
  const message = fault instanceof Error ? fault.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|Timeout acquiring a connection|not queryable|after calling end on the pool/i.test(
    message,
  );
}

/**
 * The one place where a Postgres fault becomes a fault of ours.
 * @returns UniqueViolation, DomainError UNAVAILABLE, or the fault itself
 */
export function translateFault(fault: unknown): unknown {
  if (fault instanceof DomainError || fault instanceof UniqueViolation) return fault;
  if (property(fault, 'code') === '23505') {
    return new UniqueViolation(String(property(fault, 'constraint')), fault);
  }
  if (isUnavailable(fault)) {
    return new DomainError('UNAVAILABLE', 'The database cannot answer at the moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: fault,
    });
  }
  return fault;
}
