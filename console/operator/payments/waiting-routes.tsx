import { z } from 'zod';
import { assignedTo } from '../../../api/operator/payments';
import { listPartners } from '../../../db/administration/settlement-network';
import { findAccount } from '../../../db/auth/accounts';
import {
  listWaitingPayments,
  type WaitingPaymentFilter,
  type WaitingFor,
  type WaitingPaymentRow,
} from '../../../db/payments/review/waiting-payments';
import { ENVIRONMENTS } from '../../../domain/auth/tenant';
import { DAY_MS } from '../../../domain/calendar-dates';
import { ASSIGNED_FILTERS } from '../../../domain/payments/review/case-work-schema';
import { WAITING_FILTERS } from '../../../domain/payments/review/operator-schema';
import { idOfCursor, pageOf } from '../../../domain/schema-tools';
import { checkForm, chosenFrom, emptyAsAbsent, requireSound, type Checked, type Faults } from '../../forms/read-form';
import { listFile } from '../../list-file';
import { isAllowed, refusalOf, type ConsoleRoute } from '../../route';
import { userOf } from '../../user-of';
import type { Answer, Visit } from '../../visit';
import { readViews, viewRoutes } from '../../views/view-routes';
import { MAX_PARTNERS } from '../narrowing';
import { WaitingPayments, WAITING_PAYMENTS } from './payments-page';

const PAGE = 25;

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

/**
 * @returns what the listed payments wait for; by default holds for a visitor without the operations role
 * @throws DomainError FORBIDDEN where that visitor asks for anything else
 */
function waitingOf(visit: Visit): WaitingFor {
  const isOperations = isAllowed('operations', visit.user);
  const { data: asked } = WaitingAsked.shape.waiting.safeParse(enteredOf(visit)['waiting']);
  const waiting = asked ?? (isOperations ? 'person' : 'compliance_review');
  if (waiting !== 'compliance_review' && !isOperations) throw refusalOf('operations', userOf(visit));
  return waiting;
}

/** @returns the account whose payments are asked for: null where there is none, undefined where all are asked for */
async function accountOf(visit: Visit): Promise<{ id: string } | null | undefined> {
  const { data: account } = WaitingAsked.shape.account.safeParse(enteredOf(visit)['account']);
  return account === undefined ? undefined : findAccount(visit.parts.database, account);
}

async function askedOf(visit: Visit): Promise<Checked<Filter>> {
  const checked = checkForm(WaitingAsked, enteredOf(visit));
  const found = await accountOf(visit);
  const unknown: Faults = found === null ? { account: 'is neither the id nor the name of an account' } : {};
  if (!checked.ok) return { ok: false, faults: { ...checked.faults, ...unknown } };
  if (found === null) return { ok: false, faults: unknown };
  const { environment, partner, age, order, assigned } = checked.value;
  const submittedBefore = age === undefined ? undefined : new Date(visit.parts.now().getTime() - Number(age) * DAY_MS);
  const value = {
    ...{ waiting: waitingOf(visit), environment, partnerId: partner, accountId: found?.id, submittedBefore, order },
    assigned: assignedTo(assigned, userOf(visit).id),
  };
  return { ok: true, value };
}

async function list(visit: Visit): Promise<Answer> {
  const { parts, context } = visit;
  const entered = enteredOf(visit);
  const waiting = waitingOf(visit);
  const asked = await askedOf(visit);
  const after = idOfCursor(entered['cursor'], 'instruction');
  const [rows, partners, views] = await Promise.all([
    asked.ok ? listWaitingPayments(parts.database, { ...asked.value, after, limit: PAGE + 1 }) : [],
    listPartners(parts.database, { limit: MAX_PARTNERS, after: undefined }),
    readViews(visit, 'waiting-payments', WAITING_PAYMENTS),
  ]);
  const page = pageOf(rows, PAGE);
  const faults = asked.ok ? {} : asked.faults;
  const { id: personId } = userOf(visit);
  const body = (
    <WaitingPayments {...{ page, partners, views, waiting, entered, faults, personId }} query={context.querystring} />
  );
  const title = waiting === 'compliance_review' ? 'Holds for compliance' : 'Payments that wait';
  return { kind: 'page', title, body, status: asked.ok ? 200 : 400 };
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
  const filter = requireSound(await askedOf(visit));
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
