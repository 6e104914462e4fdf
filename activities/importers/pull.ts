import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../db/database';
import { confirmEditions } from '../../db/imports/save-import';
import { utcDate } from '../../domain/calendar-dates';
import { ImportRefused } from '../../domain/imports/drafts';
import { numericOf, scheduleOf } from '../../domain/tariffs/schedule/countries';
import { importerOf } from '../../importers';
import type { Importer, ImportFile, ImportOptions } from '../../importers/importer';
import type { DownloadLimits } from '../../lib/download';
import { fetchFile, withTemporaryFolder, NotPublished } from './fetch-file';
import { importFile, type ImportConduct, type ImportReport } from './import-file';
import { currentRelease, locate } from './locate';
import type { CountryPublication, FetchedPublication } from './publications';

/** A publication has about the size that the manifest says; from here on it is something else, whatever it says. */
const LEAST_LIMIT_BYTES = 64 * 1024 * 1024;
const LIMIT_FACTOR = 4;
const CHECKED_BYTES = 64 * 1024;

type Checked = Pick<FetchedPublication, 'id' | 'sizeBytes' | 'check'>;

/** @returns the address that answered */
function fetchPublished(
  { id, sizeBytes, check }: Checked,
  url: string,
  target: string,
  limits: Partial<DownloadLimits>,
): Promise<string> {
  const maxBytes = Math.max(LEAST_LIMIT_BYTES, sizeBytes * LIMIT_FACTOR);
  return fetchFile(id, target, { url, hosts: check.hosts, contentTypes: check.contentTypes, maxBytes }, limits);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws ImportRefused if a file is too small, lacks the expected text, or has another hash than the publication */
async function checkFile(publication: Checked, file: string): Promise<void> {
  const { sha256 } = publication.check;
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { minBytes, contains } = publication.check;
    if (size < minBytes) throw new ImportRefused(`${publication.id}: ${size} bytes are too few to be the publication.`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHECKED_BYTES), 0, CHECKED_BYTES, 0);
    if (!buffer.toString('utf8', 0, bytesRead).includes(contains)) {
      throw new ImportRefused(`${publication.id}: the file does not hold "${contains}".`);
    }
  } finally {
    await handle.close();
  }
  const found = sha256 === undefined ? undefined : await hashOf(file);
  if (found !== sha256) {
    throw new ImportRefused(`${publication.id}: the file is another one than was looked at (SHA-256 ${found}).`);
  }
}

/** Does something with a file that is removed afterwards. */
function withFile<Result>(name: string, work: (file: ImportFile) => Promise<Result>): Promise<Result> {
  return withTemporaryFolder((folder) => work({ name, path: path.join(folder, path.basename(name)) }));
}

function knownImporter({ id, kind }: { id: string; kind: string }): Importer {
  const importer = importerOf(kind);
  if (importer === null) throw new ImportRefused(`${id}: no importer of kind ${kind}.`);
  return importer;
}

function releaseIn(address: string, pattern: string | undefined): string | null {
  return pattern === undefined ? null : (new RegExp(pattern).exec(address)?.[1] ?? null);
}

/**
 * Downloads one publication, checks that it is the right file, and imports it. A schedule that states no first day is
 * valid from the day on which its change was found; an unchanged one is confirmed as valid today.
 * @throws ImportRefused when it is not available or is something else; nothing was changed then
 */
export async function pullPublication(
  database: Database,
  publication: FetchedPublication,
  conduct: ImportConduct & Pick<ImportOptions, 'replace'> = {},
  limits: Partial<DownloadLimits> = {},
): Promise<ImportReport> {
  const importer = knownImporter(publication);
  return withFile(publication.file, async (file) => {
    const { url, edition: found } = await locate(publication, limits);
    const address = await fetchPublished(publication, url, file.path, limits);
    if (publication.releaseAt !== undefined && (await currentRelease(publication, limits)) !== found) {
      throw new ImportRefused(`${publication.id}: another release than ${found} appeared while it was fetched.`);
    }
    await checkFile(publication, file.path);
    for (const { url: other, file: name } of publication.beside ?? [])
      await fetchPublished(publication, other, path.join(path.dirname(file.path), name), limits);
    const { publisher, licence, validFrom } = publication;
    const edition = publication.edition ?? found ?? releaseIn(address, publication.releaseInAddress);
    const dated = publication.subject.startsWith('tariff:') ? { sinceIfNew: utcDate(new Date()) } : {};
    const report = await importFile(database, importer, file, {
      publisher,
      licence,
      url: publication.url,
      ...(edition === null ? {} : { edition }),
      ...(validFrom === undefined ? dated : { validFrom }),
      ...conduct,
    });
    if (report.status === 'unchanged' && isLatest(publication)) {
      await confirmEditions(
        database,
        report.editions.map(({ id }) => id),
      );
    }
    return report;
  });
}

/** @returns whether the address has the schedule as it is today, not one of some day */
function isLatest({ subject, validFrom, check: { sha256 } }: FetchedPublication): boolean {
  return subject.startsWith('tariff:') && validFrom === undefined && sha256 === undefined;
}

/** Countries report late, some by years; what is older says little about today. */
const YEARS_ASKED = 8;

/**
 * Downloads and imports the average tariffs of one country for the newest published year.
 * @param country ISO 3166 alpha-2
 * @throws ImportRefused when no recent year is published, or the answer is something else; nothing was changed then
 */
export async function pullAverages(
  database: Database,
  publication: CountryPublication,
  country: string,
  conduct: ImportConduct = {},
  limits: Partial<DownloadLimits> = {},
): Promise<ImportReport> {
  const importer = knownImporter(publication);
  const reporter = numericOf(country);
  if (reporter === null) throw new ImportRefused(`${publication.id}: ${country} is no country of ISO 3166.`);
  const schedule = scheduleOf(country);
  if (schedule !== country) {
    throw new ImportRefused(`${publication.id}: ${country} applies the schedule of ${schedule}.`);
  }
  const newest = new Date().getUTCFullYear();
  for (let year = newest; year > newest - YEARS_ASKED; year -= 1) {
    const url = publication.url.replace('REPORTER', reporter).replace('YEAR', String(year));
    try {
      return await withFile(`${country} ${year}, ${publication.file}`, async (file) => {
        await fetchPublished(publication, url, file.path, limits);
        await checkFile(publication, file.path);
        const { publisher, licence } = publication;
        return importFile(database, importer, file, { publisher, licence, url, ...conduct });
      });
    } catch (fault) {
      if (!(fault instanceof NotPublished)) throw fault;
    }
  }
  throw new ImportRefused(`${publication.id}: nothing is published for ${country} since ${newest - YEARS_ASKED + 1}.`);
}
