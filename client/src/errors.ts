import type { components } from './schema';

type ErrorDetail = components['schemas']['ErrorDetail'];

/** A refusal of the service, or an answer that is none. */
export class CorridorError extends Error {
  /** Code of the refusal, such as `INVALID_REQUEST`; null where the answer carried none. */
  readonly code: ErrorDetail['code'] | null;
  /** HTTP status. */
  readonly status: number;
  readonly requestId: string | null;
  /** Every field at fault. */
  readonly details: NonNullable<ErrorDetail['details']>;
  /** Page that says what to do. */
  readonly docUrl: string | null;
  /** Seconds after which another try is worth it; null where the answer said none. */
  readonly retryAfter: number | null;

  constructor(status: number, error: Partial<ErrorDetail> | null, retryAfter: number | null = null) {
    const faults = error?.details?.map(({ field, message }) => `${field} ${message}`) ?? [];
    super([error?.message ?? `The service answered ${status}.`, ...faults].join(' '));
    this.name = 'CorridorError';
    this.status = status;
    this.code = error?.code ?? null;
    this.requestId = error?.requestId ?? null;
    this.details = error?.details ?? [];
    this.docUrl = error?.doc_url ?? null;
    this.retryAfter = retryAfter;
  }
}

/** A delivery or a request whose signature is wrong, missing or old. */
export class SignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SignatureError';
  }
}

/** A request of Corridor that came after the end of its validity: a partner does nothing with it and answers 425. */
export class RequestExpiredError extends SignatureError {
  constructor(message: string) {
    super(message);
    this.name = 'RequestExpiredError';
  }
}
