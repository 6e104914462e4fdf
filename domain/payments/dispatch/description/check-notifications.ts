import type { Fault } from './check-body';
import { isDivided } from './notification-proof';
import type { Description } from './schema';

/** Checks how a bank's notifications are proved and read. Source: docs/GAPS.md#described-webhooks */
export function checkNotifications({ notifications, polling }: Description, fault: Fault): void {
  if (notifications === undefined) return;
  const { proof, trust, status, details } = notifications;
  if (proof.kind === 'hmac') {
    if (!proof.signed.includes('body')) {
      fault('notifications.proof.signed', 'required', 'must contain `body`: else anything could be signed.');
    }
    if (proof.signed.includes('timestamp') !== (proof.timestamp !== undefined)) {
      const words = 'must be there if it is signed, and be signed if it is there.';
      fault('notifications.proof.timestamp', 'required', words);
    }
    if (!isDivided(proof)) {
      const words =
        'must have a character that the time cannot have, such as `|`, unless the time is signed first: else characters could move from the body to the time.';
      fault('notifications.proof.separator', 'required', words);
    }
    const { elements, timestamp } = proof;
    if (elements !== undefined && timestamp === undefined) {
      fault('notifications.proof.timestamp', 'required', 'must be there if `elements` names a time.');
    }
    if (timestamp !== undefined && (timestamp.header === undefined) !== (elements !== undefined)) {
      const words = 'must be there, unless `elements` says where the time is in the header of the hash.';
      fault('notifications.proof.timestamp.header', 'required', words);
    }
  }
  if (trust === 'body' && status === undefined) {
    fault('notifications.status', 'required', 'must be there if the notification is believed.');
  }
  if (trust === 'inquire' && polling === undefined) {
    fault('polling', 'required', 'must be there if a notification has the bank asked.');
  }
  if (details?.settlement !== undefined && details.timestamp === undefined) {
    const words = 'must be there beside figures of a settlement: a repeated notification says the same.';
    fault('notifications.details.timestamp', 'required', words);
  }
}
