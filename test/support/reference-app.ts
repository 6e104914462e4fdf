import Koa from 'koa';
import Router from '@koa/router';
import pino from 'pino';
import type { Endpoint } from '../../api/endpoint';
import { HS_CODE_ENDPOINTS } from '../../api/hs-codes';
import { answerErrors } from '../../api/middleware/errors';
import { identifyRequest } from '../../api/middleware/request-id';
import { runEndpoint } from '../../api/middleware/run-endpoint';
import { Ending } from '../../api/ending';
import type { Services } from '../../api/services';
import { TARIFF_ENDPOINTS } from '../../api/tariffs';
import type { Database } from '../../db/database';
import type { ClientPrincipal } from '../../domain/auth/principal';

/** The day on which all tests of reference data take place. */
export const TODAY = new Date('2026-06-01T12:00:00Z');

export const CALLER: ClientPrincipal = {
  kind: 'client',
  keyId: 'key_test',
  memberId: null,
  creatorId: null,
  tenant: { accountId: 'acc_test', environment: 'test' },
  scopes: ['reference:read'],
  plan: 'enterprise',
  customLimits: {},
  endpointLimits: false,
  customEndpointLimits: {},
  isStrict: false,
};

/** Operations on reference data over a database, for a caller who may do anything any number of times. */
export function createReferenceApp(database: Database): Koa {
  const records: readonly Endpoint[] = [...HS_CODE_ENDPOINTS, ...TARIFF_ENDPOINTS];
  const services = {
    database,
    log: pino({ enabled: false }),
    now: () => TODAY,
    ending: new Ending(),
    wake: () => undefined,
    settings: { publicUrl: 'https://trade.example.com' },
    credentials: { identify: () => Promise.resolve(CALLER), verifySignature: () => Promise.resolve() },
    limiter: { take: () => Promise.resolve({ headers: {}, refusal: null }) },
  } as unknown as Services;
  const app = new Koa();
  const router = new Router();
  for (const record of records) {
    const path = record.path.replace(/\{(\w+)\}/g, ':$1');
    router[record.method](path, (context) => runEndpoint(context, record, services));
  }
  app.use(identifyRequest()).use(answerErrors(services)).use(router.routes());
  return app;
}
