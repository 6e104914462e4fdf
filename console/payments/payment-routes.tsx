import { z } from 'zod';
import { answerInformationRequest } from '../../api/payments/review/answer-information';
import { decidePayeeCheck } from '../../api/payments/review/payee-check';
import { cancelInstruction } from '../../api/payments/dispatch/cancel-instruction';
import { retrievedView } from '../../api/payments/instruction/instruction-view';
import { listDocuments } from '../../db/documents/documents';
import { listReports } from '../../db/payments/reports/list-reports';
import { listInstructions, type InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { readWithPayments, type PaymentRow } from '../../db/payments/instruction/payment-rows';
import { countEachStatus } from '../../db/payments/review/overview';
import { findOtherAccount } from '../../db/payments/instruction/other-account';
import { openPrivateData } from '../../db/payments/instruction/private-data';
import { readTrackingLink } from '../../db/payments/instruction/tracking-links';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import { CalendarDate, Currency } from '../../domain/schema-tools';
import { memberOf } from '../../domain/unknown-value';
import { enteredOf, listRoutes, type List } from '../list';
import { submitOperation } from '../operation';
import { CancelPayment } from './cancel-page';
import { answerField } from './information';
import { paymentTitle } from './payment-head';
import { Payment } from './payment-page';
import { Payments } from './payments-page';
import { isNarrowed, MAX_TABBED } from '../parts';
import { checkForm, chosenFrom, emptyAsAbsent, textOf, type Faults } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { paymentOf } from './payment-act-routes';
import { mayChange, userOf } from '../user-of';

/** Reports, deliveries and documents that a payment's page shows. */
const SHOWN = 50;

const PaymentFilter = z.object({
  status: emptyAsAbsent(z.enum(PAYMENT_STATUSES, 'Choose a status of the list.')),
  currency: emptyAsAbsent(z.string().trim().toUpperCase().pipe(Currency)),
  fromDate: emptyAsAbsent(CalendarDate),
  toDate: emptyAsAbsent(CalendarDate),
  reference: emptyAsAbsent(z.string().trim().max(140, 'is longer than any reference')),
  order: chosenFrom(['newest', 'oldest']),
});

type Listed = InstructionSummary & { payment: PaymentRow | null };

const LIST: List<SideVisit, z.output<typeof PaymentFilter>, Listed> = {
  name: 'payments',
  ids: 'instruction',
  hasOrder: true,
  asked: (visit) => checkForm(PaymentFilter, enteredOf(visit)),
  read: async ({ parts: { database, vault }, tenant }, query) => {
    const rows = await listInstructions(database, { ...query, tenant });
    return readWithPayments(database, vault, { rows, idOf: ({ id }) => id });
  },
  columns: {
    id: ({ id }) => id,
    reference: ({ clientReference }) => clientReference,
    status: ({ status }) => status,
    amount: ({ amount }) => Number(amount),
    currency: ({ currency }) => currency,
    payee: ({ payment }) => payment?.payee?.name,
    account: ({ payment }) => payment?.payee?.account,
    partner: ({ partnerName }) => partnerName,
    partner_reference: ({ partnerReference }) => partnerReference,
    submitted: ({ submittedAt }) => submittedAt,
    expected: ({ expectedDate }) => expectedDate,
    settled: ({ settledAt }) => settledAt,
  },
};

/** @param faults of a form of the page that was refused */
export async function showPayment(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { tenant, parts, at, formToken, form } = visit;
  const { database, vault } = parts;
  const row = await paymentOf(visit);
  const [reports, deliveries, documents, linkOpenedAt] = await Promise.all([
    listReports(database, tenant, { instructionId: row.id, limit: SHOWN }),
    listDeliveries(database, { tenant, subject: row.id, limit: SHOWN }),
    listDocuments(database, tenant, { instructionId: row.id, limit: SHOWN }),
    readTrackingLink(database, { instructionId: row.id, tenant }),
  ]);
  const payment = retrievedView(row, vault);
  const isNew = row.status === 'pending' && row.beneficiaryId === null && row.privateSealed !== null;
  const paid = isNew ? openPrivateData(vault, row.id, row.privateSealed) : null;
  const otherAccount = paid && (await findOtherAccount(database, vault, tenant, { ...paid, before: row.id }));
  const entered = form.get('answer') ?? '';
  const { id, email } = userOf(visit);
  const viewer = { email, isCreator: row.approval?.creator === id };
  const comment = form.get('comment') ?? '';
  const body = (
    <Payment
      {...{
        payment,
        reports,
        deliveries,
        documents,
        at,
        linkOpenedAt,
        otherAccount,
        formToken,
        entered,
        faults,
        viewer,
        now: parts.now(),
        comment,
      }}
      mayChange={mayChange(visit, visit.tenant.environment)}
    />
  );
  return { kind: 'page', title: paymentTitle(payment, visit.words), body, status };
}

function answerQuestion(visit: SideVisit): Promise<Answer> {
  const { at, form, params } = visit;
  const { instructionId = '', informationRequestId = '' } = params;
  return submitOperation(visit, answerInformationRequest, {
    body: { answer: textOf(form, 'answer') },
    done: () => ({ kind: 'done', notice: { name: 'answer-recorded' }, location: at(`/payments/${instructionId}`) }),
    refused: ({ answer: fault, ...faults }, status) =>
      showPayment(visit, fault === undefined ? faults : { [answerField(informationRequestId)]: fault }, status),
  });
}

function decidePayee(visit: SideVisit): Promise<Answer> {
  const { form, at, params } = visit;
  const { instructionId = '' } = params;
  return submitOperation(visit, decidePayeeCheck, {
    body: { decision: form.get('decision') },
    done: () => ({ kind: 'done', notice: { name: 'payee-decided' }, location: at(`/payments/${instructionId}`) }),
    refused: (faults, status) => showPayment(visit, faults, status),
  });
}

async function cancelPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const row = await paymentOf(visit);
  const reason = visit.form.get('reason') ?? '';
  const payment = retrievedView(row, visit.parts.vault);
  const body = <CancelPayment {...{ payment, reason, faults }} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: visit.words.payments.cancelTitle, body, status };
}

function cancelFromForm(visit: SideVisit): Promise<Answer> {
  const { at, form, params } = visit;
  const { instructionId = '' } = params;
  const reason = (form.get('reason') ?? '').trim();
  return submitOperation(visit, cancelInstruction, {
    body: reason === '' ? {} : { reason },
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: memberOf(data, 'status') === 'cancelled' ? 'payment-cancelled' : 'cancellation-requested' },
      location: at(`/payments/${instructionId}`),
    }),
    refused: (faults, status) => cancelPage(visit, faults, status),
  });
}

export const PAYMENT_ROUTES: readonly SideRoute[] = [
  ...listRoutes({ path: '/payments', access: 'account' }, LIST, async (visit, shown) => {
    const { tenant, at, words, parts } = visit;
    const mayPay = mayChange(visit, tenant.environment);
    const counts = isNarrowed(shown.entered, 'status')
      ? null
      : await countEachStatus(parts.database, tenant, MAX_TABBED);
    return { title: words.payments.title, body: <Payments {...shown} {...{ mayPay, counts, at }} /> };
  }),
  { method: 'get', path: '/payments/:instructionId', access: 'account', handle: (visit) => showPayment(visit) },
  {
    method: 'get',
    path: '/payments/:instructionId/cancel',
    access: 'developer',
    handle: (visit) => cancelPage(visit, {}),
  },
  { method: 'post', path: '/payments/:instructionId/cancel', access: 'developer', handle: cancelFromForm },
  { method: 'post', path: '/payments/:instructionId/payee-check', access: 'developer', handle: decidePayee },
  {
    method: 'post',
    path: '/payments/:instructionId/information-requests/:informationRequestId/answer',
    access: 'developer',
    handle: answerQuestion,
  },
];
