import { createPartnerByOperator, disablePartner, enablePartner } from '../../../api/operator/partners';
import { createRouteByOperator, disableRoute, enableRoute } from '../../../api/operator/routes';
import {
  countUnderway,
  readPartnerRow,
  readRouteRow,
  listPartners,
  listRouteRows,
} from '../../../db/administration/settlement-network';
import { DomainError } from '../../../domain/errors';
import { CreatedPartner } from '../../../domain/payments/dispatch/partner-settings';
import { submitOperation } from '../../operation';
import { NewPartnerSecrets } from '../../network/partner-secrets';
import { Network, NETWORK, NewPartnerForm, NewRouteForm, SwitchForm } from './network-page';
import { messageOf, type Faults } from '../../forms/read-form';
import { faultsOfRoute, readRouteFields } from './route-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';
import { doneOrProposed } from '../proposal-routes';

/** A description of a bank has a few kilobytes, which a form makes up to three times as long. */
const FORM_LIMIT_BYTES = 64 * 1024;
/** Partners and routes that one page shows; the command lists more. */
const MAX_SHOWN = 100;

async function showNetwork({ parts }: Visit): Promise<Answer> {
  const [partners, routes] = await Promise.all([
    listPartners(parts.database, { limit: MAX_SHOWN, after: undefined }),
    listRouteRows(parts.database, { limit: MAX_SHOWN, after: undefined }),
  ]);
  return { kind: 'page', title: 'Partners and routes', body: <Network partners={partners} routes={routes} /> };
}

const SWITCHES = {
  partner: { disable: disablePartner, enable: enablePartner },
  route: { disable: disableRoute, enable: enableRoute },
};

interface Switched {
  kind: 'partner' | 'route';
  id: string;
  name: string;
  isDisabled: boolean;
  isLive: boolean;
}

/** The partner or route that the address enables or disables. */
async function switchTarget({ parts, params }: Visit): Promise<Switched> {
  const id = params['id'] ?? '';
  const isDisabled = params['act'] === 'disable';
  const kind = params['kind'] === 'partners' ? 'partner' : 'route';
  const isKnown = ['partners', 'routes'].includes(params['kind'] ?? '') && (isDisabled || params['act'] === 'enable');
  const found = kind === 'partner' ? await readPartnerRow(parts.database, id) : await readRouteRow(parts.database, id);
  if (!isKnown) throw new DomainError('NOT_FOUND', 'There is no such page.');
  return {
    kind,
    id,
    name: 'name' in found ? found.name : `${found.partnerName}, ${found.channel}`,
    isDisabled,
    isLive: found.environment === 'live',
  };
}

async function switchPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { kind, id, name, isDisabled, isLive } = await switchTarget(visit);
  const needsCertificate = kind === 'partner' && isLive && !isDisabled;
  const isWaived = visit.form.get('withoutCertificate') === 'yes';
  const action = `${NETWORK}/${kind}s/${id}/${isDisabled ? 'disable' : 'enable'}`;
  const underway = kind === 'partner' ? await countUnderway(visit.parts.database, id) : 0;
  const shown = { kind, name, isDisabled, needsCertificate, isWaived, underway, action, faults };
  const body = <SwitchForm {...shown} formToken={visit.formToken} />;
  return { kind: 'page', title: `${isDisabled ? 'Disable' : 'Enable'} a ${kind}`, body, status };
}

async function saveSwitch(visit: Visit): Promise<Answer> {
  const { kind, id, isDisabled } = await switchTarget(visit);
  return submitOperation(visit, SWITCHES[kind][isDisabled ? 'disable' : 'enable'], {
    params: { partnerId: id, routeId: id },
    body: {
      reason: visit.form.get('reason') ?? '',
      ...(visit.form.get('withoutCertificate') === 'yes' ? { withoutCertificate: true } : {}),
    },
    done: ({ status }) =>
      doneOrProposed(status, {
        kind: 'done',
        notice: { name: `${kind}-${isDisabled ? 'disabled' : 'enabled'}` },
        location: NETWORK,
      }),
    refused: (faults, status) => switchPage(visit, faults, status),
  });
}

/** What was typed; fields left empty are absent. */
function enteredOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([, text]) => text.trim() !== ''));
}

function partnerPage(visit: Visit, faults: Faults, status = 200): Answer {
  const body = <NewPartnerForm entered={enteredOf(visit.form)} faults={faults} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Add a partner', body, status };
}

/** Parses the settings that were typed; null if they are not valid JSON. */
function parseSettings(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Maps faults to fields of the form. All settings are in one field, so that each of their faults is shown there with
 * its member.
 */
function faultsOfPartner(faults: Faults): Faults {
  const settings: string[] = [];
  const others: Faults = {};
  for (const [field, fault] of Object.entries(faults)) {
    if (['form', 'name', 'adapter', 'url', 'environment', 'authMode'].includes(field)) others[field] = fault;
    else settings.push(`${field} ${messageOf(fault)}`);
  }
  return settings.length === 0 ? others : { ...others, config: settings.join('; ') };
}

async function createPartner(visit: Visit): Promise<Answer> {
  const { name, adapter, url, environment, authMode, config: typed } = enteredOf(visit.form);
  const config = parseSettings(typed);
  if (config === null) return partnerPage(visit, { config: 'is not valid JSON' }, 400);
  return submitOperation(visit, createPartnerByOperator, {
    body: { name, adapter, url, config, environment, authMode },
    done: ({ data }) => {
      const made = CreatedPartner.parse(data);
      const secrets = { 'Partner key': made.key ?? '', 'Signing secret': made.secret ?? '' };
      const body = <NewPartnerSecrets secrets={secrets} back={NETWORK} />;
      return { kind: 'page', title: `Keys of ${made.name}`, body, status: 201 };
    },
    refused: (faults, status) => partnerPage(visit, faultsOfPartner(faults), status),
  });
}

async function routePage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const partners = await listPartners(visit.parts.database, { limit: MAX_SHOWN, after: undefined });
  const { form, formToken } = visit;
  const timelines = form.has('form_id') ? form.getAll('timeline') : ['same_day'];
  const entered = { fields: enteredOf(form), timelines };
  const body = <NewRouteForm {...{ partners, faults, entered, formToken }} />;
  return { kind: 'page', title: 'Add a route', body, status };
}

function createRoute(visit: Visit): Promise<Answer> {
  return submitOperation(visit, createRouteByOperator, {
    body: readRouteFields(visit.form),
    done: ({ status }) =>
      doneOrProposed(status, { kind: 'done', notice: { name: 'route-created' }, location: NETWORK }),
    refused: (faults, status) => routePage(visit, faultsOfRoute(faults), status),
  });
}

const SWITCH = `${NETWORK}/:kind/:id/:act`;

export const OPERATOR_NETWORK_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: NETWORK, access: 'administration', handle: showNetwork },
  {
    method: 'get',
    path: `${NETWORK}/partners/new`,
    access: 'administration',
    handle: async (visit) => partnerPage(visit, {}),
  },
  {
    method: 'post',
    path: `${NETWORK}/partners/new`,
    access: 'administration',
    makesSecret: true,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: createPartner,
  },
  { method: 'get', path: `${NETWORK}/routes/new`, access: 'administration', handle: (visit) => routePage(visit, {}) },
  { method: 'post', path: `${NETWORK}/routes/new`, access: 'administration', countsOnce: true, handle: createRoute },
  { method: 'get', path: SWITCH, access: 'administration', handle: (visit) => switchPage(visit, {}) },
  { method: 'post', path: SWITCH, access: 'administration', handle: saveSwitch },
];
