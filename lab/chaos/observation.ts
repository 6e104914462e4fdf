import { readFileSync } from 'node:fs';
import type { AnswerLog } from './answer-log';
import type { BatchRecord } from './batches';
import { intentOf, type IntentRecord } from './clients';
import { textOf } from './http';
import type { LedgerEntry } from './partner/ledger';
import type { ReportRecord } from './partner/reporter';
import { INVENTED } from './inventions';
import { EXPECTED_AT_START, type ServiceProcess } from './service-process';
import type { Site } from './site';
import { memberOf } from '../../domain/unknown-value';

export interface SeenInstruction {
  id: string;
  /** Number of the client's intent. */
  intent: number;
  /** When its newest attempt was begun, by the clock of Postgres; null while none was. Unix milliseconds. */
  begunAt: number | null;
  status: string;
  waitingReason: string | null;
  cancellation: string | null;
  /** Kinds of what operators are shown about it. */
  flags: string[];
  /** Kinds of its reconciliation cases. */
  cases: string[];
  /** Whether its settlement is confirmed with figures. */
  isConfirmed: boolean;
  /** What its bank's notifications said of it, entry by entry; null: not compared yet. */
  verdicts: (string | null)[];
}

/** A batch with how many of its payments were made by its own count and are on record. */
export interface SeenBatch {
  id: string;
  status: string;
  made: number;
  payments: number;
}

export interface SeenEvent {
  id: string;
  type: string;
  instructionId: string;
}

export interface SeenDelivery {
  id: string;
  eventId: string;
  /** Name of the endpoint. */
  endpoint: string;
  status: string;
  nextAttemptAt: number | null;
}

/** Everything that is judged: what clients, partner and receivers know, and what Corridor has on record. */
export interface Observation {
  /** Unix milliseconds. */
  at: number;
  /** When all faults were over. */
  healedAt: number;
  intents: readonly IntentRecord[];
  batches: readonly BatchRecord[];
  seenBatches: ReadonlyMap<string, SeenBatch>;
  /** Since when a payee is listed at the latest, by name. */
  listedAt: ReadonlyMap<string, number>;
  ledger: readonly LedgerEntry[];
  reports: readonly ReportRecord[];
  instructions: ReadonlyMap<string, SeenInstruction>;
  /** Ids of instructions whose workflow runs: Corridor has a next step for them. */
  followed: ReadonlySet<string>;
  keptReports: ReadonlySet<string>;
  events: readonly SeenEvent[];
  deliveries: readonly SeenDelivery[];
  /** What came of work that somebody invented in Temporal, in words. */
  invented: readonly string[];
  /** Ids of events by endpoint. */
  received: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of events that came with a signature which the receiver's secret did not make. */
  unsigned: ReadonlySet<string>;
  answers: AnswerLog;
  unwantedEnds: readonly string[];
  /** Lines of the processes' logs of level `error` and above, in words. */
  errorLines: readonly string[];
}

/** As pino numbers it. */
const ERROR_LEVEL = 50;
const MAX_LINE = 300;
/**
 * What a process must say while Postgres or Temporal is away (docs/OPERATIONS.md, "Logs"), and what the SDK says when a
 * server that was restored hands out a task of a run that the worker has at work.
 */
const EXPECTED =
  / answered 503$|^Trying to send a new WFT for a run which already has one!$|^There are unprocessed protocol messages while receiving new work$/;

/** What a worker must say while its clock is off. */
const CLOCK_IS_OFF = 'the clock is off: no payment is sent';

function errorLinesOf({ name, logFile, clockWasShifted }: ServiceProcess): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.trim() === '' || EXPECTED_AT_START.test(line)) return [];
      let parsed: unknown;
      try {
        parsed = JSON.parse(line);
      } catch {
        // What is not of the logger was written by Node itself, about a fault that nobody caught.
        return [`${name}: ${line.slice(0, MAX_LINE)}`];
      }
      const message = textOf(parsed, 'msg');
      const isExpected = EXPECTED.test(message) || (clockWasShifted && message === CLOCK_IS_OFF);
      if (Number(memberOf(parsed, 'level')) < ERROR_LEVEL || isExpected) return [];
      const fault = `${textOf(parsed, 'fault', 'kind')} ${textOf(parsed, 'fault', 'message')}`;
      return [`${name}: ${message} ${fault}`.slice(0, MAX_LINE)];
    });
}

async function readInstructions({ database }: Site): Promise<Map<string, SeenInstruction>> {
  const rows = await database.query<Omit<SeenInstruction, 'intent'> & { amount: string }>(
    `select i.id, i.amount, i.status,
       (select extract(epoch from max(d.started_at))::float8 * 1000 from dispatches d
        where d.instruction_id = i.id) as "begunAt", i.waiting_reason as "waitingReason", i.cancellation ->> 'status' as cancellation,
       array(select f.kind from operator_flags f where f.subject = i.id and f.cleared_at is null) as flags,
       array(select c.kind from reconciliation_cases c where c.instruction_id = i.id) as cases,
       exists (select from settlements s where s.instruction_id = i.id) as "isConfirmed",
       array(select e.verdict from statement_entries e where e.entry -> 'references' ? i.id) as verdicts
     from payment_instructions i`,
    [],
  );
  return new Map(rows.map(({ amount, ...row }) => [row.id, { ...row, intent: intentOf(Number(amount)) }]));
}

async function readBatches({ database }: Site): Promise<Map<string, SeenBatch>> {
  const rows = await database.query<SeenBatch>(
    `select b.id, b.status, b.made,
       (select count(*)::integer from payment_instructions i where i.batch_id = b.id) as payments
     from payment_batches b`,
    [],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns rows that invented work has made, and deliveries that were made again after their success */
async function readInvented({ database }: Site): Promise<string[]> {
  const rows = await database.query<{ what: string }>(
    `select 'payment ' || id as what from payment_instructions where id like $1
     union all select 'event ' || id || ' about ' || subject from events where subject like $1
     union all select 'delivery ' || id from deliveries where id like $1
     union all select 'report ' || id from partner_reports where instruction_id like $1
     union all select 'delivery ' || delivery_id || ' delivered twice' from delivery_attempts
       where status_code = 200 group by delivery_id having count(*) > 1`,
    [`${INVENTED}%`],
  );
  return rows.map(({ what }) => what);
}

async function readDeliveries({ database }: Site): Promise<SeenDelivery[]> {
  const rows = await database.query<Omit<SeenDelivery, 'nextAttemptAt'> & { nextAttemptAt: Date | null }>(
    `select d.id, d.event_id as "eventId", substring(w.url from '[a-z]+$') as endpoint, d.status,
       d.next_attempt_at as "nextAttemptAt"
     from deliveries d join webhook_subscriptions w on w.id = d.webhook_id`,
    [],
  );
  return rows.map((row) => ({ ...row, nextAttemptAt: row.nextAttemptAt?.getTime() ?? null }));
}

type Told =
  'healedAt' | 'intents' | 'batches' | 'listedAt' | 'ledger' | 'reports' | 'received' | 'unsigned' | 'answers';

/** What clients, partners, receivers and operators know by themselves. */
export interface Witnesses extends Pick<Observation, Told> {
  site: Site;
  /** Calls at partners that nothing of record asks for. */
  uncalledFor: readonly string[];
}

/** Looks at everything at once; the database is read past the proxies. */
export async function observe({ site, uncalledFor, ...told }: Witnesses): Promise<Observation> {
  const reports = await site.database.query<{ id: string }>('select id from partner_reports', []);
  const events = await site.database.query<SeenEvent>(
    `select id, type, subject as "instructionId" from events where type like 'payment.%'`,
    [],
  );
  const processes = [...site.processes.values()];
  return {
    at: Date.now(),
    ...told,
    // After the database: one that has ended in between has its outcome.
    instructions: await readInstructions(site),
    seenBatches: await readBatches(site),
    followed: await site.temporal.followedInstructions(),
    keptReports: new Set(reports.map(({ id }) => id)),
    events,
    invented: [...uncalledFor, ...(await readInvented(site))],
    deliveries: await readDeliveries(site),
    unwantedEnds: processes.flatMap(({ unwantedEnds }) => unwantedEnds),
    errorLines: processes.flatMap(errorLinesOf),
  };
}
