import { z } from 'zod';
import { listDecisions, readSideState, type Decision, type DecisionReader } from '../../db/payments/review/decisions';
import { checkForm, chosenFrom } from '../forms/read-form';
import { enteredOf, listRoutes, type List } from '../list';
import { DECISIONS } from '../navigation';
import type { SideRoute, SideVisit } from '../sides';
import { mayChange, userOf } from '../user-of';
import { Decisions } from './decisions-page';

const Asked = z.object({ show: chosenFrom(['all']) });

function readerOf(visit: SideVisit): DecisionReader {
  const { tenant } = visit;
  return { tenant, userId: userOf(visit).id, mayChange: mayChange(visit, tenant.environment) };
}

const LIST: List<SideVisit, { isMineOnly: boolean }, Decision> = {
  name: 'decisions',
  ids: /^\d{1,18}_[a-z]+_[0-9a-z]{26}_[a-z_]+$/,
  hasOrder: true,
  asked: (visit) => {
    const checked = checkForm(Asked, enteredOf(visit));
    return checked.ok ? { ok: true, value: { isMineOnly: checked.value.show === undefined } } : checked;
  },
  read: (visit, query) => listDecisions(visit.parts.database, visit.parts.vault, readerOf(visit), query),
  columns: {
    id: ({ subject }) => subject,
    decision: ({ kind }) => kind,
    mine: ({ isMine }) => isMine,
    payee: ({ payment, name }) => payment?.payee?.name ?? name,
    account: ({ payment }) => payment?.payee?.account,
    amount: ({ payment }) => (payment === null ? null : Number(payment.amount)),
    currency: ({ payment }) => payment?.currency,
    reference: ({ payment }) => payment?.reference,
    since: ({ since }) => since,
  },
};

/** Source: docs/GAPS.md#decisions */
export const DECISION_ROUTES: readonly SideRoute[] = [
  ...listRoutes({ path: DECISIONS, access: 'account' }, LIST, async (visit, shown) => {
    const state = await readSideState(visit.parts.database, readerOf(visit));
    const body = <Decisions {...shown} {...{ state, at: visit.at }} />;
    return { title: visit.words.decisions.title, body };
  }),
];
