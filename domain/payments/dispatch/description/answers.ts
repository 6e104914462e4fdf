import { paymentStatusOf } from '../../instruction/status';
import { isObject } from '../../../unknown-value';
import {
  describeAnswer,
  readRetryAfter,
  reasonCodeIn,
  textOf,
  type CancellationAnswer,
  type InquiryAnswer,
  type PartnerAnswer,
  type RecallAnswer,
  type SubmissionAnswer,
} from '../partner-answers';
import { payeeCheckIn, type SaidPayeeCheck } from '../../review/payee-check';
import { valueAt } from './pointer';
import type { DescribedCondition, DescribedRule, Description } from './schema';

/** The content of an answer; undefined for a page, for nothing and for too much. */
function contentOf({ body }: PartnerAnswer): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/** Whether a condition of a description is true of a bank's content. */
export function holds(content: unknown, { at, is, isEmpty, isPresent }: DescribedCondition): boolean {
  const value = valueAt(content, at);
  if (is !== undefined) {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    return isScalar && is.some((one) => String(one) === String(value));
  }
  if (isEmpty === true) return value === '' || (Array.isArray(value) && value.length === 0);
  return isObject(content) && (value !== undefined && value !== null) === isPresent;
}

/** @returns the rule that an answer is read by: the first that fits; null where it is unknown */
export function ruleOf<Meaning extends string>(
  rules: readonly DescribedRule<Meaning>[],
  answer: PartnerAnswer,
): DescribedRule<Meaning> | null {
  const content = contentOf(answer);
  const fits = ({ status, when = [] }: DescribedRule<Meaning>): boolean =>
    status.includes(answer.status) && when.every((condition) => holds(content, condition));
  return rules.find(fits) ?? null;
}

function textAt(content: unknown, pointer: string | undefined): string | null {
  return pointer === undefined ? null : textOf(valueAt(content, pointer));
}

/** The bank's word for a status, as the description translates it; undefined for one that it does not name. */
export function statusAt({ statuses }: Description, content: unknown, pointer: string | undefined) {
  const word = textAt(content, pointer);
  return word !== null && Object.hasOwn(statuses, word) ? paymentStatusOf(statuses[word]) : undefined;
}

/**
 * The bank's result of its payee check, by the description or in the bank's own word; empty if it states none.
 * Source: docs/GAPS.md#P24
 */
function payeeCheckAt(content: unknown, places: Description['inquire']['payeeCheck']): { payeeCheck?: SaidPayeeCheck } {
  const said = places === undefined ? undefined : valueAt(content, places.result);
  const word = typeof said === 'boolean' ? String(said) : textOf(said);
  if (word === null) return {};
  const { results = {} } = places ?? {};
  const result = Object.hasOwn(results, word) ? results[word] : word;
  const payeeCheck = payeeCheckIn({ payeeCheck: { result, suggestedName: textAt(content, places?.suggestedName) } });
  return payeeCheck === undefined ? {} : { payeeCheck };
}

/**
 * Reads a reply that takes the order. It is ambiguous if it lacks the bank's reference or names another instruction.
 */
function readTaken(description: Description, answer: PartnerAnswer, instructionId: string): SubmissionAnswer {
  const { submit } = description;
  const content = contentOf(answer);
  const ambiguousAnswer = (lack: string): SubmissionAnswer => {
    const fault = describeAnswer(answer, lack);
    return { kind: 'ambiguous', fault, refusal: null, notTaken: false, isOutage: false };
  };
  const partnerReference = textAt(content, submit.reference);
  if (partnerReference === null) return ambiguousAnswer(`without ${submit.reference}`);
  if (submit.instructionId !== undefined && textAt(content, submit.instructionId) !== instructionId) {
    return ambiguousAnswer(`without our id in ${submit.instructionId}`);
  }
  const status = statusAt(description, content, submit.status);
  const isOpen = status === 'accepted' || status === 'processing';
  const check = payeeCheckAt(content, submit.payeeCheck);
  return { kind: 'taken', partnerReference, status: isOpen ? status : 'submitted', ...check };
}

/**
 * Classifies the reply to a submission by the rules of a description.
 * @param send `isFirst`: a later send establishes nothing but a delivery, as in the HTTP protocol
 * Source: docs/GAPS.md#described, docs/GAPS.md#P14
 */
export function classifyDescribedSubmission(
  description: Description,
  answer: PartnerAnswer,
  send: { instructionId: string; isFirst: boolean; nowMs: number },
): SubmissionAnswer {
  const { submit } = description;
  const rule = ruleOf(submit.answers, answer);
  if (rule?.means === 'taken') return readTaken(description, answer, send.instructionId);
  const unknown = { kind: 'ambiguous', refusal: null, notTaken: false } as const;
  // The reason may be in the part that was not read, so this may or may not be a refusal.
  if (rule === null || (rule.means === 'refused' && answer.body.kind === 'too_long')) {
    return { ...unknown, fault: describeAnswer(answer, ''), isOutage: answer.status >= 500 };
  }
  const content = contentOf(answer);
  const code = textAt(content, submit.reason?.code);
  const isSaid = rule.means === 'refused' && isObject(content) && (rule.when !== undefined || code !== null);
  const message = rule.means === 'refused' ? textAt(content, submit.reason?.message) : null;
  const words = message ?? (isSaid ? (code ?? `The bank rejected the order with status ${answer.status}.`) : null);
  const fault = describeAnswer(answer, rule.means === 'refused' && words === null ? 'without a reason' : '');
  if (!send.isFirst) return { ...unknown, fault, refusal: words, notTaken: words === null, isOutage: false };
  if (words !== null) {
    return { kind: 'rejected', message: words, ...reasonCodeIn(code), ...payeeCheckAt(content, submit.payeeCheck) };
  }
  return { kind: 'not_taken', fault, retryAfterMs: readRetryAfter(answer.retryAfter, send.nowMs) };
}

/**
 * Classifies the reply to an inquiry by the rules of a description. A reply about another payment counts as no answer.
 * Source: docs/GAPS.md#described, docs/GAPS.md#P14
 */
export function classifyDescribedInquiry(
  description: Description,
  answer: PartnerAnswer,
  instructionId: string,
): InquiryAnswer {
  const { inquire } = description;
  const rule = ruleOf(inquire.answers, answer);
  if (rule === null) return { kind: 'no_answer', fault: describeAnswer(answer, '') };
  if (rule.means === 'never_received') return { kind: 'never_received' };
  const content = contentOf(answer);
  if (textAt(content, inquire.instructionId) !== instructionId) {
    return { kind: 'no_answer', fault: describeAnswer(answer, `without our id in ${inquire.instructionId}`) };
  }
  const status = statusAt(description, content, inquire.status) ?? 'submitted';
  const check = payeeCheckAt(content, inquire.payeeCheck);
  return { kind: 'known', partnerReference: textAt(content, inquire.reference), status, ...check };
}

/** The page of a proxy, or what was not read to its end, says nothing of a cancellation. */
const isPage = ({ body }: PartnerAnswer): boolean => body.kind === 'not_json' || body.kind === 'too_long';

/** Classifies the answer to a cancellation; what no rule fits is no answer. Source: docs/GAPS.md#described */
export function classifyDescribedCancellation(
  cancel: NonNullable<Description['cancel']>,
  answer: PartnerAnswer,
): CancellationAnswer {
  const rule = isPage(answer) ? null : ruleOf(cancel.answers, answer);
  return rule === null ? { kind: 'no_answer', fault: describeAnswer(answer, '') } : { kind: rule.means };
}

/** Classifies the answer to a recall; what no rule fits is no answer. Source: docs/GAPS.md#described */
export function classifyDescribedRecall(
  recall: NonNullable<Description['recall']>,
  answer: PartnerAnswer,
): RecallAnswer {
  const rule = isPage(answer) ? null : ruleOf(recall.answers, answer);
  return rule === null ? { kind: 'no_answer', fault: describeAnswer(answer, '') } : { kind: rule.means };
}
