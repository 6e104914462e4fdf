import { isDeepStrictEqual } from 'node:util';
import { routeView } from '../../../api/operator/network-views';
import { changePartner } from '../../../api/operator/partners';
import { changeRoute } from '../../../api/operator/routes';
import {
  countUnderway,
  readPartnerRow,
  readRouteRow,
  type RouteRow,
} from '../../../db/administration/settlement-network';
import { listPartnerPeople } from '../../../db/administration/partner-people';
import { listCertificates } from '../../../db/payments/dispatch/certificates';
import { listDispatchHours } from '../../../db/payments/dispatch/dispatch-hours';
import { listFlaggedFiles } from '../../../db/operator-flags';
import { findPartner } from '../../../db/payments/dispatch/partners';
import { listOfferedRules } from '../../../db/payments/reports/offered-rules';
import { DomainError } from '../../../domain/errors';
import { adapterOf, filesBankOf } from '../../../domain/payments/dispatch/adapters';
import { settingsHash } from '../../../domain/payments/dispatch/certificate';
import { firstHour } from '../../charts';
import { submitOperation } from '../../operation';
import { ChangePartner, ChangeRoute } from './changes-page';
import { NETWORK } from './network-page';
import type { EnteredRoute } from './route-fields';
import type { Faults } from '../../forms/read-form';
import { faultsOfRoute, readRouteFields } from './route-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';
import { doneOrProposed } from '../proposal-routes';

const partnerOf = ({ parts, params }: Visit) => readPartnerRow(parts.database, params['id'] ?? '');
const routeOf = ({ parts, params }: Visit) => readRouteRow(parts.database, params['id'] ?? '');

/** Reports of the laboratory that the page of a partner shows. */
const SHOWN_REPORTS = 5;

async function partnerPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const partner = await partnerOf(visit);
  const { name, url, authMode } = partner;
  const entered = { name, url: url ?? '', authMode, ...Object.fromEntries(visit.form) };
  const { database, vault, now } = visit.parts;
  const since = firstHour(now());
  const [underway, hours, people, certificates, found] = await Promise.all([
    countUnderway(database, partner.id),
    listDispatchHours(database, partner.id, since),
    listPartnerPeople(database, partner.id),
    listCertificates(database, vault, { partnerId: partner.id, limit: SHOWN_REPORTS }),
    findPartner(database, partner.id),
  ]);
  const settings = found === null ? '' : settingsHash(found);
  const files = filesBankOf(found);
  const about = files && { partnerId: partner.id, bank: files, at: now() };
  const bank = about && {
    ...about,
    offered: await listOfferedRules(database, vault, about),
    flagged: await listFlaggedFiles(database, partner.id),
  };
  const shown = { partner, underway, hours, since, people, entered, faults, certificates, settings, bank };
  const body = <ChangePartner {...shown} formToken={visit.formToken} />;
  return { kind: 'page', title: name, body, status };
}

/** Adds a rule that a refusal suggests to those of the bank, as a change of the partner's settings. */
async function addRule(visit: Visit): Promise<Answer> {
  const { database, vault, now } = visit.parts;
  const { id } = await partnerOf(visit);
  const bank = filesBankOf(await findPartner(database, id));
  const offered = bank === null ? [] : await listOfferedRules(database, vault, { partnerId: id, bank, at: now() });
  const chosen = offered.find(({ member }) => member === visit.form.get('member'));
  if (chosen === undefined) throw new DomainError('NOT_FOUND', 'No refusal suggests this rule now.');
  return submitOperation(visit, changePartner, {
    params: { partnerId: id },
    body: {
      config: { profileMembers: { [chosen.member]: chosen.rule } },
      reason: `The bank rejected ${chosen.instructionId} (${chosen.code}).`,
      ...(visit.form.get('withoutCertificate') === 'yes' ? { withoutCertificate: true } : {}),
    },
    done: ({ status }) =>
      doneOrProposed(status, {
        kind: 'done',
        notice: { name: 'partner-changed' },
        location: `${NETWORK}/partners/${id}`,
      }),
    refused: (faults, status) => partnerPage(visit, faults, status),
  });
}

/** The changed members only, so that the audit log and a proposal show nothing else. */
function differing(wanted: Record<string, unknown>, stored: object): Record<string, unknown> {
  const before: Record<string, unknown> = { ...stored };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, before[name])));
}

async function savePartner(visit: Visit): Promise<Answer> {
  const before = await partnerOf(visit);
  const field = (name: string): string => visit.form.get(name)?.trim() ?? '';
  const wanted = { name: field('name'), authMode: field('authMode'), reason: field('reason') };
  return submitOperation(visit, changePartner, {
    params: { partnerId: before.id },
    body: {
      ...differing(adapterOf(before)?.hasAddress === true ? { ...wanted, url: field('url') } : wanted, before),
      ...(field('withoutCertificate') === 'yes' ? { withoutCertificate: true } : {}),
      ...(field('despiteDoubt') === 'yes' ? { despiteDoubt: true } : {}),
    },
    done: ({ status }) =>
      doneOrProposed(status, {
        kind: 'done',
        notice: { name: 'partner-changed' },
        location: `${NETWORK}/partners/${before.id}`,
      }),
    refused: (faults, status) => partnerPage(visit, faults, status),
  });
}

/** A value as text in a field of a form. */
function fieldText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The values of a route in its form. */
function enteredFrom(route: RouteRow): EnteredRoute {
  const members = Object.entries(routeView(route));
  return {
    timelines: route.timelines,
    fields: Object.fromEntries(members.map(([name, value]) => [name, fieldText(value)])),
  };
}

async function routePage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const route = await routeOf(visit);
  const { form, formToken } = visit;
  const isSent = form.has('form_id');
  const entered = isSent
    ? { fields: Object.fromEntries(form), timelines: form.getAll('timeline') }
    : enteredFrom(route);
  const body = <ChangeRoute {...{ route, entered, faults, formToken }} />;
  return { kind: 'page', title: `${route.partnerName}, ${route.channel}`, body, status };
}

async function saveRoute(visit: Visit): Promise<Answer> {
  const route = await routeOf(visit);
  return submitOperation(visit, changeRoute, {
    params: { routeId: route.id },
    body: differing(readRouteFields(visit.form), routeView(route)),
    done: ({ status }) =>
      doneOrProposed(status, {
        kind: 'done',
        notice: { name: 'route-changed' },
        location: `${NETWORK}/routes/${route.id}`,
      }),
    refused: (faults, status) => routePage(visit, faultsOfRoute(faults), status),
  });
}

/** After the pages that add one: `new` is no id. */
export const OPERATOR_CHANGE_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'get',
    path: `${NETWORK}/partners/:id`,
    access: 'administration',
    handle: (visit) => partnerPage(visit, {}),
  },
  { method: 'post', path: `${NETWORK}/partners/:id`, access: 'administration', handle: savePartner },
  { method: 'post', path: `${NETWORK}/partners/:id/rules/new`, access: 'administration', handle: addRule },
  { method: 'get', path: `${NETWORK}/routes/:id`, access: 'administration', handle: (visit) => routePage(visit, {}) },
  { method: 'post', path: `${NETWORK}/routes/:id`, access: 'administration', handle: saveRoute },
];
