import { Timestamp } from '../../../schema-tools';
import {
  SettlementConfirmation,
  StatusReport,
  type SettlementConfirmationBody,
  type StatusReportBody,
} from '../../reports/report-schema';
import { textOf, reasonCodeIn, type PartnerAnswer } from '../partner-answers';
import { classifyDescribedInquiry, statusAt } from './answers';
import { valueAt } from './pointer';
import type { DescribedDetails, Description } from './schema';

/** Clocks differ; what lies further ahead is no time of a report. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60_000;
/** UTF-16 units of a text in a report: a reference has no more. */
const MAX_TEXT = 140;

/** What a bank says of a payment, as a report of any partner says it. */
export type DescribedReport =
  /** `isSettlementInvalid`: there were figures of a settlement, and they are none that confirm it. */
  | { kind: 'status'; body: StatusReportBody; isSettlementInvalid?: true }
  | { kind: 'settlement'; body: SettlementConfirmationBody }
  /** It says nothing new, or nothing that is understood: `word` is a status that the description does not translate. */
  | { kind: 'nothing'; word: string | null };

/** A text, or null, as a report has it: cut by UTF-16 units, and not within a surrogate pair. */
function textAt(content: unknown, pointer: string | undefined): string | null {
  const text = pointer === undefined ? null : textOf(valueAt(content, pointer));
  return text === null ? null : text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}

/** A moment of the years that a report may have; a clock that was never set says 1970, and an absent value year 1. */
function momentOf(text: string | null, now: Date): string | null {
  const timeMs = Date.parse(text ?? '');
  if (Number.isNaN(timeMs) || timeMs > now.getTime() + MAX_AHEAD_MS) return null;
  const parsed = Timestamp.safeParse(new Date(timeMs).toISOString());
  return parsed.success ? parsed.data : null;
}

/** The settlement confirmation in a bank's content; null where it has no figures, `invalid` where they are unusable. */
function settlementIn(
  content: unknown,
  details: DescribedDetails,
  confirmedAt: string,
): SettlementConfirmationBody | 'invalid' | null {
  const { settlement } = details;
  if (settlement === undefined) return null;
  const given = [settlement.reference, settlement.amount, settlement.currency].map((at) => valueAt(content, at));
  if (given.every((value) => value === undefined || value === null)) return null;
  const amount = textOf(valueAt(content, settlement.amount));
  const parsed = SettlementConfirmation.safeParse({
    confirmedAt,
    settlementReference: textAt(content, settlement.reference),
    actualAmount: amount === null ? undefined : Number(amount),
    actualCurrency: valueAt(content, settlement.currency),
  });
  return parsed.success ? parsed.data : 'invalid';
}

/** Places of a report in what a bank says. */
interface ReportPlaces {
  status: string;
  reference?: string | undefined;
  details?: DescribedDetails | undefined;
  /** Whether figures without a time of the bank confirm nothing: what may be repeated has to say the same each time. */
  isTimed: boolean;
}

/**
 * Reads a report about a payment from a bank's content.
 * @param now when it was received
 * @returns `nothing` where the status is not known or still pending
 * Source: docs/GAPS.md#described, docs/GAPS.md#P3
 */
export function reportIn(
  description: Description,
  content: unknown,
  { status: statusPlace, reference, details = {}, isTimed }: ReportPlaces,
  now: Date,
): DescribedReport {
  const status = statusAt(description, content, statusPlace);
  if (status === undefined) return { kind: 'nothing', word: textOf(valueAt(content, statusPlace)) };
  if (status === 'pending') return { kind: 'nothing', word: null };
  const timestamp = momentOf(textAt(content, details.timestamp), now);
  const mayConfirm = status === 'settled' && (timestamp !== null || !isTimed);
  const settlement = mayConfirm ? settlementIn(content, details, timestamp ?? now.toISOString()) : null;
  if (settlement !== null && settlement !== 'invalid') return { kind: 'settlement', body: settlement };
  const message = textAt(content, details.message);
  const partnerReference = textAt(content, reference);
  const body = StatusReport.parse({
    status,
    ...(partnerReference === null ? {} : { partnerReference }),
    ...(timestamp === null ? {} : { timestamp }),
    details: { ...(message === null ? {} : { message }), ...reasonCodeIn(textAt(content, details.code)) },
  });
  return { kind: 'status', body, ...(settlement === 'invalid' ? { isSettlementInvalid: true } : {}) };
}

/**
 * Reads the answer to an inquiry about a payment that the bank has as its report.
 * @returns null where the answer is not about this payment
 * Source: docs/GAPS.md#described, docs/GAPS.md#P3
 */
export function describedReport(
  description: Description,
  answer: PartnerAnswer,
  { instructionId, now }: { instructionId: string; now: Date },
): DescribedReport | null {
  if (classifyDescribedInquiry(description, answer, instructionId).kind !== 'known') return null;
  const { status, reference, details } = description.inquire;
  const content = answer.body.kind === 'json' ? answer.body.value : undefined;
  return reportIn(description, content, { status, reference, details, isTimed: false }, now);
}
