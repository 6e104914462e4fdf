import { isDeepStrictEqual } from 'node:util';
import { routeChangesOf } from '../../api/operator/routes';
import type { Changes } from '../../db/administration/change';
import {
  countUnderway,
  findPartnerRow,
  findRouteRow,
  type PartnerRow,
  type RouteRow,
} from '../../db/administration/settlement-network';
import { DomainError } from '../../domain/errors';
import { PartnerChange } from '../../domain/payments/partner-settings';
import { RouteChange } from '../../domain/payments/route-schema';
import { act, TO_PROPOSALS } from '../act';
import { ChangePartner, ChangeRoute } from '../pages/operator-changes';
import { NETWORK } from '../pages/operator-network';
import type { EnteredRoute } from '../pages/route-fields';
import { checkForm, faultsOf, type Faults } from '../read-form';
import { readRouteFields, reasonFault } from '../route-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';

async function partnerOf({ parts, params }: Visit): Promise<PartnerRow> {
  const found = await findPartnerRow(parts.database, params['id'] ?? '');
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such partner.');
  return found;
}

async function routeOf({ parts, params }: Visit): Promise<RouteRow> {
  const found = await findRouteRow(parts.database, params['id'] ?? '');
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such route.');
  return found;
}

const isDone = ({ context }: Visit): boolean => new URLSearchParams(context.querystring).get('done') === 'changed';

async function partnerPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const partner = await partnerOf(visit);
  const { name, url, authMode } = partner;
  const entered = visit.form.has('form_id') ? Object.fromEntries(visit.form) : { name, url: url ?? '', authMode };
  const underway = await countUnderway(visit.parts.database, partner.id);
  const body = (
    <ChangePartner {...{ partner, underway, entered, faults }} formToken={visit.formToken} isDone={isDone(visit)} />
  );
  return { kind: 'page', title: name, body, status };
}

async function changePartner(visit: Visit): Promise<Answer> {
  const before = await partnerOf(visit);
  const field = (name: string): string => visit.form.get(name)?.trim() ?? '';
  const checked = checkForm(PartnerChange, {
    name: field('name'),
    authMode: field('authMode'),
    ...(before.adapter === 'http' ? { url: field('url') } : {}),
  });
  const reason = reasonFault(visit.form);
  if (!checked.ok || reason !== null) {
    const faults = { ...(checked.ok ? {} : checked.faults), ...(reason === null ? {} : { reason }) };
    return partnerPage(visit, faults, 400);
  }
  const { name, url, authMode } = checked.value;
  const after = { name, url: url?.replace(/\/+$/, ''), auth_mode: authMode };
  const changes = differing(after, { name: before.name, url: before.url ?? undefined, auth_mode: before.authMode });
  try {
    const request = { kind: 'partner', id: before.id, changes } as const;
    const { state } = await act(visit, 'managed.changed', request, field('reason'));
    if (state === 'proposed') return TO_PROPOSALS;
  } catch (fault) {
    return partnerPage(visit, faultsOf(fault, ['DUPLICATE']), 400);
  }
  return { kind: 'redirect', location: `${NETWORK}/partners/${before.id}?done=changed` };
}

/** What the audit log is to show: the columns that are no longer what they were. */
function differing(after: Changes, before: Changes): Changes {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name])));
}

/** A route as its form shows it. */
function enteredFrom(route: RouteRow): EnteredRoute {
  const { channel, currencies, countries, timelines, cutOff, cutOffZone, calendars } = route;
  const { alwaysOpen, openDaysForN, priority } = route;
  const { feeFixed, feeBps, feeMin, feeMax, minAmount, maxAmount } = route;
  const plain = (amount: string | null): string => (amount === null ? '' : String(Number(amount)));
  return {
    timelines,
    fields: {
      ...{ channel, cutOff, cutOffZone },
      currencies: currencies.join(', '),
      countries: countries.join(', '),
      calendars: calendars.join(', '),
      feeFixed: plain(feeFixed),
      feeBps: plain(feeBps),
      feeMin: plain(feeMin),
      feeMax: plain(feeMax),
      minAmount: plain(minAmount),
      maxAmount: plain(maxAmount),
      openDaysForN: String(openDaysForN),
      priority: String(priority),
      alwaysOpen: alwaysOpen ? 'yes' : '',
    },
  };
}

async function routePage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const route = await routeOf(visit);
  const { form, formToken } = visit;
  const isSent = form.has('form_id');
  const entered = isSent
    ? { fields: Object.fromEntries(form), timelines: form.getAll('timeline') }
    : enteredFrom(route);
  const body = <ChangeRoute {...{ route, entered, faults, formToken }} isDone={isDone(visit)} />;
  return { kind: 'page', title: `${route.partnerName}, ${route.channel}`, body, status };
}

/** The route as the same schema reads what is stored, to be compared with what was sent. */
function storedOf(route: RouteRow): Changes {
  const { fields, timelines } = enteredFrom(route);
  const form = new URLSearchParams([
    ...Object.entries(fields),
    ...timelines.map((one): [string, string] => ['timeline', one]),
  ]);
  const read = readRouteFields(RouteChange, form);
  return read.ok ? routeChangesOf(read.value) : {};
}

async function changeRoute(visit: Visit): Promise<Answer> {
  const route = await routeOf(visit);
  const read = readRouteFields(RouteChange, visit.form);
  const reason = reasonFault(visit.form);
  if (!read.ok || reason !== null) {
    return routePage(visit, { ...(read.ok ? {} : read.faults), ...(reason === null ? {} : { reason }) }, 400);
  }
  const changes = differing(routeChangesOf(read.value), storedOf(route));
  try {
    const request = { kind: 'route', id: route.id, changes } as const;
    const { state } = await act(visit, 'managed.changed', request, visit.form.get('reason')?.trim() ?? '');
    if (state === 'proposed') return TO_PROPOSALS;
  } catch (fault) {
    return routePage(visit, faultsOf(fault), 400);
  }
  return { kind: 'redirect', location: `${NETWORK}/routes/${route.id}?done=changed` };
}

/** After the pages that add one: `new` is no id. */
export const OPERATOR_CHANGE_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'get',
    path: `${NETWORK}/partners/:id`,
    access: 'administration',
    handle: (visit) => partnerPage(visit, {}),
  },
  { method: 'post', path: `${NETWORK}/partners/:id`, access: 'administration', handle: changePartner },
  { method: 'get', path: `${NETWORK}/routes/:id`, access: 'administration', handle: (visit) => routePage(visit, {}) },
  { method: 'post', path: `${NETWORK}/routes/:id`, access: 'administration', handle: changeRoute },
];
