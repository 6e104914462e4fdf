import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database';
import { officialLists, readWatchLists } from '../db/compliance/watch-lists';
import { DatabaseClock } from '../db/database-clock';
import { readMeasures, type Measure } from '../db/measures';
import { utcDate } from '../domain/calendar-dates';
import { factAges } from '../domain/facts/age';
import { listenOn } from '../lib/listen-on';

/** What one request was, as the log knows it. */
export interface ObservedRequest {
  operation: string | null;
  method: string;
  status: number;
  seconds: number;
}

/** Bounds in seconds: most answers come within 50 ms, a document may take ten seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Scrapes of several collectors cost one look at the database. */
const KEPT_MS = 10_000;

const WAITING = {
  outbox: ['corridor_outbox', 'Work that waits for Temporal, by lane'],
  payments: ['corridor_payments', 'Payments that are not final, by status'],
  deliveries: ['corridor_deliveries', 'Deliveries that are not final, by status'],
  cases: ['corridor_reconciliation_cases', 'Open cases of reconciliation, by kind'],
  flags: ['corridor_operator_flags', 'What wants an operator, by kind'],
} as const;

export interface Metrics {
  observe(request: ObservedRequest): void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
}

function setGauges(count: Gauge<'kind'>, oldest: Gauge<'kind'>, measures: readonly Measure[]): void {
  count.reset();
  oldest.reset();
  for (const measure of measures) {
    count.set({ kind: measure.name }, measure.count);
    oldest.set({ kind: measure.name }, measure.oldestSeconds);
  }
}

/** Adds metrics of the age of facts, and of how many need a check. */
function addFactAges(registers: Registry[]): void {
  new Gauge({
    name: 'corridor_fact_age_seconds',
    help: 'Time since the oldest check of a shipped fact, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      const now = Date.now();
      for (const { kind, oldestCheck } of factAges(utcDate(new Date(now))))
        this.set({ kind }, (now - Date.parse(oldestCheck)) / 1000);
    },
  });
  new Gauge({
    name: 'corridor_facts_due',
    help: 'Shipped facts that ran out, run out within 30 days or were not checked for a year, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const { kind, due } of factAges(utcDate(new Date()))) this.set({ kind }, due.length);
    },
  });
}

/** Two gauges for each kind of waiting work: its count, and the age of the oldest. */
function createBacklogGauges(registers: Registry[]): { name: string; count: Gauge<'kind'>; oldest: Gauge<'kind'> }[] {
  return Object.entries(WAITING).map(([name, [metric, help]]) => ({
    name,
    count: new Gauge({ name: metric, help, labelNames: ['kind'] as const, registers }),
    oldest: new Gauge({
      name: `${metric}_oldest_seconds`,
      help: `${help}: age of the oldest`,
      labelNames: ['kind'] as const,
      registers,
    }),
  }));
}

/**
 * Prometheus metrics of an API process: requests, connections, clock offset, backlogs, and the age of watch lists and
 * shipped facts. What is read from Postgres is read at most every 10 seconds.
 */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'corridor_http_request_seconds',
    help: 'Requests by operation, method and status',
    labelNames: ['operation', 'method', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const connections = new Gauge({
    name: 'corridor_database_connections',
    help: 'Connections to Postgres: all, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
  });
  const isUp = new Gauge({ name: 'corridor_database_up', help: '1 while Postgres answers', registers });
  const logHeld = new Gauge({
    name: 'corridor_event_log_held_seconds',
    help: 'Age of the oldest open transaction that has written, behind which the log of events shows nothing',
    registers,
  });
  const listAge = new Gauge({
    name: 'corridor_watch_list_age_seconds',
    help: 'Time since the publication of a watch list in force was read last; no list, no number',
    labelNames: ['list'],
    registers,
  });
  const clock = new DatabaseClock(database);
  const clockOffset = new Gauge({
    name: 'corridor_clock_offset_seconds',
    help: 'How far the clock of this process is apart from that of Postgres, either way',
    registers,
  });
  addFactAges(registers);
  const waiting = createBacklogGauges(registers);
  let readAtMs = 0;

  /** Sets what comes from the database. If it does not answer, the ages of watch lists have no value. */
  async function readDatabase(): Promise<void> {
    readAtMs = Date.now();
    const readLists = readWatchLists(database).catch(() => []);
    const reads = Promise.all([readMeasures(database), readLists, clock.look()]);
    const [measures, lists] = await reads.catch(() => [null, []] as const);
    isUp.set(measures === null ? 0 : 1);
    listAge.reset();
    for (const { subject, ageSeconds } of officialLists(lists)) listAge.set({ list: subject }, ageSeconds);
    if (measures === null) return;
    clockOffset.set(Math.abs(clock.offsetMs()) / 1000);
    const { logHeldSeconds, ...kinds } = measures;
    logHeld.set(logHeldSeconds);
    const byName = new Map(Object.entries<Measure[]>(kinds));
    for (const { name, count: gauge, oldest } of waiting) setGauges(gauge, oldest, byName.get(name) ?? []);
  }

  async function refreshIfOld(): Promise<void> {
    if (Date.now() - readAtMs >= KEPT_MS) await readDatabase();
    for (const [state, count] of Object.entries(database.connectionCounts())) connections.set({ state }, count);
  }

  return {
    observe({ operation, method, status, seconds }) {
      requests.observe({ operation: operation ?? 'none', method, status: String(status) }, seconds);
    },
    async text() {
      await refreshIfOld();
      return registry.metrics();
    },
  };
}

/**
 * Serves `/metrics` without a key, on a port that must not be public.
 * @returns the port, and a function that closes it
 */
export async function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('Connection', 'close');
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    void metrics.text().then((text) => {
      response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
      response.end(text);
    });
  });
  const bound = await listenOn(server, { port, host });
  return {
    port: bound,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
