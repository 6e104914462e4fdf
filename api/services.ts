import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Database } from '../db/database';
import type { AnsweredRequest } from '../db/requests/request-log';
import type { AdmissionGate } from './admission-gate';
import type { Ending } from './ending';
import type { Credentials } from './middleware/authenticate';
import type { RateLimiter } from './middleware/rate-limit';
import type { WorkflowClient } from '../workflows/client/workflow-client';
import type { CalendarCache } from '../db/payments/routing/calendars';
import type { InstructionReader } from '../db/payments/instruction/instruction-reader';
import type { LostPayments } from '../db/restoration/lost-payments';
import type { PartnerOutages } from '../db/payments/dispatch/partner-outages';
import type { ScreeningRulesCache } from '../db/compliance/screening-rules';
import type { WatchLists } from '../db/compliance/watch-lists';
import type { RouteCache } from '../db/payments/routing/routes';
import type { FileRow, FileSummary } from '../domain/payments/batches/file-row';
import type { ParsedStatement } from '../domain/payments/settlement/statement-entry';
import type { IdentityProviderSettings } from '../lib/identity-provider';
import type { Vault } from '../lib/vault';
import type { Wake } from '../db/wake';

/** What the operations need of the settings. */
export interface ApiSettings {
  /** Address under which clients and partners reach the API, without a trailing slash. */
  publicUrl: string;
  /** Exact origins that webhooks may reach although the target policy would refuse them. */
  webhookTrustedOrigins: readonly string[];
  /** Name servers that names of webhooks are asked of; absent or empty: the machine's. */
  webhookNameServers?: readonly string[];
  /** Exact origins whose scripts may call the API; none by default. */
  corsOrigins: readonly string[];
  /** Proxies of ours in front: as many of the last addresses in `X-Forwarded-For` are believed; 0: none. */
  trustedProxyHops: number;
  /** Whether anyone may make an account on the console's sign-up page. */
  isSignUpOpen: boolean;
  /** Whether operators need a login with a second factor to act once the service has a live side. Source: docs/GAPS.md#A3 */
  operatorsNeedSecondFactor?: boolean;
  /** Where people log in to the console in place of a password; absent or null: with passwords alone. */
  identityProvider?: IdentityProviderSettings | null;
  /** Who sends people notices by e-mail; absent or null: nobody does. */
  mail?: { from: string } | null;
  /** Address of the namespace in the Temporal UI, to which pages for operators link; null: none. */
  temporalUiUrl: string | null;
}

/** Everything an operation may use; made once per process and handed in, so that tests can hand in their own. */
export interface Services {
  database: Database;
  settings: ApiSettings;
  log: Logger;
  /** Runs each request inside a span; absent where nothing is traced. */
  traceRequest?: Middleware;
  /** Counts a request that was answered, where metrics are collected. */
  observe?(request: { operation: string | null; method: string; status: number; seconds: number }): void;
  /** Counts and lists a request with a key of an account that was answered, for the pages "Usage" and "Requests". */
  countRequest?(request: AnsweredRequest): void;
  now(): Date;
  /** Whether the process is about to end, and what it gives back then. */
  ending: Ending;
  credentials: Credentials;
  limiter: RateLimiter;
  workflows: WorkflowClient;
  /** Admits submissions for which a client waits. */
  submissions: AdmissionGate;
  /** Admits text searches, by account. */
  searches: AdmissionGate;
  /** Admits streams of events, by account. */
  streams: AdmissionGate;
  /** Admits pages of the console that follow what happens, by account. */
  livePages: AdmissionGate;
  /** Partners to which nothing is sent at present. */
  partnerOutages: PartnerOutages;
  /** Payments that a restore of Postgres has taken from the database. */
  lostPayments: LostPayments;
  vault: Vault;
  routes: RouteCache;
  calendars: CalendarCache;
  /** Watch lists and blocked countries. */
  screeningRules: ScreeningRulesCache;
  /** Whether the live side may rely on its screening. */
  watchLists: WatchLists;
  instructions: InstructionReader;
  /**
   * Reads a bank statement as it comes; it stores nothing.
   * @param name what a refusal calls it
   * @throws ImportRefused with line and reason
   */
  readStatementFile(name: string, chunks: AsyncIterable<Uint8Array>): Promise<ParsedStatement>;
  /** Reads a small document of XML as a tree; null for what is none. */
  readXmlDocument(bytes: Uint8Array): unknown;
  /**
   * Reads a batch of payments from a file.
   * @param summary gets what else is known of the file
   * @throws DomainError INVALID_REQUEST with line and reason, while the rows are read
   */
  readBatchFile(kind: 'csv' | 'xml', bytes: Buffer, summary: FileSummary): AsyncIterable<FileRow>;
  /** Tells the relays that the outbox has work, coalesced. */
  wake: Wake;
}
