import { payeeCheckIn, type SaidPayeeCheck } from '../review/payee-check';
import { paymentStatusOf, type PaymentStatus } from '../instruction/status';
import { isNode, memberOf } from '../../unknown-value';
import { DAY_MS } from '../../calendar-dates';

/** The body of an answer; one above the size limit is not read to its end. */
export type AnswerBody =
  { kind: 'json'; value: unknown } | { kind: 'empty' } | { kind: 'not_json' } | { kind: 'too_long' };

/** A partner's answer over HTTP, as it arrived. */
export interface PartnerAnswer {
  status: number;
  body: AnswerBody;
  /** The header `Retry-After` as sent, or null. */
  retryAfter: string | null;
}

/** What the answer to a submission establishes. Source: docs/GAPS.md#P14 */
export type SubmissionAnswer =
  | {
      kind: 'taken';
      partnerReference: string;
      status: 'submitted' | 'accepted' | 'processing';
      payeeCheck?: SaidPayeeCheck;
    }
  /** A definitive no: the partner does not have it and will not have it. `message` is in the partner's words. */
  | { kind: 'rejected'; message: string; reasonCode?: string; payeeCheck?: SaidPayeeCheck }
  /** The request was turned away before it was considered: nothing has failed, it is sent again later. */
  | { kind: 'not_taken'; fault: string; retryAfterMs: number | null }
  /**
   * It may have arrived.
   * @property refusal the partner's words when a later send of an attempt got what would have been a definitive
   *   rejection of the first one, else null
   * @property notTaken whether the answer to a first send would have been `not_taken`
   * @property isOutage whether the partner or the way to it is at fault: no answer, or a 5xx
   */
  | { kind: 'ambiguous'; fault: string; refusal: string | null; notTaken: boolean; isOutage: boolean };

/** What the answer to an inquiry establishes. Source: docs/GAPS.md#P14 */
export type InquiryAnswer =
  | { kind: 'known'; partnerReference: string | null; status: PaymentStatus; payeeCheck?: SaidPayeeCheck }
  /** One such statement; the caller decides how many are needed, and how far apart. */
  | { kind: 'never_received' }
  | { kind: 'no_answer'; fault: string };

/** Meaning of an answer to a cancellation; `no_answer`: the partner has to be asked again. Source: docs/GAPS.md#P14 */
export type CancellationAnswer =
  { kind: 'cancelled' } | { kind: 'requested' } | { kind: 'refused' } | { kind: 'no_answer'; fault: string };

/**
 * What a status code means for a submission. `delivery` needs a partnerReference, `rejection` a JSON object that gives a
 * reason; without it, the answer comes from a proxy in front of the partner.
 */
export type SubmissionClass = 'delivery' | 'rejection' | 'not_taken' | 'ambiguous';

/** The codes below 500 that are not ambiguous, apart from 2xx. Source: docs/GAPS.md#P14 */
const SUBMISSION_CLASSES: Readonly<Record<number, SubmissionClass>> = {
  400: 'rejection',
  401: 'not_taken',
  402: 'rejection',
  403: 'not_taken',
  404: 'not_taken',
  405: 'not_taken',
  407: 'not_taken',
  410: 'rejection',
  422: 'rejection',
  425: 'not_taken',
  429: 'not_taken',
};

/** @returns what a status code means for a submission; every code without a meaning of its own is ambiguous */
function submissionClass(status: number): SubmissionClass {
  if (status >= 200 && status < 300) return 'delivery';
  return SUBMISSION_CLASSES[status] ?? 'ambiguous';
}

/** A partner's words are shown to the client; longer ones are cut. */
const MAX_TEXT = 140;
/** A partner may delay the next call by at most a day, even if it is away for longer. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** Text that Postgres can store: no control character, no half of a surrogate pair, not even where it is cut. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return text === '' ? null : Array.from(text).slice(0, MAX_TEXT).join('');
}

function textMember(body: AnswerBody, name: string): string | null {
  return body.kind === 'json' ? textOf(memberOf(body.value, name)) : null;
}

/** What the payee's bank says of the name, where the answer has it. Source: docs/GAPS.md#P24 */
function payeeCheckOf(body: AnswerBody): { payeeCheck?: SaidPayeeCheck } {
  const payeeCheck = body.kind === 'json' ? payeeCheckIn(body.value) : undefined;
  return payeeCheck === undefined ? {} : { payeeCheck };
}

function isJsonObject(body: AnswerBody): boolean {
  return body.kind === 'json' && isNode(body.value);
}

/** @returns the partner's reason, or null when the answer is not a JSON object with `code`, `message` or `error` */
function rejectionReason(body: AnswerBody, status: number): string | null {
  if (body.kind !== 'json') return null;
  const [message, error, code] = ['message', 'error', 'code'].map((name) => memberOf(body.value, name));
  if ([message, error, code].every((value) => value === undefined || value === null || value === '')) return null;
  const words = textOf(message) ?? textOf(error) ?? textOf(memberOf(error, 'message')) ?? textOf(code);
  return words ?? `The partner rejected the instruction with status ${status}.`;
}

/** Longer texts, and texts with other characters, are not reason codes. */
const REASON_CODE = /^[A-Za-z0-9_.:-]{1,35}$/;

/** The partner's code of the reason for a rejection: one of ISO 20022, or of its own. */
export function reasonCodeIn(code: string | null): { reasonCode?: string } {
  return code !== null && REASON_CODE.test(code) ? { reasonCode: code } : {};
}

/** Names what an answer lacked, for the log and the operator: never the content of the answer. */
export function describeAnswer({ status, body }: PartnerAnswer, lack: string): string {
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  if (body.kind === 'too_long') return `HTTP ${status}: the answer is longer than 64 KiB`;
  return lack === '' ? `HTTP ${status}` : `HTTP ${status} ${lack}`;
}

/**
 * @param value the header's value: seconds, or an HTTP date
 * @returns milliseconds to wait, at most a day; null when the value is absent or unreadable
 */
export function readRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // HTTP dates begin with a letter; `Date.parse` also accepts `-5` and `1.5`, which are not HTTP dates.
  const dateMs = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(dateMs) ? null : Math.min(Math.max(dateMs - nowMs, 0), MAX_RETRY_AFTER_MS);
}

/** Reads a reply that takes the order. It is ambiguous without the partner's reference. */
function readDelivery(answer: PartnerAnswer): SubmissionAnswer {
  const partnerReference = textMember(answer.body, 'partnerReference');
  if (partnerReference === null) {
    const fault = describeAnswer(answer, 'without partnerReference in a JSON object');
    return { kind: 'ambiguous', fault, refusal: null, notTaken: false, isOutage: false };
  }
  const status = textMember(answer.body, 'status');
  return {
    kind: 'taken',
    partnerReference,
    status: status === 'accepted' || status === 'processing' ? status : 'submitted',
    ...payeeCheckOf(answer.body),
  };
}

/**
 * Classifies the reply to a submission.
 * @param send `isFirst`: whether no earlier send of the attempt may have reached the partner. A later send establishes
 * nothing but a delivery: a refusal may be about the repetition, while the first send is still processed
 * Source: docs/GAPS.md#P14
 */
export function classifySubmission(answer: PartnerAnswer, send: { isFirst: boolean; nowMs: number }): SubmissionAnswer {
  const { status, body } = answer;
  const meaning = submissionClass(status);
  if (meaning === 'delivery') return readDelivery(answer);
  const ambiguous = { kind: 'ambiguous', refusal: null, notTaken: false, isOutage: status >= 500 } as const;
  // The reason may be in the part that was not read, so this may or may not be a rejection.
  if (meaning === 'ambiguous' || (meaning === 'rejection' && body.kind === 'too_long')) {
    return { ...ambiguous, fault: describeAnswer(answer, '') };
  }
  const reason = meaning === 'rejection' ? rejectionReason(body, status) : null;
  const fault = describeAnswer(answer, meaning === 'rejection' && reason === null ? 'without a reason in JSON' : '');
  if (!send.isFirst) return { ...ambiguous, fault, refusal: reason, notTaken: reason === null };
  if (reason !== null)
    return {
      kind: 'rejected',
      message: reason,
      ...reasonCodeIn(textMember(body, 'reasonCode') ?? textMember(body, 'code')),
      ...payeeCheckOf(body),
    };
  return { kind: 'not_taken', fault, retryAfterMs: readRetryAfter(answer.retryAfter, send.nowMs) };
}

/**
 * Classifies the reply to an inquiry. A page from a proxy in front of the partner is no answer, whatever its status.
 * Source: docs/GAPS.md#P14
 */
export function classifyInquiry(answer: PartnerAnswer): InquiryAnswer {
  const { status, body } = answer;
  if (status === 404) {
    if (isJsonObject(body)) return { kind: 'never_received' };
    return { kind: 'no_answer', fault: describeAnswer(answer, 'without a JSON object') };
  }
  if (status !== 200) return { kind: 'no_answer', fault: describeAnswer(answer, '') };
  const partnerReference = textMember(body, 'partnerReference');
  const known = paymentStatusOf(textMember(body, 'status'));
  if (partnerReference === null && known === undefined) {
    return { kind: 'no_answer', fault: describeAnswer(answer, 'without partnerReference or a known status') };
  }
  return { kind: 'known', partnerReference, status: known ?? 'submitted', ...payeeCheckOf(body) };
}

/**
 * Classifies the reply to a cancellation. A 404 in JSON counts as requested: the inquiry establishes whether the
 * partner has the instruction. Any other status outside the protocol is no answer.
 * Source: docs/GAPS.md#P14
 */
export function classifyCancellation(answer: PartnerAnswer): CancellationAnswer {
  const { status, body } = answer;
  const isPage = body.kind === 'not_json' || body.kind === 'too_long';
  if (status === 202 || (status === 404 && isJsonObject(body))) return { kind: 'requested' };
  if (status === 200 && !isPage) return { kind: 'cancelled' };
  if (status === 409) return { kind: 'refused' };
  return { kind: 'no_answer', fault: describeAnswer(answer, isPage ? 'without JSON' : '') };
}

/** Meaning of an answer to a recall; `fault` says why there was no answer. */
export type RecallAnswer = { kind: 'requested' } | { kind: 'refused' } | { kind: 'no_answer'; fault: string };

/**
 * Classifies the reply to a recall. A success only means that the partner tries, since the money is not back yet.
 * Source: docs/GAPS.md#recalls
 */
export function classifyRecall(answer: PartnerAnswer): RecallAnswer {
  const { status, body } = answer;
  const isPage = body.kind === 'not_json' || body.kind === 'too_long';
  if (status === 202 || (status === 200 && !isPage)) return { kind: 'requested' };
  if (status === 409) return { kind: 'refused' };
  return { kind: 'no_answer', fault: describeAnswer(answer, isPage ? 'without JSON' : '') };
}
