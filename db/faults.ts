import { DatabaseError } from 'pg';
import { DomainError, RowLockedElsewhere } from '../domain/errors';
import { memberOf } from '../domain/unknown-value';

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
 * SQLSTATEs that mean "Postgres cannot do it now": 08 connection, 53 resources, 57P shutting down, 58 its disk, 25006 a
 * server that is no longer the primary, 25P03 a transaction that stood idle, 57014 a statement that took too long, 55P03
 * a lock that was not to be had, 40001 and 40P01 transactions in each other's way.
 */
const UNAVAILABLE = /^(08|53|57P|58|25006|25P03|57014|55P03|40001|40P01)/;
/** Of those, what makes the connection useless or leads to the wrong server. */
const BREAKS_CONNECTION = /^(08|57P|58|25006|25P03)/;
/** Of an established connection that is lost; what fails as one is made is known by its system call. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);
/** System calls that make a connection. Whatever fails in one: a name server that refuses has codes of its own. */
const CONNECTING = new Set<unknown>(['connect', 'getaddrinfo']);
/** What the driver, its pool and the builder say without a code; `timeout expired` is a connection that was not made in time. */
const WITHOUT_CODE =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Timeout acquiring a connection|not queryable|after calling end on the pool/i;
/**
 * Files of Postgres' source that read and write its disk. `routine` and `file` are the same in every language, as messages
 * are not.
 */
const OF_STORAGE = new Set([
  'buffile.c',
  'bufmgr.c',
  'copydir.c',
  'fd.c',
  'md.c',
  'relcache.c',
  'relmapper.c',
  'slru.c',
  'smgr.c',
  'snapbuild.c',
  'xlog.c',
]);
/**
 * SQLSTATEs that a fault of the disk has where its cause has none of its own: a quota that is used up, and a file system
 * that is read-only after an error. Source: `errcode_for_file_access` of Postgres
 */
const OF_DISK_TOO = new Set(['XX000', '42501']);
/** SQLSTATE of a lock that was not to be had within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_AFTER_SECONDS = 2;

/** Whether Postgres has ended the session: it sends nothing else on this connection. */
function isEndOfSession(fault: DatabaseError): boolean {
  return fault.severity === 'FATAL' || fault.severity === 'PANIC';
}

/**
 * What else is a fault of the server and not of the statement: a session that it cannot begin or must end for a reason of its
 * own (`could not write init file` where the disk is full), and faults of its disk without a code of their own.
 */
function isOfServer(fault: unknown): boolean {
  if (!(fault instanceof DatabaseError)) return false;
  const { code = '', file = '' } = fault;
  return (isEndOfSession(fault) && code.startsWith('XX')) || (OF_DISK_TOO.has(code) && OF_STORAGE.has(file));
}

/** Whether no connection was made, so that nothing was asked of Postgres. Of a name with several addresses, the first says it. */
function isOfConnecting(fault: unknown): boolean {
  return CONNECTING.has(memberOf(fault, 'syscall') ?? memberOf(fault, 'errors', '0', 'syscall'));
}

function isUnavailable(fault: unknown): boolean {
  if (isOfServer(fault) || isOfConnecting(fault)) return true;
  const code = memberOf(fault, 'code');
  if (typeof code === 'string' && (UNAVAILABLE.test(code) || NETWORK.has(code))) return true;
  const message = fault instanceof Error ? fault.message : '';
  return WITHOUT_CODE.test(message);
}

/** A transaction failed, and so did the attempt to roll it back. */
export class BrokenTransaction extends Error {
  /** @param fault why the transaction failed */
  constructor(
    readonly fault: unknown,
    cause: unknown,
  ) {
    super('the transaction could not be rolled back', { cause });
    this.name = 'BrokenTransaction';
  }
}

/** The fault of Postgres or of the network behind a fault of ours. */
function originOf(fault: unknown): unknown {
  const isOurs = fault instanceof DomainError || fault instanceof UniqueViolation;
  return isOurs && fault.cause !== undefined ? originOf(fault.cause) : fault;
}

/**
 * @returns whether the connection is of no use after this fault. One that has answered with an ordinary error is: making
 *   a new one, and preparing its statements again, costs more than what most of them do.
 */
export function breaksConnection(fault: unknown): boolean {
  if (fault instanceof BrokenTransaction) return true;
  const origin = originOf(fault);
  if (origin instanceof DatabaseError) return isEndOfSession(origin) || BREAKS_CONNECTION.test(origin.code ?? '');
  return isUnavailable(origin);
}

/** @returns whether the statement ended because of a lock that another transaction holds: a time-out or a deadlock */
export function isInTheWay(fault: unknown): boolean {
  const code = memberOf(originOf(fault), 'code');
  return code === '55P03' || code === '40P01';
}

/** @returns whether nothing was heard from Postgres, neither an answer nor a refusal */
export function isNoAnswer(fault: unknown): boolean {
  const origin = originOf(fault instanceof BrokenTransaction ? fault.fault : fault);
  if (memberOf(origin, 'code') === 'ETIMEDOUT') return true;
  return origin instanceof Error && /timeout/i.test(origin.message) && !(origin instanceof DatabaseError);
}

/** Of the driver and its pool: no connection was made, so nothing was asked of Postgres. */
const NOT_CONNECTED_WORDS =
  /timeout expired|timeout exceeded when trying to connect|due to connection timeout|not queryable|Timeout acquiring a connection|after calling end on the pool/i;
/** SQLSTATEs with which Postgres refuses a session: 53 no resources for it, 57P03 it is starting or shutting down. */
const NO_SESSION = /^(53|57P03)/;

/**
 * Whether a write may have been committed although its statement failed, because Postgres' answer did not arrive.
 * False after an answer, and without a connection.
 */
export function mayHaveCommitted(fault: unknown): boolean {
  const origin = originOf(fault instanceof BrokenTransaction ? fault.fault : fault);
  // A refusal of our own that has no cause is one of waiting any longer.
  if (origin instanceof DomainError) return origin.code === 'UNAVAILABLE';
  if (origin instanceof DatabaseError) return isEndOfSession(origin) && !NO_SESSION.test(origin.code ?? '');
  if (!isUnavailable(origin) || isOfConnecting(origin)) return false;
  return !(origin instanceof Error && NOT_CONNECTED_WORDS.test(origin.message));
}

/** A row refers to a payment that has moved to the archive at this moment: the next try brings it back. */
function isOfMovedPayment(fault: unknown): boolean {
  return memberOf(fault, 'code') === '23503' && String(memberOf(fault, 'constraint')).endsWith('_instruction_id_fkey');
}

/**
 * Translates a fault of Postgres into one of ours; the only place that does.
 * @returns UniqueViolation, DomainError UNAVAILABLE (RowLockedElsewhere where a lock was not available), or the fault
 * itself
 */
export function translateFault(fault: unknown): unknown {
  if (fault instanceof DomainError || fault instanceof UniqueViolation) return fault;
  if (memberOf(fault, 'code') === '23505') {
    return new UniqueViolation(String(memberOf(fault, 'constraint')), fault);
  }
  if (memberOf(fault, 'code') === LOCK_NOT_AVAILABLE || isOfMovedPayment(fault)) return new RowLockedElsewhere(fault);
  if (isUnavailable(fault)) {
    return new DomainError('UNAVAILABLE', 'The database cannot answer at the moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: fault,
    });
  }
  return fault;
}
