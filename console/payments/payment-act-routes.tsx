import { retrievedView } from '../../api/payments/instruction/instruction-view';
import { recallInstruction } from '../../api/payments/settlement/recall-instruction';
import { deleteTrackingLink, putTrackingLink, TrackingLink } from '../../api/payments/instruction/tracking-link';
import { readInstruction, type StoredInstruction } from '../../db/payments/instruction/read-instruction';
import { DomainError } from '../../domain/errors';
import { runOperation, submitOperation } from '../operation';
import { RecallPayment, ShownLink } from './payment-acts';
import type { Faults } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';

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
  return { kind: 'page', title: visit.words.payments.recallTitle, body, status };
}

function recallFromForm(visit: SideVisit): Promise<Answer> {
  const { form, at, params } = visit;
  const { instructionId = '' } = params;
  const reason = (form.get('reason') ?? '').trim();
  const body = { reasonCode: form.get('reasonCode'), ...(reason === '' ? {} : { reason }) };
  return submitOperation(visit, recallInstruction, {
    body,
    done: () => ({ kind: 'done', notice: { name: 'recall-requested' }, location: at(`/payments/${instructionId}`) }),
    refused: (faults, status) => recallPage(visit, faults, status),
  });
}

async function openLink(visit: SideVisit): Promise<Answer> {
  const { at } = visit;
  const { status, data } = await runOperation(visit, putTrackingLink);
  const { url, instructionId } = TrackingLink.parse(data);
  const body = <ShownLink url={url} back={at(`/payments/${instructionId}`)} />;
  return { kind: 'page', title: visit.words.payments.link.title, body, status };
}

async function revokeLink(visit: SideVisit): Promise<Answer> {
  const { at, params } = visit;
  await runOperation(visit, deleteTrackingLink);
  return {
    kind: 'done',
    notice: { name: 'tracking-link-revoked' },
    location: at(`/payments/${params['instructionId'] ?? ''}`),
  };
}

const ONE = '/payments/:instructionId';

/** Source: docs/GAPS.md#recalls, docs/GAPS.md#tracking-link */
export const PAYMENT_ACT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: `${ONE}/recall`, access: 'developer', handle: (visit) => recallPage(visit, {}) },
  { method: 'post', path: `${ONE}/recall`, access: 'developer', handle: recallFromForm },
  { method: 'post', path: `${ONE}/tracking-link`, access: 'developer', handle: openLink },
  { method: 'post', path: `${ONE}/tracking-link/revoke`, access: 'developer', handle: revokeLink },
];
