import { findEventType } from '../../../domain/webhooks/events';
import Koa from 'koa';
import Router from '@koa/router';
import pino from 'pino';
import request from 'supertest';
import { AdmissionGate } from '../../../api/admission-gate';
import { DOCUMENT_ENDPOINTS } from '../../../api/documents';
import type { Endpoint } from '../../../api/endpoint';
import { createRateLimiter } from '../../../api/limits/create-rate-limiter';
import { createCredentials, KeyCache } from '../../../api/middleware/authenticate';
import { answerErrors } from '../../../api/middleware/errors';
import { PartnerSignatures } from '../../../api/middleware/partner-signature';
import { describeLimits } from '../../../api/middleware/rate-limit';
import { identifyRequest } from '../../../api/middleware/request-id';
import { Ending } from '../../../api/ending';
import type { Services } from '../../../api/services';
import { SHIPMENT_ENDPOINTS } from '../../../api/shipments';
import { registerEndpoint } from '../../../api/register-endpoint';
import { verifyDocument } from '../../../api/verify';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createClientKey } from '../../../db/auth/credentials';
import type { Database } from '../../../db/database';
import { announceDocument } from '../../../db/documents/outcome';
import { openVault, type Vault } from '../../../lib/vault';
import type { Scope } from '../../../domain/auth/principal';

const RECORDS = [...SHIPMENT_ENDPOINTS, ...DOCUMENT_ENDPOINTS] as readonly unknown[] as readonly Endpoint[];

/** A refusal as tests look at it. */
export interface ErrorBody {
  code: string;
  message: string;
  details: { field: string }[];
}

/** Answer of the operations on one document. */
export interface DocumentBody {
  success: boolean;
  error: ErrorBody;
  data: {
    documentId: string;
    type: string;
    status: string;
    createdAt: string;
    expiresAt: string;
    size: number;
    sha256: string;
    failureReason: string | null;
  };
}

/** Answer of the list. */
export interface DocumentPageBody {
  data: { items: { documentId: string }[]; nextCursor: string | null };
}

export interface ApiResponse<Body> {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: Body;
}

export interface ApiCall<Body> extends PromiseLike<ApiResponse<Body>> {
  set(name: string, value: string): ApiCall<Body>;
  send(body: object | string): ApiCall<Body>;
  responseType(type: 'blob'): ApiCall<Body>;
}

type Verb = <Body = { error: ErrorBody }>(path: string) => ApiCall<Body>;

export interface TradeApp {
  http: Record<'get' | 'post' | 'put' | 'patch' | 'delete', Verb>;
  vault: Vault;
  services: Services;
  /** Moves the clock of the API; null lets it run. */
  setNow(now: Date | null): void;
}

export const testVault = (): Vault => openVault(Buffer.alloc(32, 7).toString('base64'));

/** Documents, shipments and the verify page over a real database; the engine is handed in. */
export function createTradeApp(database: Database, workflows: Services['workflows'] | null): TradeApp {
  let fixed: Date | null = null;
  const now = (): Date => fixed ?? new Date();
  const vault = testVault();
  const limiter = createRateLimiter(database, null, () => undefined);
  const credentials = createCredentials({
    keys: new KeyCache(database, null),
    signatures: new PartnerSignatures(database, vault),
    limiter,
    now,
  });
  const settings = { publicUrl: 'https://trade.example.com' };
  const log = pino({ enabled: false });
  // What these operations never use stays out.
  const services = {
    database,
    log,
    now,
    ending: new Ending(),
    limiter,
    credentials,
    vault,
    settings,
    workflows,
    searches: new AdmissionGate({ total: 4, perKey: 2, maxWaiting: 16 }),
    wake: () => undefined,
  } as unknown as Services;
  const router = new Router();
  for (const record of [...RECORDS, verifyDocument]) registerEndpoint(router, record, services);
  const app = new Koa();
  app.use(identifyRequest()).use(describeLimits(services)).use(answerErrors(services)).use(router.routes());
  // The library types every body as `any`; a test says what it expects instead.
  const http = request(app.callback()) as unknown as TradeApp['http'];
  return { http, vault, services, setNow: (value) => void (fixed = value) };
}

export interface TestClient {
  accountId: string;
  key: string;
}

/** A client key without limits that matter here. */
export async function createTestClient(database: Database, name: string, scopes?: Scope[]): Promise<TestClient> {
  const { id: accountId } = await findOrCreateAccount(database, name);
  const { key } = await createClientKey(database, {
    accountId,
    environment: 'test',
    label: '',
    plan: 'enterprise',
    ...(scopes === undefined ? {} : { scopes }),
  });
  return { accountId, key };
}

/** Events of an account, the oldest first; each has the shape that is published. */
export async function eventsOf(database: Database, accountId: string): Promise<{ type: string; payload: unknown }[]> {
  // As the relay of a process without a browser does.
  const ordered = await database.query<{ subject: string }>(
    "delete from outbox where topic = 'document.announce' and account_id = $1 returning subject",
    [accountId],
  );
  for (const { subject } of ordered) await announceDocument(database, subject);
  const events = await database.query<{ type: string; payload: unknown }>(
    'select type, payload from events where account_id = $1 order by id',
    [accountId],
  );
  for (const { type, payload } of events) expect(findEventType(type)?.object.parse(payload)).toEqual(payload);
  return events;
}
