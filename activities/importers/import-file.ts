import type { Actor } from '../../db/auth/audit-log';
import { confirmWatchLists } from '../../db/compliance/watch-lists';
import type { Database } from '../../db/database';
import {
  findKnownEditions,
  REJECTS_KEPT,
  saveImport,
  type ImportContent,
  type KnownEdition,
  type SavedEdition,
} from '../../db/imports/save-import';
import { raiseFlag, clearFlagOf } from '../../db/operator-flags';
import { ImportRefused, WatchListShrunk, type ParsedImport, type Reject } from '../../domain/imports/drafts';
import type { ImportFile, Importer, ImportOptions } from '../../importers/importer';
import { hashFile } from '../../importers/read-file';

export interface ImportReport {
  kind: string;
  file: string;
  status: 'imported' | 'unchanged';
  rowsIn: number;
  rowsRejected: number;
  /** The first hundred rejected rows. */
  rejects: readonly Reject[];
  editions: SavedEdition[];
  durationMs: number;
}

/** How a file is imported, whatever it holds. */
export interface ImportConduct {
  /** Leaves the search index to the caller, who rebuilds it once after several files. */
  deferIndex?: boolean;
  /** Told which import runs, where this one has to wait for another. */
  onWait?: (running: string) => void;
  /** First day of content that was not there yet, where neither the operator nor the file says one. */
  sinceIfNew?: string;
  /** Who imports it, for the audit log; absent for what ships with the service. */
  actor?: Actor;
}

/** Rejected rows that a refusal names; all of them stand in its `rejects`. */
const REJECTS_NAMED = 5;

/** Refuses a file without rows, or with more unusable rows than its importer allows. */
function refuseAboveThreshold(importer: Importer, file: ImportFile, { rowsIn, rejects }: ParsedImport): void {
  if (rowsIn === 0) throw new ImportRefused(`${file.name} holds no rows.`);
  if (rejects.length <= rowsIn * importer.maxRejectShare) return;
  const sample = rejects.slice(0, REJECTS_NAMED).map(({ line, reason }) => `line ${line}: ${reason}`);
  throw new ImportRefused(
    `${file.name} is refused: ${rejects.length} of ${rowsIn} rows cannot be used (${sample.join('; ')}).`,
    rejects,
  );
}

/** Report of an import whose content is stored already. */
function unchangedReport(known: readonly KnownEdition[]): Omit<ImportReport, 'kind' | 'file' | 'durationMs'> {
  const editions = known.map(({ id, subject, edition }) => ({ id, subject, edition, changes: null }));
  const [first] = known;
  const rows = { rowsIn: first?.rows_in ?? 0, rowsRejected: first?.rows_rejected ?? 0, rejects: [] };
  return { status: 'unchanged', ...rows, editions };
}

/**
 * Imports one file: parses it, refuses it if too many rows are unusable, and stores its editions in one transaction.
 * The same content again changes nothing.
 * @throws ImportRefused when the file is not usable; nothing was changed then
 * @throws ImportBusy when another import runs and does not end in time
 */
export async function importFile(
  database: Database,
  importer: Importer,
  file: ImportFile,
  options: ImportOptions & ImportConduct = {},
): Promise<ImportReport> {
  const startedAt = performance.now();
  const hash = `${importer.kind}:${importer.version}:${await (importer.hash?.(file) ?? hashFile(file))}`;
  const content: ImportContent = { hash, validFrom: options.validFrom ?? null, ever: importer.once === true };
  const base = { kind: importer.kind, file: file.name };
  const known = await findKnownEditions(database, content);
  if (known.length > 0) {
    await confirmWatchLists(database, known);
    return { ...base, ...unchangedReport(known), durationMs: performance.now() - startedAt };
  }
  const validFrom = options.validFrom ?? options.sinceIfNew;
  const parsed = await importer.parse(file, { ...options, ...(validFrom === undefined ? {} : { validFrom }) });
  refuseAboveThreshold(importer, file, parsed);
  const { replace = false, deferIndex = false, onWait = () => undefined, actor = null } = options;
  const source = { ...base, content, replace, deferIndex, onWait, actor };
  const editions = await saveImport(database, parsed, source).catch(async (fault: unknown) => {
    if (fault instanceof WatchListShrunk) await raiseFlag(database, fault.subject, 'watch_list_shrunk', fault.size);
    throw fault;
  });
  for (const {
    subject,
    content: { kind },
  } of parsed.editions)
    if (kind === 'watch-list') await clearFlagOf(database, subject, 'watch_list_shrunk');
  if (editions === null) {
    const since = await findKnownEditions(database, content);
    return { ...base, ...unchangedReport(since), durationMs: performance.now() - startedAt };
  }
  const rejected = { rowsRejected: parsed.rejects.length, rejects: parsed.rejects.slice(0, REJECTS_KEPT) };
  const durationMs = performance.now() - startedAt;
  return { ...base, status: 'imported', rowsIn: parsed.rowsIn, ...rejected, editions, durationMs };
}
