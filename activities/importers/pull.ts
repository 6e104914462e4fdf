import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../db/database';
import { ImportRefused } from '../../domain/imports/drafts';
import { importerOf } from '../../importers';
import { importFile, type ImportConduct, type ImportReport } from './import-file';
import type { FetchedPublication } from './publications';

/** A slow publisher may take minutes; one that takes longer is not answering. */
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** The largest publication, a year of world trade, has a few hundred megabytes. */
const MAX_DOWNLOAD_BYTES = 2 * 1024 * 1024 * 1024;
const CHECKED_BYTES = 64 * 1024;

function limitBytes(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_DOWNLOAD_BYTES)
        done(new ImportRefused(`The publication is larger than ${MAX_DOWNLOAD_BYTES} bytes.`));
      else done(null, chunk);
    },
  });
}

async function download(publication: FetchedPublication, target: string): Promise<void> {
  const response = await fetch(publication.url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
  if (!response.ok || response.body === null) {
    throw new ImportRefused(`${publication.id}: the publisher answered ${response.status}.`);
  }
  const { contentTypes } = publication.check;
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (contentTypes.length > 0 && !contentTypes.includes(type)) {
    await response.body.cancel();
    throw new ImportRefused(`${publication.id}: the publisher sent ${type} instead of ${contentTypes.join(' or ')}.`);
  }
  await pipeline(Readable.from(response.body), limitBytes(), createWriteStream(target));
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
): Promise<ImportReport> {
  const importer = importerOf(publication.kind);
  if (importer === null) throw new ImportRefused(`${publication.id}: no importer of kind ${publication.kind}.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'corridor-pull-'));
  try {
    const file = { name: publication.file, path: path.join(folder, publication.file) };
    await download(publication, file.path);
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
