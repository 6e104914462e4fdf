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

/** SQLSTATE classes that mean "Postgres is not there now": 08 connection, 53 resources, 57P shutting down. */
const UNAVAILABLE = /^(08|53|57P)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const RETRY_AFTER_SECONDS = 2;

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function isUnavailable(fault: unknown): boolean {
  const code = property(fault, 'code');
  if (typeof code === 'string' && (UNAVAILABLE.test(code) || NETWORK.has(code))) return true;
  const message = fault instanceof Error ? fault.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|not queryable/i.test(message);
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
    return new DomainError('UNAVAILABLE', 'The database cannot be reached at the moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: fault,
    });
  }
  return fault;
}
