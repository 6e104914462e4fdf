import { listAccountKeys } from '../../db/auth/account-keys';
import { findMadeBy } from '../../db/administration/search';
import { countUnlisted } from '../../db/limits/request-counts';
import { findRequest, listRequests, type LoggedRequest, type RequestFilter } from '../../db/requests/list-requests';
import { addDays, utcDate } from '../../domain/calendar-dates';
import { isIdOf, unixMsOf } from '../../domain/ids';
import { LISTED_DAYS } from '../../domain/limits/listed-request';
import { idOfCursor, pageOf, type Page } from '../../domain/schema-tools';
import { checkForm, requireSound, SpokenRefusal, type Checked, type Faults } from '../forms/read-form';
import { listFile } from '../list-file';
import { orderOf } from '../list-order';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { RequestsAsked } from './request-filter';
import { Request, Requests } from './requests-page';

const PAGE = 50;

const enteredOf = ({ context }: SideVisit): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(context.querystring));

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

async function list(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const { id = '', cursor } = enteredOf(visit);
  const order = orderOf(visit);
  const asked = id.trim();
  if (isIdOf('request', asked)) return { kind: 'redirect', location: at(`/requests/${asked}`) };
  const checked = filterOf(visit);
  const wrongId: Faults = asked === '' ? {} : { id: visit.words.requests.wrongId };
  if (!checked.ok || asked !== '') {
    return listPage(visit, pageOf([], PAGE), { ...(checked.ok ? {} : checked.faults), ...wrongId });
  }
  const after = idOfCursor(cursor, 'request');
  const rows = await listRequests(parts.database, { ...checked.value, tenant, after, order, limit: PAGE + 1 });
  return listPage(visit, pageOf(rows, PAGE), null);
}

const COLUMNS = [
  ...['id', 'time', 'method', 'operation', 'status', 'ms', 'key_id', 'key', 'error'],
  ...['first_fault_field', 'first_fault', 'about'],
];

function cellsOf(request: LoggedRequest) {
  const { id, method, operation, status, ms, keyId, keyLabel, errorCode, faultField, faultCode, subject } = request;
  const at = new Date(unixMsOf(id)).toISOString();
  return [id, at, method, operation, status, ms, keyId, keyLabel, errorCode, faultField, faultCode, subject];
}

async function file(visit: SideVisit): Promise<Answer> {
  const { parts, tenant } = visit;
  const filter = { ...requireSound(filterOf(visit)), tenant, order: orderOf(visit) };
  return listFile({
    ...{ name: `requests-${tenant.environment}`, visit, columns: COLUMNS, cells: cellsOf },
    read: (page) => listRequests(parts.database, { ...filter, ...page }),
  });
}

async function show({ parts, tenant, at, params, words }: SideVisit): Promise<Answer> {
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
  { method: 'get', path: '/requests', access: 'account', handle: list },
  { method: 'get', path: '/requests/file', access: 'account', handle: file },
  { method: 'get', path: '/requests/:requestId', access: 'account', handle: show },
];
