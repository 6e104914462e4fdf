import { z } from 'zod';
import { performAct } from '../../db/administration/perform';
import { listRouteRows, readRouteRow, type RouteRow } from '../../db/administration/settlement-network';
import type { Queryable } from '../../db/database';
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

async function routeReply(database: Queryable, routeId: string): Promise<Reply> {
  return { status: 200, data: routeView(await readRouteRow(database, routeId)) };
}

function createdReply(row: RouteRow): Reply {
  return { status: 201, data: routeView(row), headers: { Location: `${PATH}/${row.id}` } };
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
  handle: ({ params }, { database }) => routeReply(database, params.routeId),
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
    const { actor, body, held } = call;
    const done = await performAct({ database, vault: () => vault }, 'route.created', body, { actor, held });
    return done.state === 'proposed' ? replyProposed(done.proposal) : createdReply(done.result);
  },
  recover: async (subject, _call, { database }) =>
    (await recoverProposal(database, subject)) ?? createdReply(await readRouteRow(database, subject)),
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
    const { reason, ...changes } = call.body;
    const request = { kind: 'route', id, changes } as const;
    const place = { database, vault: () => vault };
    const done = await performAct(place, 'managed.changed', request, { actor: call.actor, reason });
    return done.state === 'proposed' ? replyProposed(done.proposal) : routeReply(database, id);
  },
});

/** The operation that disables or enables a route. Source: docs/GAPS.md#P10 */
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
      const done = await performAct(place, 'managed.switched', request, { actor, reason: call.body.reason });
      return done.state === 'proposed' ? replyProposed(done.proposal) : routeReply(database, id);
    },
  });
}

export const disableRoute = switchRoute('disable', 'Disable a route');

export const enableRoute = switchRoute('enable', 'Enable a route');
