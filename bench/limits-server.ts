/** A server of one kind for `npm run bench -- limits`, in a process of its own: it prints its port and serves. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import Router from '@koa/router';
import pino from 'pino';
import { z } from 'zod';
import { endpoint, type Endpoint } from '../api/endpoint';
import { createRateLimiter } from '../api/limits/create-rate-limiter';
import { createCredentials, KeyCache } from '../api/middleware/authenticate';
import { answerErrors } from '../api/middleware/errors';
import { PartnerSignatures } from '../api/middleware/partner-signature';
import { describeLimits } from '../api/middleware/rate-limit';
import { identifyRequest } from '../api/middleware/request-id';
import { runEndpoint } from '../api/middleware/run-endpoint';
import type { Services } from '../api/services';
import { hashKey } from '../db/auth/credentials';
import { openDatabase, type Database } from '../db/database';
import { Gatherer } from '../db/gather';
import { openVault } from '../db/vault';

/** The floor: Koa and one look-up by key through pg, nothing else. */
function floor(database: Database): Koa {
  const app = new Koa();
  app.use(async (context) => {
    const hash = hashKey(context.get('Authorization').slice('Bearer '.length));
    const rows = await database.query('select id, label, plan from api_keys where hash = $1', [hash]);
    context.set('Content-Type', 'application/json');
    context.body = JSON.stringify(rows[0]);
  });
  return app;
}

const shape = z.object({ id: z.string(), name: z.string() });

/** Reads one row of the caller's account, as an ordinary operation does. */
function readAccount(database: Database): Endpoint['handle'] {
  const accounts = new Gatherer<string, { id: string; name: string } | undefined>(
    async (ids) => {
      const rows = await database.query<{ id: string; name: string }>(
        'select id, name from accounts where id = any ($1::text[])',
        [[...new Set(ids)]],
      );
      return ids.map((id) => rows.find((row) => row.id === id));
    },
    { maxAtOnce: 500, maxParallel: 2 },
  );
  return async (call) => {
    const { accountId } = call.principal as { accountId: string };
    return { status: 200, data: await accounts.ask(accountId) };
  };
}

function corridor(database: Database): Koa {
  const now = (): Date => new Date();
  const limiter = createRateLimiter(database, null, () => undefined);
  const signatures = new PartnerSignatures(database, openVault(Buffer.alloc(32, 1).toString('base64')));
  const credentials = createCredentials({ keys: new KeyCache(database, null), signatures, limiter, now });
  const services = { database, limiter, credentials, now, log: pino({ enabled: false }) } as unknown as Services;
  const router = new Router();
  const common = {
    summary: '',
    tag: '',
    method: 'get',
    access: { kind: 'client', scope: null },
    envelope: 'bare',
    responses: { 200: { description: '', schema: shape } },
    errors: [],
  } as const;
  const record = endpoint({
    ...common,
    operationId: 'read',
    path: '/read',
    limit: 'getInstruction',
    handle: readAccount(database),
  }) as unknown as Endpoint;
  router.get(record.path, (context) => runEndpoint(context, record, services));
  const app = new Koa();
  app.use(identifyRequest()).use(describeLimits(services)).use(answerErrors(services)).use(router.routes());
  return app;
}

const [kind, databaseUrl] = process.argv.slice(2);
const database = openDatabase(databaseUrl ?? '');
const app = kind === 'floor' ? floor(database) : corridor(database);
const server = createServer((request, response) => void app.callback()(request, response));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
