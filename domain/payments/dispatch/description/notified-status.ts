import type { PaymentStatus } from '../../instruction/status';
import { notificationContent, readNotification, type ReadXml } from './notification';
import type { Description } from './schema';

/**
 * The status that a kept notification reports of a payment, by the current description.
 * @returns null if notifications are not trusted, or it is not a report about that payment
 * Source: docs/GAPS.md#described-webhooks
 */
export function notifiedStatus(
  description: Description,
  { instructionId, bytes, now }: { instructionId: string; bytes: Uint8Array; now: Date },
  readXml: ReadXml,
): PaymentStatus | null {
  const { notifications } = description;
  if (notifications === undefined) return null;
  const content = notificationContent(bytes, notifications.format, readXml);
  const read = readNotification(description, notifications, content, now);
  if (read.kind !== 'report' || read.instructionId !== instructionId) return null;
  return read.report.kind === 'settlement' ? 'settled' : read.report.body.status;
}
