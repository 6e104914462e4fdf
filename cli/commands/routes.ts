import type { Command } from 'commander';
import { ROUTE_DEFAULTS, RouteChange, RouteCreate } from '../../domain/payments/routing/route-schema';
import { addMembers, readOptions } from '../options-of';
import { addResult } from './answer';
import { performCommand } from './guarded';
import { addChange, addManagement, withReason } from './managed';

/** Adds `corridor routes …`. */
export function addRouteCommands(program: Command): void {
  const routes = program.command('routes');
  const create = withReason(routes.command('create'))
    .description('Create a route; it is used at once')
    .requiredOption('--partner <id>', 'id of the partner');
  addMembers(create, RouteCreate.shape, { except: ['partnerId'], defaults: ROUTE_DEFAULTS });
  addResult<{ partner: string; reason?: string }>(create, async ({ options }) => {
    const { partner, reason } = options;
    const route = readOptions(RouteCreate, { ...options, partnerId: partner });
    const done = await performCommand(create, 'route.created', route, { reason });
    return done === null ? null : { id: done.result.id, partner, environment: done.result.environment };
  });
  addManagement(routes, 'route');
  const update = routes
    .command('update')
    .description('Change a route for new payments; omitted options stay')
    .requiredOption('--id <id>', 'id of the route');
  addChange<{ id: string }>(addMembers(update, RouteChange.shape), 'route', (options) => {
    return { named: options.id, changes: { ...readOptions(RouteChange, options), reason: undefined } };
  });
}
