import { retrievedView } from '../../api/payments/instruction-view';
import { readInstruction, type StoredInstruction } from '../../db/payments/read-instruction';
import { requestRecall } from '../../db/payments/recall';
import { openTrackingLink, revokeTrackingLink } from '../../db/payments/tracking-links';
import { DomainError } from '../../domain/errors';
import { RecallRequest } from '../../domain/payments/recall-schema';
import { trackingCode, trackingLabel, trackingUrl } from '../../domain/payments/tracking-link';
import { RecallPayment, ShownLink } from '../pages/payment-acts';
import { checkForm, faultsOf, type Faults } from '../read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { actorOf, requestIdOf } from './user-of';

/** @throws DomainError NOT_FOUND */
export async function paymentOf({ parts, tenant, params }: SideVisit): Promise<StoredInstruction> {
  const row = await readInstruction(parts.database, params['instructionId'] ?? '', tenant);
  if (row === null) throw new DomainError('NOT_FOUND', 'There is no such payment.');
  return row;
}

async function recallPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const payment = retrievedView(await paymentOf(visit), visit.parts.vault);
  const { form, formToken, at } = visit;
  const entered = { reasonCode: form.get('reasonCode') ?? '', reason: form.get('reason') ?? '' };
  const body = <RecallPayment {...{ payment, entered, faults, formToken, at }} />;
  return { kind: 'page', title: 'Recall a payment', body, status };
}

async function recall(visit: SideVisit): Promise<Answer> {
  const { parts, form, at } = visit;
  const { id } = await paymentOf(visit);
  const words = (form.get('reason') ?? '').trim();
  const checked = checkForm(RecallRequest, { reasonCode: form.get('reasonCode'), reason: words === '' ? null : words });
  if (!checked.ok) return recallPage(visit, checked.faults, 400);
  const { reasonCode = 'CUST', reason = null } = checked.value;
  const actor = actorOf(visit).id;
  const audit = { actor, act: 'payment.recall_requested', requestId: requestIdOf(visit), detail: { reasonCode } };
  try {
    await requestRecall(parts.database, id, { reasonCode, reason, audit });
  } catch (fault) {
    return recallPage(visit, faultsOf(fault, ['INVALID_TRANSITION']), 409);
  }
  parts.wake();
  return { kind: 'redirect', location: at(`/payments/${id}?done=recall`) };
}

async function openLink(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const { id: instructionId } = await paymentOf(visit);
  const link = await openTrackingLink(parts.database, { instructionId, tenant }, actorOf(visit));
  if (link === null) throw new DomainError('NOT_FOUND', 'There is no such payment.');
  const code = trackingCode(parts.vault.derive(trackingLabel(link.id)));
  const url = trackingUrl(parts.publicUrl, link.id, code);
  const body = <ShownLink url={url} back={at(`/payments/${instructionId}`)} />;
  return { kind: 'page', title: 'Public link', body, status: link.isNew ? 201 : 200 };
}

async function revokeLink(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const { id: instructionId } = await paymentOf(visit);
  await revokeTrackingLink(parts.database, { instructionId, tenant }, actorOf(visit));
  return { kind: 'redirect', location: at(`/payments/${instructionId}?done=revoked`) };
}

const ONE = '/payments/:instructionId';

/** Source: docs/GAPS.md#recalls, docs/GAPS.md#tracking-link */
export const PAYMENT_ACT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: `${ONE}/recall`, access: 'developer', handle: (visit) => recallPage(visit, {}) },
  { method: 'post', path: `${ONE}/recall`, access: 'developer', handle: recall },
  { method: 'post', path: `${ONE}/tracking-link`, access: 'developer', handle: openLink },
  { method: 'post', path: `${ONE}/tracking-link/revoke`, access: 'developer', handle: revokeLink },
];
