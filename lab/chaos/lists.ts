import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { importFile } from '../../activities/importers/import-file';
import { ofacSdn } from '../../importers/watch-lists/ofac-sdn';
import { patiently, until } from './patience';
import { LISTED_NAMES } from './payees';
import { Random } from './random';
import type { Plan } from './schedule';
import type { Site } from './site';

/** Imports come within this part of the run, so that payments to each name come before and after. */
const FIRST_SHARE = 0.15;
const LAST_SHARE = 0.75;
const EMPTY_COLUMNS = ',-0-'.repeat(8);

/**
 * Imports a watch list while payments wait, each time with one name more. Nobody releases what it holds.
 * @param listedAt is told since when a name is listed at the latest, in Unix milliseconds
 */
export async function importLists(
  { site, plan, signal }: { site: Site; plan: Plan; signal: AbortSignal },
  listedAt: Map<string, number>,
  startedAt: number,
): Promise<void> {
  const random = new Random(plan.seed, 'lists');
  const file = { name: 'sdn.csv', path: path.join(site.folder, 'sdn.csv') };
  const stepShare = (LAST_SHARE - FIRST_SHARE) / LISTED_NAMES.length;
  for (const [index, name] of LISTED_NAMES.entries()) {
    await until(startedAt + (FIRST_SHARE + (index + random.next()) * stepShare) * plan.runMs, signal);
    const lines = LISTED_NAMES.slice(0, index + 1).map(
      (listed, at) => `${at + 1},"${listed}",individual,"T"${EMPTY_COLUMNS}\r\n`,
    );
    writeFileSync(file.path, lines.join(''));
    await patiently(() => importFile(site.database, ofacSdn, file), signal);
    listedAt.set(name, Date.now());
  }
}
