import { listAccountKeys } from '../../db/auth/account-keys';
import { findMadeBy } from '../../db/administration/search';
import { countUnlisted } from '../../db/limits/request-counts';
import { findRequest, listRequests, type LoggedRequest, type RequestFilter } from '../../db/requests/list-requests';
import { addDays, utcDate } from '../../domain/calendar-dates';
import { isIdOf, unixMsOf } from '../../domain/ids';
import { LISTED_DAYS } from '../../domain/limits/listed-request';
import type { Page } from '../../domain/schema-tools';
import { checkForm, SpokenRefusal, type Checked, type Faults } from '../forms/read-form';
import { enteredOf, fileRoute, readListPage, type List } from '../list';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { RequestsAsked } from './request-filter';
import { Request, Requests } from './requests-page';

/** A field that is absent is one that was left empty. */
function filterOf(visit: SideVisit): Checked<RequestFilter> {
  const empty = { status: '', operation: '', key: '', about: '', from: '', to: '' };
  return checkForm(RequestsAsked, { ...empty, ...enteredOf(visit) });
}

async function listPage(visit: SideVisit, page: Page<LoggedRequest>, faults: Faults | null): Promise<Answer> {
  const { parts, tenant, at, context } = visit;
  const from = addDays(utcDate(parts.now()), 1 - LISTED_DAYS);
  const [keys, unlisted] = await Promise.all([
    listAccountKeys(parts.database, tenant),
    countUnlisted(parts.database, tenant, from),
  ]);
  const shown = { page, keys, unlisted, entered: enteredOf(visit), query: context.querystring, at };
  const body = <Requests {...shown} faults={faults ?? {}} />;
  return { kind: 'page', title: visit.words.layout.places.requests, body, status: faults === null ? 200 : 400 };
}

const LIST: List<SideVisit, RequestFilter, LoggedRequest> = {
  name: 'requests',
  ids: 'request',
  size: 50,
  asked: filterOf,
  read: ({ parts, tenant }, query) => listRequests(parts.database, { ...query, tenant }),
  columns: {
    id: ({ id }) => id,
    time: ({ id }) => new Date(unixMsOf(id)),
    method: ({ method }) => method,
    operation: ({ operation }) => operation,
    status: ({ status }) => status,
    ms: ({ ms }) => ms,
    key_id: ({ keyId }) => keyId,
    key: ({ keyLabel }) => keyLabel,
    error: ({ errorCode }) => errorCode,
    first_fault_field: ({ faultField }) => faultField,
    first_fault: ({ faultCode }) => faultCode,
    about: ({ subject }) => subject,
  },
};

/** Lists logged requests; an id in the filter redirects to the page of that request. */
async function showRequests(visit: SideVisit): Promise<Answer> {
  const asked = (enteredOf(visit)['id'] ?? '').trim();
  if (isIdOf('request', asked)) return { kind: 'redirect', location: visit.at(`/requests/${asked}`) };
  const { page, faults } = await readListPage(LIST, visit);
  const all = asked === '' ? faults : { ...faults, id: visit.words.requests.wrongId };
  const isSound = Object.keys(all).length === 0;
  return listPage(visit, asked === '' ? page : { items: [], nextCursor: null }, isSound ? null : all);
}

async function showRequest({ parts, tenant, at, params, words }: SideVisit): Promise<Answer> {
  const id = params['requestId'] ?? '';
  if (!isIdOf('request', id)) throw new SpokenRefusal('NOT_FOUND', words.requests.noSuchRequest);
  const { accountId, environment } = tenant;
  const [request, made] = await Promise.all([
    findRequest(parts.database, tenant, id),
    findMadeBy(parts.database, id, accountId),
  ]);
  const found = made.filter((one) => one.environment === environment);
  const body = <Request {...{ id, request, found, at }} />;
  return { kind: 'page', title: request?.operation ?? words.requests.request, body };
}

/** Source: docs/GAPS.md#request-log */
export const REQUEST_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/requests', access: 'account', handle: showRequests },
  fileRoute({ path: '/requests/file', access: 'account' }, LIST),
  { method: 'get', path: '/requests/:requestId', access: 'account', handle: showRequest },
];
