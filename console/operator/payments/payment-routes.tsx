import { searchDocs } from '../../../api/docs/search';
import type { Endpoint, Reply } from '../../../api/endpoint';
import { assignPayment, notePayment, unassignPayment } from '../../../api/operator/case-work';
import { requestInformation } from '../../../api/operator/information';
import { operatorPaymentView } from '../../../api/operator/payment-views';
import { decidePayment } from '../../../api/operator/payments';
import { refuseRecall } from '../../../api/operator/recall';
import { decideScreening } from '../../../api/operator/screening';
import { searchByIdOrName } from '../../../db/administration/search';
import { readScreening } from '../../../db/compliance/read-screening';
import { readApprovals } from '../../../db/administration/approvals';
import { readInformation } from '../../../db/payments/review/information';
import { readNotes } from '../../../db/payments/review/payment-notes';
import { readOperatorPayment } from '../../../db/payments/review/operator-payments';
import { readPaymentState } from '../../../db/payments/instruction/payment-state';
import { DomainError } from '../../../domain/errors';
import { allowedDecisions } from '../../../domain/payments/decisions/operator';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { submitOperation } from '../../operation';
import { moneyText } from '../../parts';
import { OperatorPayment } from './payment-page';
import { WAITING_PAYMENTS as PAYMENTS } from './payments-page';
import { OperatorSearch } from './search-page';
import type { Review } from './hold';
import { textOf, type Faults } from '../../forms/read-form';
import type { NoticeName } from '../../notices';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';
import { operatorOf, userOf } from '../../user-of';

const MAX_TEXT = 200;
/** Pages of the documentation beside what is found. */
const MAX_DOCS = 6;

async function searchById({ parts, context }: Visit): Promise<Answer> {
  const text = (new URLSearchParams(context.querystring).get('q') ?? '').trim().slice(0, MAX_TEXT);
  const found = text === '' ? [] : await searchByIdOrName(parts.database, text);
  const [only] = found;
  if (found.length === 1 && only?.kind === 'payment') return { kind: 'redirect', location: `${PAYMENTS}/${only.id}` };
  const docs = text === '' ? [] : searchDocs(text, MAX_DOCS);
  return { kind: 'page', title: 'Search', body: <OperatorSearch text={text} found={found} docs={docs} /> };
}

/**
 * State of a compliance review: who has proposed the release if two people must agree; null if the payment is not in
 * review.
 */
async function readReview(visit: Visit, { status, complianceHold: hold }: PaymentState): Promise<Review | null> {
  if (hold?.state !== 'review' || status !== 'pending') return null;
  const { 'release-approvals': approvals } = await readApprovals(visit.parts.database);
  const { proposal = null } = hold;
  const { id, personId } = operatorOf(visit);
  const isOwn = proposal !== null && (proposal.by === id || proposal.person === personId);
  return { needsSecond: approvals === 'two', proposal, isOwn };
}

async function paymentPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, params, formToken, form } = visit;
  const { database, services, vault } = parts;
  const id = params['instructionId'] ?? '';
  const { operatorRoles: roles, id: personId } = userOf(visit);
  const isCompliance = roles.includes('compliance');
  const [facts, read, information, notes, screening] = await Promise.all([
    readOperatorPayment(database, id),
    readPaymentState(database, id, null),
    readInformation(database, vault, id),
    readNotes(database, vault, id),
    isCompliance ? readScreening(database, vault, id) : null,
  ]);
  if (facts === null || read === null) throw new DomainError('NOT_FOUND', 'There is no such payment.');
  const review = isCompliance ? await readReview(visit, read.state) : null;
  const decisions = roles.includes('operations') ? allowedDecisions(read.state, read.at) : [];
  const payment = operatorPaymentView(facts, { information, notes }, decisions);
  const temporalUi = services.settings.temporalUiUrl;
  const typed = (name: string): string => form.get(name) ?? '';
  const entered = {
    ...{ decision: typed('decision'), reason: typed('reason') },
    ...{ rememberUntil: typed('rememberUntil'), question: typed('question'), note: typed('note') },
  };
  const body = (
    <OperatorPayment {...{ payment, roles, personId, screening, review, temporalUi, entered, faults, formToken }} />
  );
  // Whom it pays is for those alone who review its parties.
  const title = `${moneyText(payment.amount, payment.currency)} · ${payment.account.name}`;
  return { kind: 'page', title, body, status };
}

/** Submits an act about the payment. One that came too late is shown with the decisions that are possible now. */
function submitAct(
  visit: Visit,
  record: Endpoint,
  body: unknown,
  doneBy: (reply: Reply) => NoticeName,
): Promise<Answer> {
  return submitOperation(visit, record, {
    body,
    done: (reply) => ({
      kind: 'done',
      notice: { name: doneBy(reply) },
      location: `${PAYMENTS}/${visit.params['instructionId'] ?? ''}`,
    }),
    refused: (faults, status) => paymentPage(visit, faults, status),
  });
}

const wordOf = ({ form }: Visit) => ({ decision: form.get('decision'), reason: form.get('reason') });

function decide(visit: Visit): Promise<Answer> {
  const partnerReference = visit.form.get('partnerReference') ?? '';
  const body = { ...wordOf(visit), ...(partnerReference === '' ? {} : { partnerReference }) };
  return submitAct(visit, decidePayment, body, () => 'decision-recorded');
}

function screen(visit: Visit): Promise<Answer> {
  const until = visit.form.get('rememberUntil') ?? '';
  const word = wordOf(visit);
  const body = until === '' || word.decision !== 'release' ? word : { ...word, remember: { until, scope: 'payee' } };
  return submitAct(visit, decideScreening, body, ({ status }) =>
    status === 202 ? 'release-proposed' : 'decision-recorded',
  );
}

const ask = (visit: Visit): Promise<Answer> =>
  submitAct(visit, requestInformation, { question: textOf(visit.form, 'question') }, () => 'question-asked');

const refuse = (visit: Visit): Promise<Answer> =>
  submitAct(visit, refuseRecall, { reason: visit.form.get('reason') }, () => 'decision-recorded');

const take = (visit: Visit): Promise<Answer> =>
  submitAct(visit, assignPayment, { takeOver: visit.form.get('takeOver') === 'yes' }, () => 'payment-taken');

const giveBack = (visit: Visit): Promise<Answer> => submitAct(visit, unassignPayment, {}, () => 'payment-given-back');

const note = (visit: Visit): Promise<Answer> =>
  submitAct(visit, notePayment, { note: textOf(visit.form, 'note') }, () => 'note-added');

const ONE = `${PAYMENTS}/:instructionId`;

export const OPERATOR_PAYMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: '/console/operator/search', access: 'operator', handle: searchById },
  { method: 'get', path: ONE, access: 'payments', handle: (visit) => paymentPage(visit, {}) },
  { method: 'post', path: `${ONE}/decision`, access: 'operations', handle: decide },
  { method: 'post', path: `${ONE}/screening`, access: 'compliance', handle: screen },
  { method: 'post', path: `${ONE}/information-requests`, access: 'compliance', handle: ask },
  { method: 'post', path: `${ONE}/assignment`, access: 'payments', handle: take },
  { method: 'post', path: `${ONE}/assignment/end`, access: 'payments', handle: giveBack },
  { method: 'post', path: `${ONE}/notes`, access: 'payments', handle: note },
  { method: 'post', path: `${ONE}/recall-refusal`, access: 'operations', handle: refuse },
];
