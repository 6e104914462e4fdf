import { z, type output } from 'zod';
import type { Changes } from '../../db/administration/change';
import { perform } from '../../db/administration/perform';
import { findRouteRow, listRouteRows } from '../../db/administration/settlement-network';
import type { Queryable } from '../../db/database';
import type { NewRoute } from '../../db/payments/routing/routes';
import type { Environment } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { decimalText } from '../../domain/money';
import { RouteChange, RouteCreate, RouteRecord } from '../../domain/payments/routing/route-schema';
import { SwitchRequest } from '../../domain/payments/dispatch/partner-settings';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
import { operation } from './common';
import { routeView } from './network-views';
import { PROPOSED, recoverProposal, replyProposed } from './proposals';
import { onePage, replyWithPage } from '../page';

const PATH = '/v1/operator/routes';
const Params = z.object({ routeId: pathId('route') });
const ONE = { 200: { description: 'The route', schema: RouteRecord } };
const CHANGED = { ...ONE, 202: PROPOSED };

async function shown(database: Queryable, routeId: string): Promise<Reply> {
  const row = await findRouteRow(database, routeId);
  if (row === null) throw new DomainError('NOT_FOUND', 'There is no such route.');
  return { status: 200, data: routeView(row) };
}

async function created(database: Queryable, id: string): Promise<Reply> {
  return { ...(await shown(database, id)), status: 201, headers: { Location: `${PATH}/${id}` } };
}

/** An amount as it is kept; null takes a bound away, absent leaves it. */
function kept(amount: number | null | undefined): string | null | undefined {
  return typeof amount === 'number' ? decimalText(amount) : amount;
}

/** Columns of the amounts of a route. */
function amountsOf(body: output<typeof RouteChange>) {
  return {
    fee_fixed: kept(body.feeFixed),
    fee_basis_points: kept(body.feeBps),
    fee_min: kept(body.feeMin),
    fee_max: kept(body.feeMax),
    min_amount: kept(body.minAmount),
    max_amount: kept(body.maxAmount),
  };
}

/** A new route as its body says, with the defaults of what it leaves out. */
function newRouteOf(body: output<typeof RouteCreate>): NewRoute & { environment: Environment | undefined } {
  const { partnerId, environment, currencies, timelines } = body;
  return {
    ...{ partnerId, environment, currencies, timelines },
    countries: body.countries ?? ['*'],
    channel: body.channel ?? 'api',
    feeFixed: decimalText(body.feeFixed ?? 0),
    feeBasisPoints: decimalText(body.feeBps ?? 0),
    feeMin: kept(body.feeMin) ?? null,
    feeMax: kept(body.feeMax) ?? null,
    minAmount: kept(body.minAmount) ?? null,
    maxAmount: kept(body.maxAmount) ?? null,
    cutOff: body.cutOff ?? '17:00',
    cutOffZone: body.cutOffZone ?? 'UTC',
    calendars: body.calendars ?? [],
    alwaysOpen: body.alwaysOpen ?? timelines.includes('instant'),
    openDaysForN: body.openDaysForN ?? 5,
    priority: body.priority ?? 100,
  };
}

/** Columns that a body changes, with their new values. */
function routeChangesOf(body: output<typeof RouteChange>): Changes {
  return {
    ...amountsOf(body),
    channel: body.channel,
    currencies: body.currencies,
    countries: body.countries,
    timelines: body.timelines,
    cut_off: body.cutOff,
    cut_off_zone: body.cutOffZone,
    calendars: body.calendars,
    always_open: body.alwaysOpen,
    open_days_for_n: body.openDaysForN,
    priority: body.priority,
  };
}

/** Source: docs/GAPS.md#P10 */
export const listRoutesForOperator = endpoint({
  ...operation('administration'),
  operationId: 'listRoutes',
  summary: 'List routes with the health of their partners, newest first',
  method: 'get',
  path: PATH,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(RouteRecord),
  errors: [],
  async handle({ query: { limit, cursor: after } }, { database }) {
    return replyWithPage(await listRouteRows(database, { limit: limit + 1, after }), limit, routeView);
  },
});

/** Source: docs/GAPS.md#P10 */
export const showRoute = endpoint({
  ...operation('administration'),
  operationId: 'getRoute',
  summary: 'Read a route with the health of its partner',
  method: 'get',
  path: `${PATH}/{routeId}`,
  params: Params,
  responses: ONE,
  errors: ['NOT_FOUND'],
  handle: ({ params }, { database }) => shown(database, params.routeId),
});

/** Source: docs/GAPS.md#P10, docs/GAPS.md#A4 */
export const createRouteByOperator = endpoint({
  ...operation('administration'),
  operationId: 'createRoute',
  summary: 'Create a route to a partner; it is used at once',
  method: 'post',
  path: PATH,
  body: RouteCreate,
  idempotent: true,
  responses: { 201: { description: 'The route', schema: RouteRecord }, 202: PROPOSED },
  errors: ['DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database, vault }) {
    const { body, held } = call;
    const route = newRouteOf(body);
    const place = { database, vault: () => vault };
    const done = await perform(place, 'route.created', route, { actor: call.actor, held });
    return done.state === 'proposed' ? replyProposed(done.proposal) : created(database, done.result.id);
  },
  recover: (subject, _call, { database }) => recoverProposal(database, subject) ?? created(database, subject),
});

/** Source: docs/GAPS.md#P10 */
export const changeRoute = endpoint({
  ...operation('administration'),
  operationId: 'updateRoute',
  summary: 'Update a route for new payments',
  method: 'patch',
  path: `${PATH}/{routeId}`,
  params: Params,
  body: RouteChange,
  responses: CHANGED,
  errors: ['NOT_FOUND'],
  async handle(call, { database, vault }) {
    const { routeId: id } = call.params;
    const request = { kind: 'route', id, changes: routeChangesOf(call.body) } as const;
    const place = { database, vault: () => vault };
    const { actor } = call;
    const done = await perform(place, 'managed.changed', request, { actor, reason: call.body.reason });
    return done.state === 'proposed' ? replyProposed(done.proposal) : shown(database, id);
  },
});

/** Source: docs/GAPS.md#P10 */
function switchRoute(action: 'disable' | 'enable', summary: string) {
  return endpoint({
    ...operation('administration'),
    operationId: `${action}Route`,
    summary,
    method: 'post',
    path: `${PATH}/{routeId}/${action}`,
    params: Params,
    body: SwitchRequest,
    responses: CHANGED,
    errors: ['NOT_FOUND'],
    async handle(call, { database, vault }) {
      const { routeId: id } = call.params;
      const request = { kind: 'route', id, isDisabled: action === 'disable' } as const;
      const place = { database, vault: () => vault };
      const { actor } = call;
      const done = await perform(place, 'managed.switched', request, { actor, reason: call.body.reason });
      return done.state === 'proposed' ? replyProposed(done.proposal) : shown(database, id);
    },
  });
}

export const disableRoute = switchRoute('disable', 'Disable a route');

export const enableRoute = switchRoute('enable', 'Enable a route');
