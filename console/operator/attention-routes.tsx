import { z } from 'zod';
import { assignedTo } from '../../api/operator/payments';
import { listPartners } from '../../db/administration/settlement-network';
import { clearFlag, retryPartnerFile } from '../../db/operator-flags';
import {
  ATTENTION_ORDERS,
  type AttentionFilter,
  type AttentionReader,
  countAttention,
  findOpenFlag,
  listAttention,
} from '../../db/payments/review/attention';
import { readShownPayments } from './shown-payments';
import { closeCase, findCase } from '../../db/payments/settlement/reconciliation-cases';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { ASSIGNED_FILTERS } from '../../domain/payments/review/case-work-schema';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { checkForm, chosenFrom, emptyAsAbsent, type Checked } from '../forms/read-form';
import { enteredOf, fileRoute, type List } from '../list';
import type { NoticeName } from '../notices';
import { isAllowed, type ConsoleRoute } from '../route';
import { operatorOf, userOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { ATTENTION, type AttentionParts, reasonOf, titleOf, type ShownAttention } from './attention';
import { CasePage, FlagPage } from './attention-page';
import { ATTENTION_TITLES } from './attention-texts';
import { MAX_PARTNERS } from './narrowing';

const PAGE = 30;
type Filter = Omit<AttentionFilter, 'limit' | 'after'>;

/** Characters of what is noted when a case is closed. */
const MAX_REASON = 500;
const ROW_ID = /^((case|instr|prop)_[0-9a-z]{26}|flag_\d{1,18})$/;

const Asked = z.object({
  show: chosenFrom(['all']),
  kind: chosenFrom(Object.keys(ATTENTION_TITLES)),
  side: chosenFrom(ENVIRONMENTS),
  partner: emptyAsAbsent(z.string().max(64)),
  assigned: chosenFrom(ASSIGNED_FILTERS),
  order: chosenFrom(ATTENTION_ORDERS),
});

const readerOf = (visit: Visit): AttentionReader => ({
  personId: userOf(visit).id,
  roles: userOf(visit).operatorRoles,
});

function filterOfVisit(visit: Visit): Checked<Filter> {
  const checked = checkForm(Asked, enteredOf(visit));
  if (!checked.ok) return checked;
  const { show, kind, side, partner: partnerId, assigned, order } = checked.value;
  const shown = { reader: readerOf(visit), isMineOnly: show === undefined };
  return {
    ok: true,
    value: { ...shown, kind, side, partnerId, order, assigned: assignedTo(assigned, userOf(visit).id) },
  };
}

/** What the list shows where its address is wrong. */
const unnarrowed = (visit: Visit): Filter => ({ reader: readerOf(visit), isMineOnly: false });

async function readShownAttention(visit: Visit, filter: AttentionFilter): Promise<ShownAttention[]> {
  const rows = await listAttention(visit.parts.database, filter);
  return readShownPayments(visit, {
    rows,
    idOf: ({ subject }) => (subject.startsWith('instr_') ? subject : null),
  });
}

const LIST: List<Visit, Filter, ShownAttention> = {
  name: 'attention',
  ids: ROW_ID,
  hasOrder: true,
  asked: filterOfVisit,
  read: readShownAttention,
  columns: {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    title: ({ kind }) => titleOf(kind),
    reason: reasonOf,
    about: ({ subject }) => subject,
    since: ({ since }) => since,
    amount: ({ amount }) => (amount === null ? null : Number(amount)),
    currency: ({ currency }) => currency,
    account: ({ accountName }) => accountName,
    partner: ({ partnerName }) => partnerName,
    side: ({ environment }) => environment,
    assigned_to: ({ assignment }) => assignment?.email,
  },
};

/** Reads the attention list that the address asks for; if the address is invalid, the whole list with the faults. */
export async function readAttention(
  visit: Visit,
): Promise<Pick<AttentionParts, 'counts' | 'items' | 'partners' | 'entered' | 'faults'>> {
  const { database } = visit.parts;
  const entered = enteredOf(visit);
  const asked = filterOfVisit(visit);
  const filter = asked.ok ? asked.value : unnarrowed(visit);
  const faults = asked.ok ? {} : asked.faults;
  const after = idOfCursor(entered['cursor'], ROW_ID);
  const [counts, rows, partners] = await Promise.all([
    countAttention(database, filter.reader),
    readShownAttention(visit, { ...filter, after, limit: PAGE + 1 }),
    listPartners(database, { limit: MAX_PARTNERS, after: undefined }),
  ]);
  return { counts, items: pageOf(rows, PAGE), partners, entered, faults };
}

/** Token of forms for a visitor who may clear and close. */
const tokenOfActor = ({ user, formToken }: Visit): string | null => (isAllowed('operations', user) ? formToken : null);

async function flagPage(visit: Visit): Promise<Answer> {
  const { flagId = '' } = visit.params;
  const flag = /^\d{1,18}$/.test(flagId) ? await findOpenFlag(visit.parts.database, readerOf(visit), flagId) : null;
  if (flag === null) throw new DomainError('NOT_FOUND', 'There is no such flag, or it was cleared.');
  return { kind: 'page', title: titleOf(flag.kind), body: <FlagPage flag={flag} formToken={tokenOfActor(visit)} /> };
}

async function casePage(visit: Visit): Promise<Answer> {
  const opened = await findCase(visit.parts.database, visit.params['caseId'] ?? '');
  if (opened === null) throw new DomainError('NOT_FOUND', 'There is no such case.');
  return {
    kind: 'page',
    title: titleOf(opened.kind),
    body: <CasePage opened={opened} formToken={tokenOfActor(visit)} />,
  };
}

/** The list as it was shown. */
function listOf({ form }: Visit, name: NoticeName): Answer {
  const query = new URLSearchParams(form.get('query') ?? '').toString();
  return { kind: 'done', notice: { name }, location: `${ATTENTION}${query === '' ? '' : `?${query}`}#attention` };
}

async function clear(visit: Visit): Promise<Answer> {
  await clearFlag(visit.parts.database, visit.params['flagId'] ?? '', operatorOf(visit));
  return listOf(visit, 'flag-cleared');
}

async function retry(visit: Visit): Promise<Answer> {
  await retryPartnerFile(visit.parts.database, visit.params['flagId'] ?? '', operatorOf(visit));
  return listOf(visit, 'file-retried');
}

async function close(visit: Visit): Promise<Answer> {
  const reason = (visit.form.get('reason') ?? '').trim().slice(0, MAX_REASON);
  if (reason === '') throw new DomainError('INVALID_REQUEST', 'Enter what was agreed with the partner.');
  await closeCase(visit.parts.database, { id: visit.params['caseId'] ?? '', reason, actor: operatorOf(visit) });
  return listOf(visit, 'case-closed');
}

export const ATTENTION_ROUTES: readonly ConsoleRoute[] = [
  fileRoute({ path: `${ATTENTION}/file`, access: 'operator' }, LIST),
  { method: 'get', path: `${ATTENTION}/flags/:flagId`, access: 'operator', handle: flagPage },
  { method: 'post', path: `${ATTENTION}/flags/:flagId/clear`, access: 'operations', handle: clear },
  { method: 'post', path: `${ATTENTION}/flags/:flagId/retry`, access: 'operations', handle: retry },
  { method: 'get', path: `${ATTENTION}/cases/:caseId`, access: 'operator', handle: casePage },
  { method: 'post', path: `${ATTENTION}/cases/:caseId/close`, access: 'operations', handle: close },
];
