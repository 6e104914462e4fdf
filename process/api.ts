import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RequestCounter } from '../db/limits/request-counts';
import { RequestLog } from '../db/requests/request-log';
import { watchBacklog } from '../db/backlog-watch';
import { openDatabase, type Database } from '../db/database';
import { listen } from '../db/listener';
import { CalendarCache } from '../db/payments/routing/calendars';
import { InstructionReader } from '../db/payments/instruction/instruction-reader';
import { LostPayments } from '../db/restoration/lost-payments';
import { PartnerOutages } from '../db/payments/dispatch/partner-outages';
import { ScreeningRulesCache } from '../db/compliance/screening-rules';
import { WatchLists } from '../db/compliance/watch-lists';
import { RouteCache } from '../db/payments/routing/routes';
import { readBatchFile } from '../importers/batches';
import { readCamt } from '../importers/statements/camt';
import { readXmlDocument } from '../importers/xml-document';
import { openVault } from '../lib/vault';
import { watchReferenceData } from '../db/tariffs/reference-data';
import { createWake } from '../db/wake';
import { connectWorkflows } from '../workflows/client/workflow-client';
import { AdmissionGate } from '../api/admission-gate';
import { createApp, type Pages } from '../api/app';
import { Ending } from '../api/ending';
import { createRateLimiter } from '../api/limits/create-rate-limiter';
import { createCredentials, KeyCache } from '../api/middleware/authenticate';
import { PartnerSignatures } from '../api/middleware/partner-signature';
import type { Services } from '../api/services';
import { Front } from './front';
import { createMetrics, serveMetrics } from './metrics';
import type { Settings } from './settings';
import type { Tracing } from './tracing';
import { readAuditHead } from '../db/auth/verify-audit-log';
import { every } from '../lib/every';

export interface RunningApi {
  services: Services;
  /** Port that it listens on. */
  port: number;
  /**
   * Says that it is not ready, answers for `drainMs` of the settings, takes no more requests, finishes those in hand,
   * closes everything.
   */
  stop(): Promise<void>;
}

/** What an API process is made of beside its settings. */
export interface ApiParts {
  /** Pages that are served beside the API. */
  pages?: Pages;
  tracing?: Tracing | null;
  /** Its port, where that is open already. */
  front?: Front | null;
}

/** Requests in hand have this long once the port is closed. */
const REQUESTS_END_MS = 10_000;

/**
 * Submissions that one process has at Temporal at a time. Some 30 keep a server of two cores busy; more only make each
 * of them slower. Twice as many may wait: at 90 a second, those are admitted within the budget. One partner alone can
 * hold no more than that; as many again are for the others while it hangs, which costs Temporal nothing.
 */
const SUBMISSIONS = { total: 64, perKey: 32, maxWaiting: 64 };

/** Text searches read every shipment of an account; they never hold more than a few of the 16 connections. */
const SEARCHES = { total: 4, perKey: 2, maxWaiting: 16 };

/** A stream holds a connection of its client and asks the database twice a second. */
const STREAMS = { total: 100, perKey: 5, maxWaiting: 0 };

/** A page that is open asks the database every second; those of all people of an account share its places. */
const LIVE_PAGES = { total: 100, perKey: 20, maxWaiting: 0 };

/** How often the log of a process says where the audit log ends. */
const AUDIT_HEAD_MS = 60 * 60_000;

/**
 * Logs the head of the audit log, now and at intervals.
 * @returns a function that stops it
 */
function logAuditHeads(database: Database, log: Logger, onFault: (fault: unknown) => void): () => void {
  const logAuditHead = async (): Promise<void> => {
    const head = await readAuditHead(database);
    if (head !== null) log.info(head, 'head of the audit log');
  };
  logAuditHead().catch(onFault);
  return every(AUDIT_HEAD_MS, logAuditHead, onFault);
}

function openGates() {
  return {
    submissions: new AdmissionGate(SUBMISSIONS),
    searches: new AdmissionGate(SEARCHES),
    streams: new AdmissionGate(STREAMS),
    livePages: new AdmissionGate(LIVE_PAGES),
  };
}

/** Creates the services of an API process, and a function that closes them. */
export async function createServices(
  settings: Settings,
  log: Logger,
  tracing: Tracing | null = null,
): Promise<{ services: Services; close: () => Promise<void> }> {
  const database = openDatabase(settings.databaseUrl, settings.databasePoolSize, settings.databaseDirectUrl);
  const vault = openVault(settings.dataKey, settings.documentsDataKey);
  const listener = await listen(database.directUrl);
  const workflows = connectWorkflows(settings.temporal, settings.instance, {
    interceptors: tracing?.clients,
    publicUrl: settings.publicUrl,
  });
  const now = (): Date => new Date();
  const onFault = (fault: unknown): void => log.warn({ fault }, 'a notification or count could not be written');
  const limiter = createRateLimiter(database, listener, onFault);
  const credentials = createCredentials({
    keys: new KeyCache(database, listener),
    signatures: new PartnerSignatures(database, vault),
    limiter,
    now,
  });
  const routes = new RouteCache(database, listener);
  const calendars = new CalendarCache(database, listener);
  const screeningRules = new ScreeningRulesCache(database, listener);
  const watchLists = new WatchLists(database, settings.watchListMaxAgeDays);
  watchReferenceData(listener, database);
  const instructions = new InstructionReader(database);
  const wake = createWake(database, onFault);
  const requestCounter = new RequestCounter(database, now, onFault);
  const requestLog = new RequestLog(database, { now, onFault, onLost: (request) => requestCounter.countLost(request) });
  const endWatch = watchBacklog(database, watchLists, onFault);
  const endAuditHeads = logAuditHeads(database, log, onFault);
  return {
    services: {
      database,
      settings,
      log,
      now,
      ending: new Ending(),
      ...(tracing === null ? {} : { traceRequest: tracing.requests }),
      countRequest: (request) => requestCounter.count(request, requestLog.add(request)),
      credentials,
      limiter,
      workflows,
      ...openGates(),
      partnerOutages: new PartnerOutages(database),
      lostPayments: new LostPayments(database),
      vault,
      routes,
      calendars,
      screeningRules,
      watchLists,
      instructions,
      readStatementFile: readCamt,
      readXmlDocument,
      readBatchFile,
      wake,
    },
    async close() {
      endWatch();
      endAuditHeads();
      // What the log loses is counted.
      await requestLog.write().catch(onFault);
      await Promise.all([limiter.close().catch(onFault), requestCounter.write().catch(onFault)]);
      await Promise.all([workflows.close(), listener.close()]);
      await database.close();
    },
  };
}

/** Runs the HTTP API, with pages beside it if they are given, until `stop` is called. */
export async function startApi(settings: Settings, log: Logger, parts: ApiParts = {}): Promise<RunningApi> {
  const { services: made, close } = await createServices(settings, log, parts.tracing);
  const metrics = createMetrics(made.database);
  const services: Services = { ...made, observe: (request) => metrics.observe(request) };
  const handle = createApp(services, parts.pages).callback();
  const { host, metricsPort = null } = settings;
  let numbers: Awaited<ReturnType<typeof serveMetrics>> | null = null;
  const closeRest = async (): Promise<void> => {
    await numbers?.close();
    await close();
  };
  try {
    // First, since clients come as soon as the other port is open: what fails then would cut off their requests.
    if (metricsPort !== null) numbers = await serveMetrics(metrics, host, metricsPort);
    const front = parts.front ?? (await Front.open(settings));
    front.serve((request, response) => {
      handle(request, response).catch((fault: unknown) => log.error({ fault }, 'a request escaped'));
    });
    const { port } = front;
    log.info({ port }, 'the API listens');
    return {
      services,
      port,
      async stop() {
        const { drainMs = 0 } = settings;
        services.ending.begin();
        front.beginDrain();
        log.info({ drainMs }, 'the API drains: it is not ready and goes on answering for a while');
        await delay(drainMs);
        await front.close(REQUESTS_END_MS);
        await services.ending.releaseAll();
        await closeRest();
      },
    };
  } catch (fault) {
    closeRest().catch((secondFault: unknown) =>
      log.debug({ fault: secondFault }, 'what had been opened was not closed'),
    );
    throw fault;
  }
}
