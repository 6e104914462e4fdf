import {
  SettlementConfirmation,
  StatusReport,
  type SettlementConfirmationBody,
  type StatusReportBody,
} from '../../reports/report-schema';
import { textOf, reasonCodeIn, type PartnerAnswer } from '../partner-answers';
import { classifyDescribedInquiry, statusAt } from './answers';
import { valueAt } from './pointer';
import type { Description } from './schema';

/** Clocks differ; what lies further ahead is no time of a report. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60_000;

/** What a bank says of a payment, as a report of any partner says it. */
export type DescribedReport =
  | { kind: 'status'; body: StatusReportBody }
  | { kind: 'settlement'; body: SettlementConfirmationBody }
  /** It says nothing new, or nothing that is understood: `word` is a status that the description does not translate. */
  | { kind: 'nothing'; word: string | null };

function settlementIn(
  content: unknown,
  details: NonNullable<Description['inquire']['details']>,
  confirmedAt: string,
): SettlementConfirmationBody | null {
  const { settlement } = details;
  if (settlement === undefined) return null;
  const amount = textOf(valueAt(content, settlement.amount));
  const parsed = SettlementConfirmation.safeParse({
    confirmedAt,
    settlementReference: textOf(valueAt(content, settlement.reference)),
    actualAmount: amount === null ? undefined : Number(amount),
    actualCurrency: valueAt(content, settlement.currency),
  });
  return parsed.success ? parsed.data : null;
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
  const { inquire } = description;
  const { details = {} } = inquire;
  const content = answer.body.kind === 'json' ? answer.body.value : undefined;
  const status = statusAt(description, content, inquire.status);
  if (status === undefined) return { kind: 'nothing', word: textOf(valueAt(content, inquire.status)) };
  if (status === 'pending') return { kind: 'nothing', word: null };
  const at = (pointer: string | undefined): string | null =>
    pointer === undefined ? null : textOf(valueAt(content, pointer));
  const timeMs = Date.parse(at(details.timestamp) ?? '');
  const isTimed = !Number.isNaN(timeMs) && timeMs <= now.getTime() + MAX_AHEAD_MS;
  const confirmation =
    status === 'settled' ? settlementIn(content, details, new Date(isTimed ? timeMs : now).toISOString()) : null;
  if (confirmation !== null) return { kind: 'settlement', body: confirmation };
  const message = at(details.message);
  const partnerReference = at(inquire.reference);
  const body = StatusReport.parse({
    status,
    ...(partnerReference === null ? {} : { partnerReference }),
    ...(isTimed ? { timestamp: new Date(timeMs).toISOString() } : {}),
    details: { ...(message === null ? {} : { message }), ...reasonCodeIn(at(details.code)) },
  });
  return { kind: 'status', body };
}
