/**
 * Error codes of the API: the seven of the specification and those decided beside them.
 * Source: specification, "Errors"; docs/GAPS.md#G2
 */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE: 409,
  INVALID_TRANSITION: 409,
  CONFLICTING_REPORT: 409,
  CANCELLATION_NOT_ALLOWED: 409,
  QUOTE_CHANGED: 409,
  IN_PROGRESS: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  COMPLIANCE_BLOCK: 422,
  TARIFF_DATA_UNAVAILABLE: 422,
  SAME_TERRITORY: 422,
  RATE_LIMIT: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The other name of a code, in answers of endpoints that are not about payments. */
const OTHER_NAMES: ReadonlyMap<string, ErrorCode> = new Map([['rate_limit_exceeded', 'RATE_LIMIT']]);

/** Every code that an answer may carry, as it writes it. Source: docs/GAPS.md#G2 */
export const WRITTEN_CODES: readonly string[] = [...Object.keys(ERROR_STATUS), ...OTHER_NAMES.keys()];

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text);
}

/** @returns the code that an answer writes so, or null where none does */
export function codeOf(written: string): ErrorCode | null {
  return isCode(written) ? written : (OTHER_NAMES.get(written) ?? null);
}

/** One fault of one field; `field` is a path such as `beneficiary.bankAccount.swiftBic`. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** What a refusal carries beside its code and its words. */
export interface DomainErrorParts {
  /** HTTP status that says more than that of the code, such as 431; the code's own where absent. */
  status?: number;
  details?: FieldFault[];
  /** Members that stand in `error` beside code and message, such as `current` and `allowed`. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Response headers that belong to the refusal, such as `Allow`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * A refusal that the caller is told about, with the code that decides the HTTP status.
 * Source: docs/GAPS.md#G2
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: FieldFault[] | undefined;
  readonly extra: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, parts: DomainErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = parts.status ?? ERROR_STATUS[code];
    this.details = parts.details;
    this.extra = parts.extra ?? {};
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.headers = parts.headers ?? {};
  }
}

const HELD_RETRY_AFTER_SECONDS = 2;

/** A row that this request needs is locked by another transaction for longer than it may wait. No other request is concerned. */
export class RowLockedElsewhere extends DomainError {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', 'Another operation is using a record that this request needs. Try again later.', {
      retryAfterSeconds: HELD_RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** Whether something that is needed cannot be had at the moment, so that a later try may fare better. */
export function isUnavailable(fault: unknown): fault is DomainError {
  return fault instanceof DomainError && fault.code === 'UNAVAILABLE';
}

/** @returns the 429 of a limit that is no bucket's: whatever the buckets have left, nothing is to be had now */
export function tooMany(message: string, retryAfterSeconds: number): DomainError {
  return new DomainError('RATE_LIMIT', message, { retryAfterSeconds, headers: { 'X-RateLimit-Remaining': '0' } });
}

/** @returns the 400 that names every fault at once */
export function invalidRequest(details: FieldFault[]): DomainError {
  const count = details.length === 1 ? '1 field is' : `${details.length} fields are`;
  return new DomainError('INVALID_REQUEST', `The request is not valid: ${count} at fault.`, { details });
}

/** @returns the 400 for a single fault */
export function invalidField(field: string, code: string, message: string): DomainError {
  return invalidRequest([{ field, code, message }]);
}

/** The same answer for an unknown payment, another account's, and one that the partner was never given. Source: docs/GAPS.md#G7 */
export function paymentNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such payment instruction.');
}

/** For the end of a `switch` over a closed union: the compiler proves that it is never reached. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected variant: ${JSON.stringify(value)}`);
}
