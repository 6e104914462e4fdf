import { z } from 'zod';
import { operatorPaymentView } from '../../api/operator/payment-views';
import { findAnything } from '../../db/administration/search';
import { readScreening } from '../../db/compliance/read-screening';
import { readApprovals } from '../../db/administration/approvals';
import { askForInformation, readInformation } from '../../db/payments/information';
import { recordOperatorDecision } from '../../db/payments/operator-decision';
import { listWaitingPayments, readOperatorPayment } from '../../db/payments/operator-payments';
import { readPaymentState } from '../../db/payments/payment-state';
import { recordRecallRefusedByOperator } from '../../db/payments/recall';
import { recordScreeningDecision } from '../../db/payments/screening-decision';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { allowedDecisions } from '../../domain/payments/decisions/operator';
import { InformationQuestion } from '../../domain/payments/information-schema';
import { DecisionRequest, ScreeningRequest, WAITING_FILTERS } from '../../domain/payments/operator-schema';
import type { PaymentState } from '../../domain/payments/state';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { isDone, OperatorPayment, type Done } from '../pages/operator-payment';
import { WaitingPayments } from '../pages/operator-payments';
import { OperatorSearch } from '../pages/operator-search';
import type { Review } from '../pages/payment-hold';
import { checkForm, emptyAsAbsent, faultsOf, textOf, type Faults } from '../read-form';
import { NO_REASON, reasonFault } from '../route-form';
import { isAllowed, refusalOf, type ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { operatorOf, userOf } from './user-of';

const PAGE = 25;
const MAX_TEXT = 200;
const INSTRUCTION_ID = /^instr_[0-9a-z]{26}$/;
const PAYMENTS = '/console/operator/payments';

const WaitingFilter = z.object({
  waiting: emptyAsAbsent(z.enum(WAITING_FILTERS, 'Choose from the list.')),
  environment: emptyAsAbsent(z.enum(ENVIRONMENTS, 'Choose from the list.')),
});

async function search({ parts, context }: Visit): Promise<Answer> {
  const text = (new URLSearchParams(context.querystring).get('q') ?? '').trim().slice(0, MAX_TEXT);
  const found = text === '' ? [] : await findAnything(parts.database, text);
  const [only] = found;
  if (found.length === 1 && only?.kind === 'payment') return { kind: 'redirect', location: `${PAYMENTS}/${only.id}` };
  return { kind: 'page', title: 'Search', body: <OperatorSearch text={text} found={found} /> };
}

async function list(visit: Visit): Promise<Answer> {
  const { parts, context, user } = visit;
  const query = context.querystring;
  const entered = Object.fromEntries(new URLSearchParams(query));
  const checked = checkForm(WaitingFilter, entered);
  const isOperations = isAllowed('operations', user);
  const { waiting = isOperations ? 'person' : 'compliance_review', environment } = checked.ok ? checked.value : {};
  if (waiting !== 'compliance_review' && !isOperations) throw refusalOf('operations', userOf(visit));
  const after = idOfCursor(entered['cursor'], INSTRUCTION_ID);
  const rows = await listWaitingPayments(parts.database, { waiting, environment, after, limit: PAGE + 1 });
  const body = <WaitingPayments page={pageOf(rows, PAGE)} {...{ waiting, environment, query }} />;
  const title = waiting === 'compliance_review' ? 'Holds for compliance' : 'Payments that wait';
  return { kind: 'page', title, body, status: checked.ok ? 200 : 400 };
}

/** What the page says of a hold: who has proposed its release where two have to agree. */
async function reviewOf(visit: Visit, { status, complianceHold: hold }: PaymentState): Promise<Review | null> {
  if (hold?.state !== 'review' || status !== 'pending') return null;
  const { 'release-approvals': approvals } = await readApprovals(visit.parts.database);
  const { proposal = null } = hold;
  const { id, personId } = operatorOf(visit);
  const isOwn = proposal !== null && (proposal.by === id || proposal.person === personId);
  return { needsSecond: approvals === 'two', proposal, isOwn };
}

async function paymentPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, params, formToken, form, context } = visit;
  const { database, services, vault } = parts;
  const id = params['instructionId'] ?? '';
  const { operatorRoles: roles } = userOf(visit);
  const isCompliance = roles.includes('compliance');
  const [facts, read, information, screening] = await Promise.all([
    readOperatorPayment(database, id),
    readPaymentState(database, id, null),
    readInformation(database, vault, id),
    isCompliance ? readScreening(database, vault, id) : null,
  ]);
  if (facts === null || read === null) throw new DomainError('NOT_FOUND', 'There is no such payment.');
  const review = isCompliance ? await reviewOf(visit, read.state) : null;
  const decisions = roles.includes('operations') ? allowedDecisions(read.state, read.at) : [];
  const payment = operatorPaymentView(facts, information, decisions);
  const temporalUi = services.settings.temporalUiUrl;
  const word = new URLSearchParams(context.querystring).get('done');
  const done = isDone(word) ? word : null;
  const [decision, reason, question] = [form.get('decision'), form.get('reason'), form.get('question')];
  const entered = { decision: decision ?? '', reason: reason ?? '', question: question ?? '' };
  const body = (
    <OperatorPayment {...{ payment, roles, screening, review, temporalUi, done, entered, faults, formToken }} />
  );
  return { kind: 'page', title: payment.clientReference ?? payment.instructionId, body, status };
}

/**
 * A decision that came too late is shown with what can be decided now.
 * @param doneBy what has been done, by what came of it
 */
async function acted<Result>(
  visit: Visit,
  act: (id: string) => Promise<Result>,
  doneBy: (result: Result) => Done = () => 'decided',
): Promise<Answer> {
  const id = visit.params['instructionId'] ?? '';
  let done: Done;
  try {
    done = doneBy(await act(id));
  } catch (fault) {
    return paymentPage(visit, faultsOf(fault, ['INVALID_TRANSITION']), 409);
  }
  visit.parts.wake();
  return { kind: 'redirect', location: `${PAYMENTS}/${id}?done=${done}` };
}

async function decide(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const reason = form.get('reason') ?? '';
  if (reason.trim() === '') return paymentPage(visit, { reason: NO_REASON }, 400);
  const reference = form.get('partnerReference') ?? '';
  const checked = checkForm(DecisionRequest, {
    decision: form.get('decision'),
    reason,
    ...(reference === '' ? {} : { partnerReference: reference }),
  });
  if (!checked.ok) return paymentPage(visit, checked.faults, 400);
  const { id: by, requestId } = operatorOf(visit);
  const word = { ...checked.value, partnerReference: checked.value.partnerReference ?? null };
  return acted(visit, (id) => recordOperatorDecision(parts.database, id, { ...word, by, requestId }));
}

async function screen(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const reason = form.get('reason') ?? '';
  if (reason.trim() === '') return paymentPage(visit, { reason: NO_REASON }, 400);
  const checked = checkForm(ScreeningRequest, { decision: form.get('decision'), reason });
  if (!checked.ok) return paymentPage(visit, checked.faults, 400);
  const word = { ...checked.value, actor: operatorOf(visit) };
  return acted(
    visit,
    (id) => recordScreeningDecision(parts.database, id, word),
    ({ result }) => (result.state === 'proposed' ? 'proposed' : 'decided'),
  );
}

async function ask(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const checked = checkForm(InformationQuestion, { question: textOf(form, 'question') });
  if (!checked.ok) return paymentPage(visit, checked.faults, 400);
  const { id: by, requestId } = operatorOf(visit);
  const request = { ...checked.value, by, requestId };
  return acted(
    visit,
    (id) => askForInformation(parts.database, parts.vault, id, request),
    () => 'asked',
  );
}

async function refuseRecall(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const reason = reasonFault(form);
  if (reason !== null) return paymentPage(visit, { reason }, 400);
  const { id: actor, requestId } = operatorOf(visit);
  const detail = { reason: (form.get('reason') ?? '').trim() };
  const audit = { actor, act: 'payment.recall_refused', requestId, detail };
  return acted(visit, (id) => recordRecallRefusedByOperator(parts.database, id, audit));
}

const ONE = `${PAYMENTS}/:instructionId`;

export const OPERATOR_PAYMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: '/console/operator/search', access: 'operator', handle: search },
  { method: 'get', path: PAYMENTS, access: 'payments', handle: list },
  { method: 'get', path: ONE, access: 'payments', handle: (visit) => paymentPage(visit, {}) },
  { method: 'post', path: `${ONE}/decision`, access: 'operations', handle: decide },
  { method: 'post', path: `${ONE}/screening`, access: 'compliance', handle: screen },
  { method: 'post', path: `${ONE}/information-requests`, access: 'compliance', handle: ask },
  { method: 'post', path: `${ONE}/recall-refusal`, access: 'operations', handle: refuseRecall },
];
