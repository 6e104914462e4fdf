import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../db/database';
import { ImportRefused } from '../../domain/imports/drafts';
import { importerOf } from '../../importers';
import { download, DownloadRefused, type DownloadLimits } from '../../lib/download';
import { importFile, type ImportConduct, type ImportReport } from './import-file';
import type { FetchedPublication } from './publications';

/** A publication has about the size that the manifest says; from here on it is something else, whatever it says. */
const LEAST_LIMIT_BYTES = 64 * 1024 * 1024;
const LIMIT_FACTOR = 4;
const CHECKED_BYTES = 64 * 1024;

async function fetchFile(
  publication: FetchedPublication,
  target: string,
  limits: Partial<DownloadLimits>,
): Promise<void> {
  const { id, url, sizeBytes, check } = publication;
  const maxBytes = Math.max(LEAST_LIMIT_BYTES, sizeBytes * LIMIT_FACTOR);
  try {
    await download(target, { url, hosts: check.hosts, contentTypes: check.contentTypes, maxBytes }, limits);
  } catch (fault) {
    if (fault instanceof DownloadRefused) throw new ImportRefused(`${id}: ${fault.message}`);
    throw fault;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function check(publication: FetchedPublication, file: string): Promise<void> {
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

/**
 * Fetches one publication, checks that it is what it claims to be, and imports it.
 * @throws ImportRefused when it cannot be had or is something else; nothing was changed then
 */
export async function pullPublication(
  database: Database,
  publication: FetchedPublication,
  conduct: ImportConduct = {},
  limits: Partial<DownloadLimits> = {},
): Promise<ImportReport> {
  const importer = importerOf(publication.kind);
  if (importer === null) throw new ImportRefused(`${publication.id}: no importer of kind ${publication.kind}.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'corridor-pull-'));
  try {
    const file = { name: publication.file, path: path.join(folder, publication.file) };
    await fetchFile(publication, file.path, limits);
    await check(publication, file.path);
    const { publisher, licence, url, edition, validFrom } = publication;
    return await importFile(database, importer, file, {
      publisher,
      licence,
      url,
      ...(edition === undefined ? {} : { edition }),
      ...(validFrom === undefined ? {} : { validFrom }),
      ...conduct,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
