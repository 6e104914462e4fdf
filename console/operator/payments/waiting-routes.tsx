import { z } from 'zod';
import { assignedTo } from '../../../api/operator/payments';
import { listPartners } from '../../../db/administration/settlement-network';
import { findAccount } from '../../../db/auth/accounts';
import {
  countWaiting,
  listWaitingPayments,
  type WaitingPaymentFilter,
  type WaitingFor,
} from '../../../db/payments/review/waiting-payments';
import { readShownPayments } from '../shown-payments';
import { ENVIRONMENTS } from '../../../domain/auth/tenant';
import { DAY_MS } from '../../../domain/calendar-dates';
import { ASSIGNED_FILTERS } from '../../../domain/payments/review/case-work-schema';
import { checkForm, chosenFrom, emptyAsAbsent, type Checked, type Faults } from '../../forms/read-form';
import { enteredOf, listRoutes, type List } from '../../list';
import { isAllowed, refusalOf, type ConsoleRoute } from '../../route';
import { userOf } from '../../user-of';
import type { Visit } from '../../visit';
import { MAX_PARTNERS } from '../narrowing';
import { MAX_TABBED } from '../../parts';
import { TABS, WaitingPayments, WAITING_PAYMENTS, type ShownWaiting } from './payments-page';

const WaitingAsked = z.object({
  waiting: chosenFrom(TABS),
  environment: chosenFrom(ENVIRONMENTS),
  partner: emptyAsAbsent(z.string().max(64)),
  account: emptyAsAbsent(z.string().trim().max(200)),
  age: chosenFrom(['1', '3', '7', '30']),
  assigned: chosenFrom(ASSIGNED_FILTERS),
  order: chosenFrom(['oldest', 'newest']),
});

type Filter = Omit<WaitingPaymentFilter, 'limit' | 'after'>;

/**
 * What the listed payments wait for; compliance holds by default for a visitor without the operations role.
 * @throws DomainError FORBIDDEN if that visitor asks for anything else
 */
function waitingReasonOf(visit: Visit): WaitingFor {
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

async function filterOfVisit(visit: Visit): Promise<Checked<Filter>> {
  const checked = checkForm(WaitingAsked, enteredOf(visit));
  const found = await accountOf(visit);
  const unknown: Faults = found === null ? { account: 'is neither the id nor the name of an account' } : {};
  if (!checked.ok) return { ok: false, faults: { ...checked.faults, ...unknown } };
  if (found === null) return { ok: false, faults: unknown };
  const { environment, partner, age, order, assigned } = checked.value;
  const submittedBefore = age === undefined ? undefined : new Date(visit.parts.now().getTime() - Number(age) * DAY_MS);
  const value = {
    ...{
      waiting: waitingReasonOf(visit),
      environment,
      partnerId: partner,
      accountId: found?.id,
      submittedBefore,
      order,
    },
    assigned: assignedTo(assigned, userOf(visit).id),
  };
  return { ok: true, value };
}

/** Rows of a page: as many as fit into a window of 900 pixels. */
const SIZE = 30;

const LIST: List<Visit, Filter, ShownWaiting> = {
  name: 'waiting-payments',
  ids: 'instruction',
  size: SIZE,
  hasOrder: true,
  asked: filterOfVisit,
  read: async (visit, query) => {
    const rows = await listWaitingPayments(visit.parts.database, query);
    return readShownPayments(visit, { rows, idOf: ({ id }) => id });
  },
  columns: {
    id: ({ id }) => id,
    reference: ({ clientReference }) => clientReference,
    status: ({ status }) => status,
    waiting_reason: ({ waitingReason }) => waitingReason,
    waiting_since: ({ waitingSince }) => waitingSince,
    submitted: ({ submittedAt }) => submittedAt,
    amount: ({ amount }) => Number(amount),
    currency: ({ currency }) => currency,
    account: ({ accountName }) => accountName,
    partner: ({ partnerName }) => partnerName,
    side: ({ environment }) => environment,
    dispatch: ({ dispatchState }) => dispatchState,
    flags: ({ flags }) => flags.join(' '),
    assigned_to: ({ assignment }) => assignment?.email,
  },
};

export const WAITING_PAYMENT_ROUTES: readonly ConsoleRoute[] = [
  ...listRoutes({ path: WAITING_PAYMENTS, access: 'payments' }, LIST, async (visit, shown) => {
    const waiting = waitingReasonOf(visit);
    const { database } = visit.parts;
    const tabs: readonly WaitingFor[] = isAllowed('operations', visit.user) ? TABS : ['compliance_review'];
    const [partners, counts] = await Promise.all([
      listPartners(database, { limit: MAX_PARTNERS, after: undefined }),
      countWaiting(database, tabs, MAX_TABBED),
    ]);
    const body = <WaitingPayments {...shown} {...{ partners, waiting, counts }} personId={userOf(visit).id} />;
    return { title: waiting === 'compliance_review' ? 'Holds for compliance' : 'Payments that wait', body };
  }),
];
