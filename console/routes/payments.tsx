import { z } from 'zod';
import { retrievedView } from '../../api/payments/instruction-view';
import { listDocuments } from '../../db/documents/documents';
import { requestCancellation } from '../../db/payments/cancellation';
import { answerQuestion } from '../../db/payments/information';
import { listReports } from '../../db/payments/list-reports';
import { listInstructions } from '../../db/payments/list-instructions';
import { readTrackingLink } from '../../db/payments/tracking-links';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { InformationAnswer } from '../../domain/payments/information-schema';
import { PAYMENT_STATUSES } from '../../domain/payments/status';
import { CalendarDate, Currency, idOfCursor, pageOf } from '../../domain/schema-tools';
import { CancelPayment } from '../pages/cancel-payment';
import { answerField } from '../pages/information';
import { Payment } from '../pages/payment';
import { Payments } from '../pages/payments';
import { checkForm, emptyAsAbsent, faultsOf, textOf, type Faults } from '../read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { paymentOf } from './payment-acts';
import { actorOf, mayChange, requestIdOf } from './user-of';

const PAGE = 25;
/** Reports, deliveries and documents that a payment's page shows. */
const SHOWN = 50;
const MAX_REASON = 500;
const INSTRUCTION_ID = /^instr_[0-9a-z]{26}$/;

const PaymentFilter = z.object({
  status: emptyAsAbsent(z.enum(PAYMENT_STATUSES, 'Choose a status of the list.')),
  currency: emptyAsAbsent(z.string().trim().toUpperCase().pipe(Currency)),
  fromDate: emptyAsAbsent(CalendarDate),
  toDate: emptyAsAbsent(CalendarDate),
  reference: emptyAsAbsent(z.string().trim().max(140, 'is longer than any reference')),
});

async function list(visit: SideVisit): Promise<Answer> {
  const { tenant, parts, at, context } = visit;
  const query = context.querystring;
  const entered = Object.fromEntries(new URLSearchParams(query));
  const checked = checkForm(PaymentFilter, entered);
  const after = idOfCursor(entered['cursor'], INSTRUCTION_ID);
  const filter = checked.ok ? checked.value : {};
  const rows = checked.ok ? await listInstructions(parts.database, { ...filter, tenant, after, limit: PAGE + 1 }) : [];
  const faults = checked.ok ? {} : checked.faults;
  const body = <Payments page={pageOf(rows, PAGE)} {...{ entered, faults, query, at }} />;
  return { kind: 'page', title: 'Payments', body, status: checked.ok ? 200 : 400 };
}

async function show(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { tenant, parts, at, context, formToken, form } = visit;
  const { database, vault } = parts;
  const row = await paymentOf(visit);
  const [reports, deliveries, documents, linkOpenedAt] = await Promise.all([
    listReports(database, tenant, { instructionId: row.id, limit: SHOWN }),
    listDeliveries(database, { tenant, subject: row.id, limit: SHOWN }),
    listDocuments(database, tenant, { instructionId: row.id, limit: SHOWN }),
    readTrackingLink(database, { instructionId: row.id, tenant }),
  ]);
  const done = new URLSearchParams(context.querystring).get('done');
  const payment = retrievedView(row, vault);
  const entered = form.get('answer') ?? '';
  const body = (
    <Payment
      {...{ payment, reports, deliveries, documents, at, done, linkOpenedAt, formToken, entered, faults }}
      mayChange={mayChange(visit, visit.tenant.environment)}
    />
  );
  return { kind: 'page', title: payment.clientReference ?? payment.instructionId, body, status };
}

async function answer(visit: SideVisit): Promise<Answer> {
  const { parts, at, form, params } = visit;
  const { id } = await paymentOf(visit);
  const informationRequestId = params['informationRequestId'] ?? '';
  const field = answerField(informationRequestId);
  const checked = checkForm(InformationAnswer, { answer: textOf(form, 'answer') });
  if (!checked.ok) return show(visit, { [field]: checked.faults['answer'] ?? 'This is not taken.' }, 400);
  const said = { ...checked.value, id: informationRequestId, by: actorOf(visit).id, requestId: requestIdOf(visit) };
  try {
    await answerQuestion(parts.database, parts.vault, id, said);
  } catch (fault) {
    return show(visit, faultsOf(fault, ['INVALID_TRANSITION']), 409);
  }
  return { kind: 'redirect', location: at(`/payments/${id}?done=answered`) };
}

async function cancelPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const row = await paymentOf(visit);
  const reason = visit.form.get('reason') ?? '';
  const payment = retrievedView(row, visit.parts.vault);
  const body = <CancelPayment {...{ payment, reason, faults }} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Cancel a payment', body, status };
}

async function cancel(visit: SideVisit): Promise<Answer> {
  const { parts, at } = visit;
  const { id } = await paymentOf(visit);
  const reason = (visit.form.get('reason') ?? '').trim();
  if (reason.length > MAX_REASON) return cancelPage(visit, { reason: `Use at most ${MAX_REASON} characters.` }, 400);
  const actor = actorOf(visit);
  try {
    await requestCancellation(parts.database, id, {
      reason: reason === '' ? null : reason,
      audit: { actor: actor.id, act: 'payment.cancellation_requested', requestId: requestIdOf(visit), detail: {} },
    });
  } catch (fault) {
    return cancelPage(visit, faultsOf(fault, ['CANCELLATION_NOT_ALLOWED']), 409);
  }
  parts.wake();
  return { kind: 'redirect', location: at(`/payments/${id}?done=cancel`) };
}

export const PAYMENT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/payments', access: 'account', handle: list },
  { method: 'get', path: '/payments/:instructionId', access: 'account', handle: (visit) => show(visit) },
  {
    method: 'get',
    path: '/payments/:instructionId/cancel',
    access: 'developer',
    handle: (visit) => cancelPage(visit, {}),
  },
  { method: 'post', path: '/payments/:instructionId/cancel', access: 'developer', handle: cancel },
  {
    method: 'post',
    path: '/payments/:instructionId/information-requests/:informationRequestId/answer',
    access: 'developer',
    handle: answer,
  },
];
