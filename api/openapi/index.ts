import type Router from '@koa/router';
import { invalidField } from '../../domain/errors';
import type { Endpoint } from '../endpoint';
import { publicAnswer } from '../middleware/public-answer';
import { openApiDocument } from './document';
import { forClients } from './publish/for-clients';

/** Clients and proxies may keep the description this long; it changes with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

/** Serves `/openapi.json`, and the variant for generators of clients; each is made at its first request. */
export function registerReference(router: Router, endpoints: readonly Endpoint[]): void {
  const forms = { whole: () => openApiDocument(endpoints), clients: () => forClients(openApiDocument(endpoints)) };
  const made: Partial<Record<keyof typeof forms, string>> = {};
  router.get('/openapi.json', publicAnswer, (context) => {
    const asked = context.query['for'];
    if (asked !== undefined && asked !== 'clients') throw invalidField('for', 'value', 'must be clients');
    const form = asked ?? 'whole';
    context.set('Cache-Control', CACHE_CONTROL);
    context.type = 'application/json';
    context.body = made[form] ??= JSON.stringify(forms[form]());
  });
}
