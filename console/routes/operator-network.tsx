import { newRouteOf } from '../../api/operator/routes';
import { registerPartner } from '../../db/administration/registry';
import {
  countUnderway,
  findPartnerRow,
  findRouteRow,
  listPartners,
  listRouteRows,
} from '../../db/administration/settlement-network';
import { DomainError } from '../../domain/errors';
import { PartnerCreate } from '../../domain/payments/partner-settings';
import { RouteCreate } from '../../domain/payments/route-schema';
import { act, TO_PROPOSALS } from '../act';
import { ShownSecrets } from '../pages/key-actions';
import { Network, NETWORK, NewPartner, NewRoute, SwitchForm } from '../pages/operator-network';
import { checkForm, faultsOf, type Faults } from '../read-form';
import { readRouteFields, reasonFault } from '../route-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { operatorOf } from './user-of';

/** Partners and routes that one page shows; whoever has more uses the command. */
const MAX_SHOWN = 100;

async function overview({ parts }: Visit): Promise<Answer> {
  const [partners, routes] = await Promise.all([
    listPartners(parts.database, { limit: MAX_SHOWN, after: undefined }),
    listRouteRows(parts.database, { limit: MAX_SHOWN, after: undefined }),
  ]);
  return { kind: 'page', title: 'Partners and routes', body: <Network partners={partners} routes={routes} /> };
}

interface Switched {
  kind: 'partner' | 'route';
  id: string;
  name: string;
  isDisabled: boolean;
}

async function switchedOf({ parts, params }: Visit): Promise<Switched> {
  const id = params['id'] ?? '';
  const isDisabled = params['act'] === 'disable';
  const kind = params['kind'] === 'partners' ? 'partner' : 'route';
  const isKnown = ['partners', 'routes'].includes(params['kind'] ?? '') && (isDisabled || params['act'] === 'enable');
  const found = kind === 'partner' ? await findPartnerRow(parts.database, id) : await findRouteRow(parts.database, id);
  if (!isKnown || found === null) throw new DomainError('NOT_FOUND', 'There is no such page.');
  return { kind, id, name: 'name' in found ? found.name : `${found.partnerName}, ${found.channel}`, isDisabled };
}

async function switchPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { kind, id, name, isDisabled } = await switchedOf(visit);
  const action = `${NETWORK}/${kind}s/${id}/${isDisabled ? 'disable' : 'enable'}`;
  const underway = kind === 'partner' ? await countUnderway(visit.parts.database, id) : 0;
  const body = <SwitchForm {...{ kind, name, isDisabled, underway, action, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: `${isDisabled ? 'Disable' : 'Enable'} a ${kind}`, body, status };
}

async function switchIt(visit: Visit): Promise<Answer> {
  const { kind, id, isDisabled } = await switchedOf(visit);
  const fault = reasonFault(visit.form);
  if (fault !== null) return switchPage(visit, { reason: fault }, 400);
  const reason = (visit.form.get('reason') ?? '').trim();
  const { state } = await act(visit, 'managed.switched', { kind, id, isDisabled }, reason);
  return state === 'proposed' ? TO_PROPOSALS : { kind: 'redirect', location: NETWORK };
}

/** What was typed; fields left empty are absent. */
function enteredOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].filter(([, text]) => text.trim() !== ''));
}

function partnerPage(visit: Visit, faults: Faults, status = 200): Answer {
  const body = <NewPartner entered={enteredOf(visit.form)} faults={faults} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Add a partner', body, status };
}

async function createPartner(visit: Visit): Promise<Answer> {
  const { parts, form } = visit;
  const entered = enteredOf(form);
  if (entered['name'] === undefined) return partnerPage(visit, { name: 'Enter a name.' }, 400);
  const checked = checkForm(PartnerCreate, entered);
  if (!checked.ok) return partnerPage(visit, checked.faults, 400);
  const { name, adapter, url, environment = 'test', authMode = 'bearer' } = checked.value;
  const config = adapter === 'http' && url !== undefined ? { url } : {};
  const partner = { name, adapter, config, environment, authMode, endpointLimits: true };
  try {
    const made = await registerPartner(parts.database, parts.vault, partner, { actor: operatorOf(visit), held: null });
    const body = <ShownSecrets secrets={{ 'Partner key': made.key, 'Signing secret': made.secret }} back={NETWORK} />;
    return { kind: 'page', title: `Keys of ${name}`, body, status: 201 };
  } catch (fault) {
    return partnerPage(visit, faultsOf(fault, ['DUPLICATE']), 400);
  }
}

async function routePage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const partners = await listPartners(visit.parts.database, { limit: MAX_SHOWN, after: undefined });
  const { form, formToken } = visit;
  const timelines = form.has('form_id') ? form.getAll('timeline') : ['same_day'];
  const entered = { fields: enteredOf(form), timelines };
  const body = <NewRoute {...{ partners, faults, entered, formToken }} />;
  return { kind: 'page', title: 'Add a route', body, status };
}

async function createRoute(visit: Visit): Promise<Answer> {
  const checked = readRouteFields(RouteCreate, visit.form);
  if (!checked.ok) return routePage(visit, checked.faults, 400);
  try {
    const { state } = await act(visit, 'route.created', newRouteOf(checked.value));
    if (state === 'proposed') return TO_PROPOSALS;
  } catch (fault) {
    return routePage(visit, faultsOf(fault), 400);
  }
  return { kind: 'redirect', location: NETWORK };
}

const SWITCH = `${NETWORK}/:kind/:id/:act`;

export const OPERATOR_NETWORK_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: NETWORK, access: 'administration', handle: overview },
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
    handle: createPartner,
  },
  { method: 'get', path: `${NETWORK}/routes/new`, access: 'administration', handle: (visit) => routePage(visit, {}) },
  { method: 'post', path: `${NETWORK}/routes/new`, access: 'administration', countsOnce: true, handle: createRoute },
  { method: 'get', path: SWITCH, access: 'administration', handle: (visit) => switchPage(visit, {}) },
  { method: 'post', path: SWITCH, access: 'administration', handle: switchIt },
];
