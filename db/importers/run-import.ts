import type { Database, Queryable } from '../database';
import { CHANNELS } from '../listener';
import { newId } from '../ids';
import { rebuildSearchIndex } from '../hs-codes/build-index';
import { forgetReferenceData } from '../tariffs/reference-data';
import { announceTariffUpdate, type RateChanges } from './announce';
import {
  ImportRefused,
  type EditionDraft,
  type Importer,
  type ImportFile,
  type ImportOptions,
  type Reject,
} from './import-types';
import { hashFile } from './read-file';

/** Rejected rows kept with the edition and shown; all of them are counted. */
const REJECTS_KEPT = 100;
/** Held for the whole of an import: two at once would supersede each other's editions. */
const IMPORT_LOCK = 724_003;

export interface ImportReport {
  kind: string;
  file: string;
  status: 'imported' | 'unchanged';
  rowsIn: number;
  rowsRejected: number;
  /** The first hundred rejected rows. */
  rejects: Reject[];
  editions: { id: string; subject: string; edition: string; changes: RateChanges | null }[];
  durationMs: number;
}

/**
 * Imports one file: parse, refuse above the threshold, then switch editions in one transaction.
 * The same content again changes nothing.
 * @throws ImportRefused when the file is not usable; nothing was changed then
 */
export async function runImport(
  database: Database,
  importer: Importer,
  file: ImportFile,
  options: ImportOptions & { deferIndex?: boolean } = {},
): Promise<ImportReport> {
  const startedAt = performance.now();
  const hash = `${importer.kind}:${importer.version}:${await (importer.hash?.() ?? hashFile(file))}`;
  const known = await knownEditions(database, hash, importer.once === true);
  const base = { kind: importer.kind, file: file.name };
  if (known.length > 0) {
    const editions = known.map(({ id, subject, edition }) => ({ id, subject, edition, changes: null }));
    const rows = { rowsIn: known[0]?.rows_in ?? 0, rowsRejected: known[0]?.rows_rejected ?? 0, rejects: [] };
    return { ...base, status: 'unchanged', ...rows, editions, durationMs: performance.now() - startedAt };
  }
  const parsed = await importer.parse(file, options);
  refuseAboveThreshold(importer, file, parsed.rowsIn, parsed.rejects);
  const counts = { rowsIn: parsed.rowsIn, rejects: parsed.rejects, hash, kind: importer.kind };
  const editions = await database.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const written = [];
    for (const draft of parsed.editions) written.push(await switchEdition(client, draft, counts, options));
    if (parsed.changesSearch && options.deferIndex !== true) await rebuildSearchIndex(client);
    await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, importer.kind]);
    return written;
  });
  forgetReferenceData(database);
  const rejected = { rowsRejected: parsed.rejects.length, rejects: parsed.rejects.slice(0, REJECTS_KEPT) };
  const durationMs = performance.now() - startedAt;
  return { ...base, status: 'imported', rowsIn: parsed.rowsIn, ...rejected, editions, durationMs };
}

interface EditionRow {
  id: string;
  subject: string;
  edition: string;
  rows_in: number;
  rows_rejected: number;
}

/** @param ever whether editions count too whose place another one has taken */
function knownEditions(database: Database, hash: string, ever: boolean): Promise<EditionRow[]> {
  return database.query<EditionRow>(
    `select id, subject, edition, rows_in, rows_rejected from reference_editions
     where content_hash = $1 and ($2 or superseded_at is null) order by subject`,
    [hash, ever],
  );
}

function refuseAboveThreshold(importer: Importer, file: ImportFile, rowsIn: number, rejects: readonly Reject[]): void {
  if (rowsIn === 0) throw new ImportRefused(`${file.name} holds no rows.`);
  if (rejects.length <= rowsIn * importer.maxRejectShare) return;
  const sample = rejects.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  throw new ImportRefused(
    `${file.name} is refused: ${rejects.length} of ${rowsIn} rows cannot be used (${sample.join('; ')}).`,
    rejects,
  );
}

async function switchEdition(
  client: Queryable,
  draft: EditionDraft,
  counts: { rowsIn: number; rejects: readonly Reject[]; hash: string; kind: string },
  options: ImportOptions,
): Promise<ImportReport['editions'][number]> {
  const [previous] = await client.query<{ id: string; kind: string; edition: string }>(
    `update reference_editions set superseded_at = clock_timestamp()
     where subject = $1 and superseded_at is null returning id, kind, edition`,
    [draft.subject],
  );
  if (
    previous !== undefined &&
    previous.kind !== counts.kind &&
    previous.kind !== 'starter' &&
    options.replace !== true
  ) {
    throw new ImportRefused(
      `${draft.subject} is held by an import of kind ${previous.kind}; say --replace to put ${counts.kind} in its place.`,
    );
  }
  const before = draft.rates === null ? null : await ratesBefore(client, draft.subject);
  for (const table of draft.tables) {
    await client.query(`delete from ${table} where edition_id = $1`, [previous?.id ?? '']);
  }
  const id = newId('import');
  await insertEdition(client, id, draft, counts);
  await draft.write(client, id);
  const changes = draft.rates === null ? null : compareRates(before ?? new Map(), draft.rates);
  if (changes !== null && changes.added + changes.changed + changes.removed > 0) {
    await announceTariffUpdate(client, {
      schedule: draft.subject.slice('tariff:'.length),
      id,
      draft,
      changes,
      previous,
    });
  }
  return { id, subject: draft.subject, edition: draft.edition, changes };
}

async function ratesBefore(client: Queryable, subject: string): Promise<Map<string, string>> {
  const rows = await client.query<{ code: string; expression: string }>(
    'select code, expression from tariff_lines where schedule = $1 and expression is not null',
    [subject.slice('tariff:'.length)],
  );
  return new Map(rows.map(({ code, expression }) => [code, expression]));
}

function compareRates(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): RateChanges {
  let added = 0;
  let changed = 0;
  for (const [code, expression] of after) {
    const old = before.get(code);
    if (old === undefined) added += 1;
    else if (old !== expression) changed += 1;
  }
  const removed = [...before.keys()].filter((code) => !after.has(code)).length;
  return { added, changed, removed };
}

async function insertEdition(
  client: Queryable,
  id: string,
  draft: EditionDraft,
  counts: { rowsIn: number; rejects: readonly Reject[]; hash: string; kind: string },
): Promise<void> {
  await client.query(
    `insert into reference_editions (id, subject, kind, title, publisher, licence, edition, url, valid_from,
       nomenclature, content_hash, rows_in, rows_rejected, rejects, facts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      draft.subject,
      counts.kind,
      draft.title,
      draft.publisher,
      draft.licence,
      draft.edition,
      draft.url,
      draft.validFrom,
      draft.nomenclature,
      counts.hash,
      counts.rowsIn,
      counts.rejects.length,
      JSON.stringify(counts.rejects.slice(0, REJECTS_KEPT)),
      JSON.stringify(draft.facts),
    ],
  );
}
