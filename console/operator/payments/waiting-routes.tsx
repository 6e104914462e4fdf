import { z } from 'zod';
import { assignedTo } from '../../../api/operator/payments';
import { listPartners } from '../../../db/administration/settlement-network';
import { findAccount } from '../../../db/auth/accounts';
import {
  listWaitingPayments,
  type WaitingPaymentFilter,
  type WaitingPaymentRow,
} from '../../../db/payments/review/waiting-payments';
import { ENVIRONMENTS } from '../../../domain/auth/tenant';
import { DAY_MS } from '../../../domain/calendar-dates';
import { ASSIGNED_FILTERS } from '../../../domain/payments/review/case-work-schema';
import { WAITING_FILTERS } from '../../../domain/payments/review/operator-schema';
import { idOfCursor, pageOf } from '../../../domain/schema-tools';
import { checkForm, chosenFrom, emptyAsAbsent, refuseFaults, type Faults } from '../../forms/read-form';
import { listFile } from '../../list-file';
import { isAllowed, refusalOf, type ConsoleRoute } from '../../route';
import { userOf } from '../../user-of';
import type { Answer, Visit } from '../../visit';
import { readViews, viewRoutes } from '../../views/view-routes';
import { MAX_PARTNERS } from '../narrowing';
import { WaitingPayments, WAITING_PAYMENTS } from './payments-page';

const PAGE = 25;
const INSTRUCTION_ID = /^instr_[0-9a-z]{26}$/;

const WaitingAsked = z.object({
  waiting: chosenFrom(WAITING_FILTERS),
  environment: chosenFrom(ENVIRONMENTS),
  partner: emptyAsAbsent(z.string().max(64)),
  account: emptyAsAbsent(z.string().trim().max(200)),
  age: chosenFrom(['1', '3', '7', '30']),
  assigned: chosenFrom(ASSIGNED_FILTERS),
  order: chosenFrom(['oldest', 'newest']),
});

const enteredOf = ({ context }: Visit): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(context.querystring));

type Filter = Omit<WaitingPaymentFilter, 'limit' | 'after'>;

/** What the address asks for; holds where the visitor may see nothing else. */
async function askedOf(visit: Visit): Promise<{ filter: Filter; faults: Faults }> {
  const { parts, user } = visit;
  const checked = checkForm(WaitingAsked, enteredOf(visit));
  const asked = checked.ok ? checked.value : {};
  const isOperations = isAllowed('operations', user);
  const { waiting = isOperations ? 'person' : 'compliance_review', environment, partner, account, age, order } = asked;
  if (waiting !== 'compliance_review' && !isOperations) throw refusalOf('operations', userOf(visit));
  const found = account === undefined ? undefined : await findAccount(parts.database, account);
  const faults: Faults = {
    ...(checked.ok ? {} : checked.faults),
    ...(found === null ? { account: 'no account has this id or name' } : {}),
  };
  const submittedBefore = age === undefined ? undefined : new Date(parts.now().getTime() - Number(age) * DAY_MS);
  const filter = {
    ...{ waiting, environment, partnerId: partner, accountId: found?.id, submittedBefore, order },
    assigned: assignedTo(asked.assigned, userOf(visit).id),
  };
  return { filter, faults };
}

async function list(visit: Visit): Promise<Answer> {
  const { parts, context } = visit;
  const entered = enteredOf(visit);
  const { filter, faults } = await askedOf(visit);
  const isRight = Object.keys(faults).length === 0;
  const after = idOfCursor(entered['cursor'], INSTRUCTION_ID);
  const [rows, partners, views] = await Promise.all([
    isRight ? listWaitingPayments(parts.database, { ...filter, after, limit: PAGE + 1 }) : [],
    listPartners(parts.database, { limit: MAX_PARTNERS, after: undefined }),
    readViews(visit, 'waiting-payments', WAITING_PAYMENTS),
  ]);
  const { waiting } = filter;
  const page = pageOf(rows, PAGE);
  const { id: personId } = userOf(visit);
  const body = (
    <WaitingPayments {...{ page, partners, views, waiting, entered, faults, personId }} query={context.querystring} />
  );
  const title = waiting === 'compliance_review' ? 'Holds for compliance' : 'Payments that wait';
  return { kind: 'page', title, body, status: isRight ? 200 : 400 };
}

const COLUMNS = [
  ...['id', 'reference', 'status', 'waiting_reason', 'waiting_since', 'submitted', 'amount', 'currency'],
  ...['account', 'partner', 'side', 'dispatch', 'flags', 'assigned_to'],
];

function cellsOf(row: WaitingPaymentRow) {
  const { id, clientReference, status, waitingReason, waitingSince, submittedAt, amount, currency } = row;
  return [
    ...[id, clientReference, status, waitingReason, waitingSince.toISOString(), submittedAt.toISOString()],
    ...[Number(amount), currency, row.accountName, row.partnerName, row.environment, row.dispatchState],
    ...[row.flags.join(' '), row.assignment?.email ?? null],
  ];
}

async function file(visit: Visit): Promise<Answer> {
  const { parts } = visit;
  const { filter, faults } = await askedOf(visit);
  refuseFaults(faults);
  return listFile({
    ...{ name: 'waiting-payments', visit, columns: COLUMNS, cells: cellsOf },
    read: (page) => listWaitingPayments(parts.database, { ...filter, ...page }),
  });
}

export const WAITING_PAYMENT_ROUTES: readonly ConsoleRoute[] = [
  ...viewRoutes('waiting-payments', WAITING_PAYMENTS, 'payments'),
  { method: 'get', path: WAITING_PAYMENTS, access: 'payments', handle: list },
  { method: 'get', path: `${WAITING_PAYMENTS}/file`, access: 'payments', handle: file },
];
