import type Router from '@koa/router';
import type { oas31 } from 'zod-openapi';
import { invalidField } from '../../domain/errors';
import { ENDPOINTS } from '../endpoints';
import { publicAnswer } from '../middleware/public-answer';
import { openApiDocument } from './document';
import { forClients } from './publish/for-clients';

/** Clients and proxies may keep the description this long; it changes with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

let published: oas31.OpenAPIObject | undefined;

/** The document of this service, made at its first use. */
export const publishedDocument = (): oas31.OpenAPIObject => (published ??= openApiDocument(ENDPOINTS));

/** Serves `/openapi.json`, and the variant for generators of clients; each is made at its first request. */
export function registerReference(router: Router): void {
  const forms = { whole: publishedDocument, clients: () => forClients(publishedDocument()) };
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
