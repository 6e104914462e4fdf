import {
  hasShrunk,
  ImportRefused,
  isDated,
  keepsRows,
  ratesByCode,
  WatchListShrunk,
  type EditionDraft,
  type ListSize,
  type ParsedImport,
  type Reject,
} from '../../domain/imports/drafts';
import type { WatchListEntry } from '../../domain/compliance/watch-list';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { rebuildSearchIndex } from '../hs-codes/build-index';
import { requestRescreening } from '../compliance/rescreening';
import { newId } from '../../lib/ids';
import { CHANNELS } from '../listener';
import { AVERAGE_KINDS } from '../tariffs/editions';
import { forgetReferenceData } from '../tariffs/reference-data';
import { announceTariffUpdate, type RateChanges } from './announce';
import { takeImportLock } from './import-lock';
import { removeContent, writeContent } from './write-content';

/** Rejected rows kept with the edition; all of them are counted. */
export const REJECTS_KEPT = 100;
/** A schedule from this size on does not lose a fifth of its lines from one edition to the next. */
const WHOLE_SCHEDULE_LINES = 1_000;
const LEAST_SHARE_KEPT = 0.8;

export interface SavedEdition {
  id: string;
  subject: string;
  edition: string;
  /** Null for what is no schedule. */
  changes: RateChanges | null;
}

/** What makes two imports the same. */
export interface ImportContent {
  hash: string;
  /** As the operator states it: the same content for another day is another edition. */
  validFrom: string | null;
  /** Whether editions count too whose place another one has taken. */
  ever: boolean;
}

/** Where the rows come from: kind of importer, file, content, and what the operator allows. */
export interface ImportSource {
  kind: string;
  file: string;
  content: ImportContent;
  replace: boolean;
  /** Leaves the search index to the caller, who rebuilds it once after several files. */
  deferIndex: boolean;
  /** Told which import runs, where this one has to wait for another. */
  onWait: (running: string) => void;
  /** Who imports it, for the audit log; null for what ships with the service, which has no entry. */
  actor: Actor | null;
}

export interface KnownEdition {
  id: string;
  subject: string;
  edition: string;
  rows_in: number;
  rows_rejected: number;
}

/** Editions in force, or ever, that were imported from the same content. */
export function findKnownEditions(
  database: Queryable,
  { hash, validFrom, ever }: ImportContent,
): Promise<KnownEdition[]> {
  return database.query<KnownEdition>(
    `select id, subject, edition, rows_in, rows_rejected from reference_editions
     where content_hash = $1 and ($2 or superseded_at is null) and ($3::date is null or valid_from = $3::date)
     order by subject`,
    [hash, ever, validFrom],
  );
}

/**
 * Records that the publisher still publishes these editions today, and notifies the processes. Source: docs/GAPS.md#H4
 */
export async function confirmEditions(database: Database, ids: readonly string[]): Promise<void> {
  await database.transaction(async (client) => {
    const confirmed = await client.query<{ kind: string }>(
      `update reference_editions set confirmed_at = clock_timestamp()
       where id = any($1::text[]) and superseded_at is null returning kind`,
      [ids],
    );
    const [edition] = confirmed;
    if (edition !== undefined) await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, edition.kind]);
  });
  forgetReferenceData(database);
}

/**
 * Stores what an importer has parsed, in one transaction: if the process dies, the former editions stay. Schedules and
 * VAT rates are added beside their former editions, each with the days for which it is valid.
 * @returns null when the same content was imported while this import waited for the lock: nothing was changed then
 * @throws ImportRefused when the subject was imported from another kind of source, or a schedule has lost its lines
 * @throws ImportBusy when another import runs and does not end in time
 */
export async function saveImport(
  database: Database,
  parsed: ParsedImport,
  source: ImportSource,
): Promise<SavedEdition[] | null> {
  const saved = await database.transaction(async (client) => {
    await takeImportLock(client, { name: `${source.kind}, ${source.file}`, onWait: source.onWait });
    if ((await findKnownEditions(client, source.content)).length > 0) return null;
    const written: SavedEdition[] = [];
    for (const draft of parsed.editions) written.push(await saveEdition(client, draft, parsed, source));
    if (parsed.changesSearch && !source.deferIndex) await rebuildSearchIndex(client);
    if (parsed.editions.some(({ content }) => content.kind === 'watch-list')) await requestRescreening(client);
    await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, source.kind]);
    return written;
  });
  forgetReferenceData(database);
  return saved;
}

interface FormerEdition {
  id: string;
  kind: string;
  edition: string;
  valid_from: string | null;
}

/** Stores one edition: checks it against the former one, supersedes that, writes content, changes and audit entry. */
async function saveEdition(
  client: Queryable,
  draft: EditionDraft,
  parsed: ParsedImport,
  source: ImportSource,
): Promise<SavedEdition> {
  const former = await client.query<FormerEdition>(
    `select id, kind, edition, valid_from from reference_editions where subject = $1 and superseded_at is null
     order by valid_from desc nulls last`,
    [draft.subject],
  );
  refuseOtherKind(draft, former, source);
  const before = former.find(({ valid_from }) => draft.validFrom === null || (valid_from ?? '') <= draft.validFrom);
  const rates = draft.content.kind === 'schedule' ? ratesByCode(draft.content.lines) : null;
  const changes = rates === null ? null : compareRates(await ratesOf(client, before?.id), rates);
  if (changes !== null && before?.kind === source.kind && !source.replace) refuseLostLines(draft, changes, rates);
  if (draft.content.kind === 'watch-list' && !source.replace) {
    await refuseShrunk(client, draft.subject, before?.id, draft.content.entries);
  }
  await supersede(client, draft, former);
  const id = newId('import');
  await insertEdition(client, { id, draft, parsed, source });
  await recordImport(client, { id, draft, parsed, source });
  await writeContent(client, id, draft.content);
  // Nobody knew other rates before what ships is loaded for the first time.
  const isNews = before !== undefined || source.kind !== 'starter';
  if (changes !== null && isNews && changes.added + changes.changed + changes.removed > 0) {
    const schedule = draft.subject.slice('tariff:'.length);
    await announceTariffUpdate(client, { schedule, id, draft, changes, previous: before });
  }
  return { id, subject: draft.subject, edition: draft.edition, changes };
}

/**
 * @throws ImportRefused when averages would replace a schedule, or the other way round, unless `--replace` was given
 */
function refuseOtherKind(draft: EditionDraft, former: readonly FormerEdition[], source: ImportSource): void {
  const other = former.find(({ kind }) => AVERAGE_KINDS.has(kind) !== AVERAGE_KINDS.has(source.kind));
  if (other === undefined || source.replace) return;
  throw new ImportRefused(
    `${draft.subject} is held by an import of kind ${other.kind}; say --replace to put ${source.kind} in its place.`,
  );
}

/**
 * Refuses a schedule that has far fewer lines than the former edition: a file cut off at the end of a line looks
 * whole.
 */
function refuseLostLines(draft: EditionDraft, changes: RateChanges, rates: ReadonlyMap<string, string> | null): void {
  const now = rates?.size ?? 0;
  const then = now - changes.added + changes.removed;
  if (then < WHOLE_SCHEDULE_LINES || now >= then * LEAST_SHARE_KEPT) return;
  throw new ImportRefused(
    `${draft.subject} has ${now} lines with a rate after ${then} in the former edition: the file seems cut off. Say --replace if it is whole.`,
  );
}

/** @throws WatchListShrunk when the list has lost more than a fifth of its entries or of their names */
async function refuseShrunk(
  client: Queryable,
  subject: string,
  formerId: string | undefined,
  entries: readonly WatchListEntry[],
): Promise<void> {
  const [row] = await client.query<{ entries: number; names: number }>(
    `select count(*)::integer as entries, coalesce(sum(jsonb_array_length(names)), 0)::integer as names
     from watch_list_entries where edition_id = $1`,
    [formerId ?? null],
  );
  const names = entries.reduce((sum, entry) => sum + entry.names.length, 0);
  const sizes: ListSize[] = [
    { what: 'entries', before: row?.entries ?? 0, after: entries.length },
    { what: 'names', before: row?.names ?? 0, after: names },
  ];
  const shrunk = sizes.find(hasShrunk);
  if (shrunk !== undefined) throw new WatchListShrunk(subject, shrunk);
}

/**
 * What the new edition takes the place of. Editions with a date stay for the days before it; one without a date holds at
 * any day, as far as is known, and so takes the place of all.
 */
async function supersede(client: Queryable, draft: EditionDraft, former: readonly FormerEdition[]): Promise<void> {
  const dated = isDated(draft.content) && draft.validFrom !== null;
  const replaced = former.filter(({ valid_from }) => !dated || valid_from === draft.validFrom).map(({ id }) => id);
  await client.query('update reference_editions set superseded_at = clock_timestamp() where id = any($1)', [replaced]);
  if (!keepsRows(draft.content)) for (const id of replaced) await removeContent(client, id, draft.content.kind);
}

async function ratesOf(client: Queryable, editionId: string | undefined): Promise<Map<string, string>> {
  if (editionId === undefined) return new Map();
  const rows = await client.query<{ code: string; expression: string }>(
    'select code, expression from tariff_lines where edition_id = $1 and expression is not null',
    [editionId],
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

/**
 * Writes the audit entry of an import, unless it has no actor. The content hash covers importer, version and SHA-256
 * of the file.
 */
async function recordImport(client: Queryable, { id, draft, parsed, source }: NewEdition): Promise<void> {
  const { actor, kind, file, content, replace } = source;
  if (actor === null) return;
  const { subject, edition, validFrom } = draft;
  const rows = { rowsIn: parsed.rowsIn, rowsRejected: parsed.rejects.length };
  const detail = { kind, file, content: content.hash, subject, edition, validFrom, replace, ...rows };
  await appendAuditEntry(client, { actor, act: 'reference_data.imported', subject: id, accountId: null, detail });
}

interface NewEdition {
  id: string;
  draft: EditionDraft;
  parsed: ParsedImport;
  source: ImportSource;
}

async function insertEdition(client: Queryable, { id, draft, parsed, source }: NewEdition): Promise<void> {
  const rejects: readonly Reject[] = parsed.rejects;
  await client.query(
    `insert into reference_editions (id, subject, kind, title, publisher, licence, edition, url, valid_from,
       nomenclature, content_hash, rows_in, rows_rejected, rejects, facts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      draft.subject,
      source.kind,
      draft.title,
      draft.publisher,
      draft.licence,
      draft.edition,
      draft.url,
      draft.validFrom,
      draft.nomenclature,
      source.content.hash,
      parsed.rowsIn,
      rejects.length,
      JSON.stringify(rejects.slice(0, REJECTS_KEPT)),
      JSON.stringify(draft.facts),
    ],
  );
}
