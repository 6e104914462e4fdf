import { parseBody } from '../answer-body';
import { textOf } from '../partner-answers';
import { holds } from './answers';
import { leadsToSeveral, valueAt } from './pointer';
import { reportIn, type DescribedReport } from './report';
import type { Description, DescribedNotifications } from './schema';

/** What a notification comes to. */
export type NotificationReading =
  | { kind: 'report'; instructionId: string; report: Exclude<DescribedReport, { kind: 'nothing' }> }
  /** It is not believed: the bank is asked. */
  | { kind: 'inquire'; instructionId: string }
  /** It is about nothing of ours, or says nothing that is understood: `word` is a status that the description lacks. */
  | { kind: 'ignored'; word: string | null }
  /** It names several payments, and a report is about one. */
  | { kind: 'several' };

/** Reads a small document of XML as a tree; null for what is none. */
export type ReadXml = (bytes: Uint8Array) => unknown;

/** @returns the body of a notification, parsed; undefined for one that is not of the described format */
export function notificationContent(
  bytes: Uint8Array,
  format: DescribedNotifications['format'],
  readXml: ReadXml,
): unknown {
  if (format === 'form') return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  if (format === 'xml') return readXml(bytes) ?? undefined;
  const body = parseBody(bytes);
  return body.kind === 'json' ? body.value : undefined;
}

/**
 * Reads a notification that is proved to be the bank's.
 * @param content its body, parsed
 * @param now when it arrived
 * @returns a report about one payment, or why it is ignored or not understood
 * Source: docs/GAPS.md#described-webhooks
 */
export function readNotification(
  description: Description,
  { instructionId: instructionPlace, when: conditions = [], status, reference, details, trust }: DescribedNotifications,
  content: unknown,
  now: Date,
): NotificationReading {
  const isSeveral = leadsToSeveral(content, instructionPlace);
  // Of several payments, a condition about each cannot be judged.
  const judged = conditions.filter((condition) => !isSeveral || !leadsToSeveral(content, condition.at));
  if (!judged.every((condition) => holds(content, condition))) return { kind: 'ignored', word: null };
  if (isSeveral) return { kind: 'several' };
  const instructionId = textOf(valueAt(content, instructionPlace));
  if (instructionId === null) return { kind: 'ignored', word: null };
  if (trust === 'inquire' || status === undefined) return { kind: 'inquire', instructionId };
  const report = reportIn(description, content, { status, reference, details, isTimed: true }, now);
  if (report.kind === 'nothing') return { kind: 'ignored', word: report.word };
  return { kind: 'report', instructionId, report };
}
