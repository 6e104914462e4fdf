import Koa from 'koa';
import Router from '@koa/router';
import pino, { type Logger } from 'pino';
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../api/endpoint';
import { createRateLimiter } from '../../api/limits/create-rate-limiter';
import { getRateLimit } from '../../api/limits/rate-limit-status';
import { createCredentials, KeyCache } from '../../api/middleware/authenticate';
import { answerErrors } from '../../api/middleware/errors';
import { logRequests } from '../../api/middleware/log-requests';
import { PartnerSignatures } from '../../api/middleware/partner-signature';
import { describeLimits } from '../../api/middleware/rate-limit';
import { identifyRequest } from '../../api/middleware/request-id';
import { runEndpoint } from '../../api/middleware/run-endpoint';
import { Ending } from '../../api/ending';
import type { Services } from '../../api/services';
import type { Database } from '../../db/database';
import type { Listener } from '../../db/listener';
import { openVault } from '../../lib/vault';

const nothing = {
  responses: { 200: { description: 'ok', schema: z.object({}) } },
  errors: [],
  envelope: 'bare',
} as const;
const noOp = async (): Promise<{ status: number; data: object }> => ({ status: 200, data: {} });

/** Operations that do nothing, so that only the limits speak. */
export const RECORDS = [
  getRateLimit,
  endpoint({
    ...nothing,
    operationId: 'plain',
    summary: 'plain',
    tag: 'test',
    method: 'get',
    path: '/v1/plain',
    access: { kind: 'client', scope: null },
    limit: null,
    handle: noOp,
  }),
  endpoint({
    ...nothing,
    operationId: 'track',
    summary: 'track',
    tag: 'test',
    method: 'get',
    path: '/api/v1/payments/track',
    access: { kind: 'client', scope: 'payments:read' },
    limit: 'track',
    handle: noOp,
  }),
  endpoint({
    ...nothing,
    operationId: 'instruct',
    summary: 'instruct',
    tag: 'test',
    method: 'post',
    path: '/api/v1/payments/instruct',
    access: { kind: 'client', scope: 'payments:write' },
    limit: 'createInstruction',
    body: z.object({}),
    handle: noOp,
  }),
  endpoint({
    ...nothing,
    operationId: 'report',
    summary: 'report',
    tag: 'test',
    method: 'put',
    path: '/api/v1/payments/report',
    access: { kind: 'partner' },
    limit: 'statusReport',
    body: z.object({}),
    handle: noOp,
  }),
  endpoint({
    ...nothing,
    operationId: 'broken',
    summary: 'broken',
    tag: 'test',
    method: 'post',
    path: '/v1/broken',
    access: { kind: 'client', scope: null },
    limit: null,
    bodyLimitBytes: 10,
    handle: () => Promise.reject(new Error('broken')),
  }),
] as readonly unknown[] as readonly Endpoint[];

export const TEST_VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

export interface LimitedApp {
  app: Koa;
  services: Services;
}

/** One API process's worth of middleware over a database: authentication, limits, errors. */
export function createLimitedApp(
  database: Database,
  listener: Listener | null = null,
  log: Logger = pino({ enabled: false }),
): LimitedApp {
  const now = (): Date => new Date();
  const limiter = createRateLimiter(database, listener, () => undefined);
  const credentials = createCredentials({
    keys: new KeyCache(database, listener),
    signatures: new PartnerSignatures(database, TEST_VAULT),
    limiter,
    now,
  });
  // What these operations never use stays out.
  const settings = { publicUrl: 'https://trade.example.com' };
  const wake = (): void => undefined;
  const services = {
    database,
    log,
    now,
    ending: new Ending(),
    limiter,
    credentials,
    settings,
    wake,
  } as unknown as Services;
  const app = new Koa({ proxy: true, maxIpsCount: 1 });
  const router = new Router();
  for (const record of RECORDS) router[record.method](record.path, (context) => runEndpoint(context, record, services));
  app.use(identifyRequest()).use(logRequests(services)).use(describeLimits(services));
  app.use(answerErrors(services)).use(router.routes());
  return { app, services };
}
