import type { components } from './schema';

type ErrorDetail = components['schemas']['ErrorDetail'];

/** A refusal of the service, an answer that is none of it, or that there was no answer. */
export class CorridorError extends Error {
  /** Code of the refusal, such as `INVALID_REQUEST`; `CONNECTION`: no answer came; null where the answer carried none. */
  readonly code: ErrorDetail['code'] | 'CONNECTION' | null;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** Every field at fault. */
  readonly details: NonNullable<ErrorDetail['details']>;
  /** Page that says what to do. */
  readonly docUrl: string | null;
  /** Seconds after which another try is worth it; null where the answer said none. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    error: Partial<Omit<ErrorDetail, 'code'>> & { code?: ErrorDetail['code'] | 'CONNECTION' },
    options: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    const faults = error.details?.map(({ field, message }) => `${field} ${message}`) ?? [];
    super([error.message ?? `The service answered ${status}.`, ...faults].join(' '), { cause: options.cause });
    this.name = 'CorridorError';
    this.status = status;
    this.code = error.code ?? null;
    this.requestId = error.requestId ?? null;
    this.details = error.details ?? [];
    this.docUrl = error.doc_url ?? null;
    this.retryAfter = options.retryAfter ?? null;
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
