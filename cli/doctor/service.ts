import { Connection } from '@temporalio/client';
import { readApprovals, readPresentOperators } from '../../db/administration/approvals';
import { decidedByNobody, decidedByOne } from '../../domain/auth/approvals';
import { readAppliedMigrations } from '../../db/applied-migrations';
import { openDatabase, type Database } from '../../db/database';
import { DatabaseClock, describeOffset } from '../../db/database-clock';
import { BASELINE, MIGRATIONS } from '../../db/migrations';
import { officialLists, WatchLists } from '../../db/compliance/watch-lists';
import { listFlags } from '../../db/operator-flags';
import { nameOfWriter, readOldestWriter } from '../../db/webhooks/log-horizon';
import { connectionOptions, documentsNamespaceOf, type TemporalTarget } from '../../workflows/client/connection';
import { missingSearchAttributes, searchAttributesCommand } from '../../workflows/search-attributes';
import { fault, ok, warning, withTimeLimit, wordsOf, type Finding } from './finding';
import { readWatchListSettings } from '../../process/settings';
import { memberOf } from '../../domain/unknown-value';

const LIMIT_MS = 5_000;
const OLDEST_POSTGRES = 15;
const NEWEST_POSTGRES = 18;
/** A report is refused from five minutes ahead; long before that, times of two machines contradict each other. */
const CLOCK_FAULT_MS = 60_000;
/** Transactions of the service take milliseconds; an import takes minutes. */
const LOG_WARNING_SECONDS = 60;

const START_IT =
  'Start the service with npm start; name the folder of one that runs with --data-dir; or set DATABASE_URL and ' +
  'TEMPORAL_ADDRESS.';

/** Checks the version of Postgres, and reports whether the connection is encrypted. */
async function checkVersion(database: Database): Promise<Finding> {
  const [row] = await database.query<{ version: string; encrypted: boolean }>(
    `select current_setting('server_version') as version, ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()`,
  );
  const version = row?.version ?? '';
  const found = `${version}, ${row?.encrypted === true ? 'with TLS' : 'in clear text'}`;
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_POSTGRES && major <= NEWEST_POSTGRES) return ok('postgres', found);
  const todo = `Use Postgres ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}.`;
  return major < OLDEST_POSTGRES ? fault('postgres', found, todo) : warning('postgres', found, todo);
}

/** Checks that the migrations of this release are applied. */
async function checkSchema(database: Database): Promise<Finding> {
  const applied = new Set(await readAppliedMigrations(database));
  if (applied.size > 0 && !applied.has(BASELINE)) {
    return fault('schema', 'made before release 1.0.0', 'Begin with empty data: npm start -- --reset');
  }
  const missing = MIGRATIONS.filter(({ name }) => !applied.has(name));
  if (missing.length > 0) {
    return fault('schema', `${missing.length} of ${MIGRATIONS.length} migrations are missing`, 'npx corridor migrate');
  }
  const found = `${MIGRATIONS.length} migrations`;
  const isNewer = applied.size > MIGRATIONS.length;
  return isNewer
    ? warning('schema', `newer than this program (${found})`, 'Install the newer release.')
    : ok('schema', found);
}

const SET_CLOCKS = 'Set the clocks of both machines with chrony or systemd-timesyncd.';

/** Checks this machine's clock against that of Postgres. */
async function checkClock(database: Database): Promise<Finding> {
  const clock = new DatabaseClock(database);
  await clock.look();
  const offsetMs = clock.offsetMs();
  const found = describeOffset(offsetMs);
  if (Math.abs(offsetMs) >= CLOCK_FAULT_MS) return fault('clock', found, SET_CLOCKS);
  const todo = `A worker on this machine sends nothing to partners. ${SET_CLOCKS}`;
  return clock.isOff ? warning('clock', found, todo) : ok('clock', found);
}

/** Checks the flags that workers, also on other machines, have raised about their clocks. */
async function checkWorkerClocks(database: Database): Promise<Finding> {
  const flags = await listFlags(database, { kind: 'worker_clock' });
  if (flags.length === 0) return ok('workers', 'their clocks are right');
  const found = flags.map(({ subject, says }) => `${subject}: ${says ?? 'its clock is off'}`).join('; ');
  return warning('workers', found, `They send nothing to partners. ${SET_CLOCKS}`);
}

/** Checks that the decisions of two people can be made, and reports those that one person makes alone. */
async function checkApprovals(database: Database): Promise<Finding> {
  const approvals = await readApprovals(database);
  const stuck = decidedByNobody(approvals, await readPresentOperators(database));
  if (stuck.length > 0) {
    const found = `two people have to decide, and no two operators may confirm each other: ${stuck.join(', ')}`;
    return warning('approvals', found, 'npx corridor --as ADDRESS users create --role operator --email ADDRESS');
  }
  const settings = decidedByOne(approvals);
  if (settings.length === 0) return ok('approvals', 'two people decide');
  const todo = settings.map((setting) => `npx corridor approvals set ${setting} two`).join('; ');
  return warning('approvals', `one person decides alone: ${settings.join(', ')}`, todo);
}

/** Checks that live payments can be screened with current watch lists, or that working without was accepted. */
async function checkWatchLists(database: Database): Promise<Finding> {
  const { watchListMaxAgeDays } = readWatchListSettings(process.env);
  const { lists, fault: listsFault, isAccepted } = await new WatchLists(database, watchListMaxAgeDays).state();
  const official = officialLists(lists);
  if (listsFault === null) return ok('watch lists', official.map(({ title }) => title).join(', '));
  const found = listsFault === 'no_watch_list' ? 'no official one is in force' : 'the newest was read too long ago';
  const effect = isAccepted ? 'live payments are sent, because that was accepted' : 'live payments are held';
  return warning('watch lists', `${found}; ${effect}`, 'npx corridor import ofac-sdn FILE');
}

/** Checks that the event log is not held back by an old transaction. */
async function checkEventLog(database: Database): Promise<Finding> {
  const [owner] = await database.query<{ sees: boolean }>(
    `select pg_has_role(proowner, 'pg_read_all_stats', 'usage') as sees from pg_proc where proname = 'oldest_writer'`,
  );
  if (owner?.sees !== true) {
    const todo =
      'Run deploy/docker/postgres/create-roles.sql again, or grant pg_read_all_stats to the owner of the schema.';
    return warning('event log', 'its holder is not visible', todo);
  }
  const writer = await readOldestWriter(database);
  if (writer === null || (writer.ageSeconds ?? 0) < LOG_WARNING_SECONDS) return ok('event log', 'up to date');
  const { pid, state } = writer;
  const found = `held back for ${Math.round(writer.ageSeconds ?? 0)} s by ${nameOfWriter(writer)}, ${state ?? 'unknown'}`;
  const end = pid === null ? 'rollback prepared' : `select pg_terminate_backend(${pid})`;
  return warning('event log', found, `Wait for its end, or end it if it was forgotten: ${end}`);
}

/** Checks Postgres: version, schema, clocks, deciding operators, watch lists and the event log. */
export async function checkDatabase(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [warning('postgres', 'no address is known', START_IT)];
  const database = openDatabase(url, 1);
  try {
    return await withTimeLimit(
      LIMIT_MS,
      (async () => {
        const findings = [await checkVersion(database), await checkSchema(database), await checkClock(database)];
        const isCurrent = findings.every(({ status }) => status !== 'fault');
        if (!isCurrent) return findings;
        return [
          ...findings,
          await checkWorkerClocks(database),
          await checkApprovals(database),
          await checkWatchLists(database),
          await checkEventLog(database),
        ];
      })(),
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return [fault('postgres', wordsOf(cause), 'Start Postgres, or correct DATABASE_URL.')];
  } finally {
    await withTimeLimit(LIMIT_MS, database.close()).catch(() => undefined);
  }
}

/** A fault if the namespace lacks search attributes, without which workflows do not start; null otherwise. */
async function checkSearchAttributes(connection: Connection, target: TemporalTarget): Promise<Finding | null> {
  const missing = await withTimeLimit(LIMIT_MS, missingSearchAttributes(connection, target.namespace));
  if (missing.length === 0) return null;
  const found = `the namespace ${target.namespace} lacks search attributes: ${missing.join(', ')}`;
  return fault('temporal', found, searchAttributesCommand(target, missing));
}

/** Checks the Temporal server, its namespaces and their search attributes. */
export async function checkTemporal(target: TemporalTarget | null): Promise<Finding> {
  if (target === null) return warning('temporal', 'no address is known', START_IT);
  const { address, namespace } = target;
  let connection: Connection | null = null;
  try {
    const options = { ...connectionOptions(target), connectTimeout: LIMIT_MS };
    connection = await withTimeLimit(LIMIT_MS, Connection.connect(options));
    const { workflowService } = connection;
    const { serverVersion } = await withTimeLimit(LIMIT_MS, workflowService.getSystemInfo({}));
    const found = `${serverVersion ?? 'unknown version'} at ${address}`;
    const namespaces = [...new Set([namespace, documentsNamespaceOf(target)])];
    for (const name of namespaces) {
      const isThere = await withTimeLimit(LIMIT_MS, workflowService.describeNamespace({ namespace: name })).then(
        () => true,
        () => false,
      );
      if (isThere) continue;
      return fault('temporal', `${found} has no namespace ${name}`, `temporal operator namespace create ${name}`);
    }
    const words = `${found}, namespace ${namespaces.join(' and ')}`;
    return (await checkSearchAttributes(connection, target)) ?? ok('temporal', words);
  } catch (error) {
    return fault('temporal', `${address}: ${wordsOf(error)}`, 'Start Temporal, or correct TEMPORAL_ADDRESS.');
  } finally {
    await connection?.close();
  }
}

const STATES: Record<string, (found: string) => Finding> = {
  ready: (found) => ok('api', found),
  degraded: (found) => warning('api', `${found} Temporal`, 'See the line about temporal.'),
};

/** Checks the API by its `/readyz`. */
export async function checkApi(baseUrl: string): Promise<Finding> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body: unknown = await response.json();
    const told = memberOf(body, 'status');
    const status = typeof told === 'string' ? told : 'unknown';
    const found = status === 'degraded' ? `${baseUrl} works without` : `${baseUrl} is ${status}`;
    return (STATES[status] ?? ((words: string) => fault('api', words, 'Look into logs/api.log beside the data.')))(
      found,
    );
  } catch (error) {
    return fault('api', `${baseUrl}: ${wordsOf(error)}`, 'npm start');
  }
}
