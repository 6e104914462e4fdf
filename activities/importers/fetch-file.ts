import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ImportRefused } from '../../domain/imports/drafts';
import { download, DownloadRefused, type DownloadLimits, type Wanted } from '../../lib/download';

const NOT_FOUND = 404;

/** The publisher has nothing at the address. */
export class NotPublished extends ImportRefused {}

/**
 * Downloads a file of a publication.
 * @param id of the publication
 * @returns the address that answered
 * @throws ImportRefused when the download is refused; NotPublished where there is nothing
 */
export async function fetchFile(
  id: string,
  target: string,
  wanted: Wanted,
  limits: Partial<DownloadLimits>,
): Promise<string> {
  try {
    return (await download(target, wanted, limits)).url;
  } catch (fault) {
    if (!(fault instanceof DownloadRefused)) throw fault;
    if (fault.status === NOT_FOUND) throw new NotPublished(`${id}: ${fault.message}`);
    throw new ImportRefused(`${id}: ${fault.message}`);
  }
}

/** Runs work with a temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corridor-pull-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
