import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Transacting } from '../database';
import { eraseBeneficiary } from './erase-beneficiary';
import { eraseDocument } from './erase-document';
import { erasePayment } from './erase-payment';
import { eraseShipment } from './erase-shipment';
import { eraseUser } from './erase-user';
import type { Eraser } from './eraser';

export const ERASURE_SUBJECTS = ['instruction', 'document', 'user', 'shipment', 'beneficiary'] as const;

export type ErasureSubject = (typeof ERASURE_SUBJECTS)[number];

const ERASERS: Record<ErasureSubject, { act: string; erase: Eraser }> = {
  instruction: { act: 'payment.erased', erase: erasePayment },
  document: { act: 'document.erased', erase: eraseDocument },
  user: { act: 'user.erased', erase: eraseUser },
  shipment: { act: 'shipment.erased', erase: eraseShipment },
  beneficiary: { act: 'beneficiary.erased', erase: eraseBeneficiary },
};

export type ErasureResult =
  | { kind: 'unknown' }
  /** The data must stay for now; `reason` is a sentence for the operator. */
  | { kind: 'refused'; reason: string }
  /** `nothing_left`: it was erased before and nothing came since. `removed` counts rows by what they held. */
  | { kind: 'erased' | 'nothing_left'; removed: Record<string, number>; related: string[] };

/**
 * Erases the personal data of one subject in one transaction. The audit entry has who, why and how much, but nothing
 * of what was erased. A repeat erases what was added since, and writes nothing if that is nothing.
 * @param request `reason` is kept for ever: it must not contain personal data
 * @throws DomainError UNAVAILABLE while Postgres is away
 * Source: docs/GAPS.md#erasure
 */
export async function eraseSubject(
  database: Transacting,
  request: { subject: ErasureSubject; id: string; reason: string; actor: Actor },
): Promise<ErasureResult> {
  const { subject, id, reason, actor } = request;
  const { act, erase } = ERASERS[subject];
  return database.transaction(async (client) => {
    const erasure = await erase(client, id);
    if (erasure === null) return { kind: 'unknown' };
    if ('refused' in erasure) return { kind: 'refused', reason: erasure.refused };
    const { accountId, removed, related } = erasure;
    const isNew = Object.values(removed).some((count) => count > 0);
    if (!isNew) return { kind: 'nothing_left', removed, related };
    await appendAuditEntry(client, { actor, act, subject: id, accountId, detail: { reason, removed } });
    return { kind: 'erased', removed, related };
  });
}
