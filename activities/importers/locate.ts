import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused } from '../../domain/imports/drafts';
import { memberOf } from '../../domain/unknown-value';
import { parseJson } from '../../importers/read-file';
import type { DownloadLimits } from '../../lib/download';
import { fetchFile, withTemporaryFolder } from './fetch-file';
import type { FetchedPublication } from './publications';

/** What a publisher says about its files is a page at most. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Where a publication is now, and the name of its edition where the publisher says it. */
export interface Located {
  url: string;
  edition: string | null;
}

function fetchJson(id: string, url: string, limits: Partial<DownloadLimits>): Promise<unknown> {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'answer');
    await fetchFile(id, file, { url, contentTypes: ['application/json'], maxBytes: MAX_ANSWER_BYTES }, limits);
    return parseJson(`${id}, ${new URL(url).host}`, await readFile(file, 'utf8'));
  });
}

/**
 * @returns the name of the publisher's current release; null where it names none
 * @throws ImportRefused when it does not answer as described
 */
export async function currentRelease(
  { id, releaseAt }: FetchedPublication,
  limits: Partial<DownloadLimits>,
): Promise<string | null> {
  if (releaseAt === undefined) return null;
  const name = memberOf(await fetchJson(id, releaseAt, limits), 'name');
  if (typeof name !== 'string' || name === '') throw new ImportRefused(`${id}: ${releaseAt} names no release.`);
  return name;
}

interface Node {
  id: string;
  name: string;
}

function idsAndNamesOf(answer: unknown): Node[] {
  const data = memberOf(answer, 'data');
  return (Array.isArray(data) ? (data as unknown[]) : []).flatMap((node) => {
    const [id, name] = [memberOf(node, 'id'), memberOf(node, 'name')];
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
}

/** The node with the highest number in front, such as `2026` or `11 - November`; undefined without any. */
function newest(nodes: readonly Node[]): Node | undefined {
  const numbered = nodes.filter(({ name }) => /^\d+/.test(name));
  return numbered.sort((left, right) => Number.parseInt(right.name, 10) - Number.parseInt(left.name, 10))[0];
}

/**
 * The address of a publication's file. Follows its configured folder path (`newest` takes the highest-numbered folder)
 * and names the edition after those folders; without folders it is the fixed URL.
 * @throws ImportRefused for a missing folder or file
 */
async function locateFile(publication: FetchedPublication, limits: Partial<DownloadLimits>): Promise<Located> {
  const { id, folders, file } = publication;
  if (folders === undefined) return { url: publication.url, edition: null };
  const { origin } = new URL(folders.children);
  const names: string[] = [];
  let node = folders.root;
  for (const step of [...folders.steps, file]) {
    const url = folders.children.replace('FOLDER', encodeURIComponent(node));
    const nodes = idsAndNamesOf(await fetchJson(id, url, limits));
    const next = step === 'newest' ? newest(nodes) : nodes.find(({ name }) => name === step);
    if (next === undefined)
      throw new ImportRefused(`${id}: ${origin} has no ${step} in ${names.join('/') || 'its root'}.`);
    node = next.id;
    names.push(next.name);
  }
  const edition = names.slice(0, -1).join(' ');
  return { url: folders.file.replace('FILE', `${encodeURIComponent(node)}/${encodeURIComponent(file)}`), edition };
}

/** @throws ImportRefused when the publisher does not answer as described */
export async function locate(publication: FetchedPublication, limits: Partial<DownloadLimits>): Promise<Located> {
  const { url, edition } = await locateFile(publication, limits);
  return { url, edition: (await currentRelease(publication, limits)) ?? edition };
}
