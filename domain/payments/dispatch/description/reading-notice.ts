import type { PartnerAnswer } from '../partner-answers';
import { omitUnknown, note, type Read } from './noted';
import { readNotification } from './notification';
import type { Description } from './schema';

/**
 * Reads a recorded notification in a dry run.
 * @param now when it arrived
 */
export function readRecordedNotification(description: Description, answer: PartnerAnswer, now: Date): Read {
  const { notifications } = description;
  if (notifications === undefined) {
    return { read: { outcome: 'ignored' }, notes: [note('notifications', 'absent', 'are not described.')] };
  }
  if (answer.body.kind !== 'json') {
    const words = `is not ${notifications.format.toUpperCase()}: it is refused.`;
    return { read: { outcome: 'refused' }, notes: [note('notifications.format', 'invalid', words)] };
  }
  const found = readNotification(description, notifications, answer.body.value, now);
  if (found.kind === 'inquire') {
    return { read: { outcome: found.kind, instructionId: found.instructionId }, notes: [] };
  }
  if (found.kind === 'report') {
    const { instructionId, report } = found;
    if (report.kind === 'settlement') {
      const { confirmedAt: timestamp, ...settlement } = report.body;
      const { settlementReference, actualAmount, actualCurrency } = settlement;
      const said = { timestamp, settlementReference, actualAmount, actualCurrency };
      return { read: omitUnknown({ outcome: 'report', instructionId, status: 'settled', ...said }), notes: [] };
    }
    const { status, partnerReference, timestamp, details } = report.body;
    const said = { status, partnerReference, timestamp, message: details?.message, reasonCode: details?.reasonCode };
    return { read: omitUnknown({ outcome: 'report', instructionId, ...said }), notes: [] };
  }
  if (found.kind === 'several') {
    const words = 'leads to several: a notification is about one payment, and this one is refused.';
    return { read: { outcome: 'refused' }, notes: [note('notifications.instructionId', 'several', words)] };
  }
  const at = found.word === null ? notifications.instructionId : (notifications.status ?? '');
  const words = `has no status of ours for "${found.word ?? ''}", which is at ${at}.`;
  const lacks = found.word === null ? [] : [note('statuses', 'untranslated', words)];
  return { read: { outcome: 'ignored' }, notes: lacks };
}
