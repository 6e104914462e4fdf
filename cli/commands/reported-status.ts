import type { Partner } from '../../db/payments/dispatch/partners';
import { openEvidence } from '../../db/payments/instruction/private-data';
import type { ReportOnLost } from '../../db/restoration/lost-payments';
import { openSettings } from '../../domain/payments/dispatch/adapters';
import { parseBody } from '../../domain/payments/dispatch/answer-body';
import { notifiedStatus } from '../../domain/payments/dispatch/description/notified-status';
import { paymentStatusOf, type PaymentStatus } from '../../domain/payments/instruction/status';
import { memberOf } from '../../domain/unknown-value';
import { readXmlDocument } from '../../importers/xml-document';
import type { Vault } from '../../lib/vault';

/**
 * The status in a stored report of a partner; null where it has no known one.
 * @param partner whose report it is; a described bank uses words of its own
 */
export function reportedStatus(
  vault: Vault,
  { id, instructionId, kind, evidence }: ReportOnLost,
  partner: Pick<Partner, 'adapter' | 'config'> | null,
): PaymentStatus | null {
  if (kind === 'settlement') return 'settled';
  const bytes = Buffer.from(openEvidence(vault, id, evidence).body, 'base64');
  if (partner?.adapter === 'described') {
    const settings = openSettings('described', partner.config);
    if (settings.kind === 'faulty') return null;
    return notifiedStatus(settings.config.description, { instructionId, bytes, now: new Date() }, readXmlDocument);
  }
  const body = parseBody(bytes);
  return body.kind === 'json' ? (paymentStatusOf(memberOf(body.value, 'status')) ?? null) : null;
}
