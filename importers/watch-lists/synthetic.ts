import path from 'node:path';
import { z } from 'zod';
import { ImportRefused } from '../../domain/imports/drafts';
import type { Importer } from '../importer';
import { hashFile, readJson } from '../read-file';
import { STARTER_DIR } from '../starter-directory';
import { WatchListDraft } from './draft';

const FILE = { name: 'watch-list.json', path: path.join(STARTER_DIR, 'watch-list.json') };

const Entries = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['person', 'organisation', 'vessel', 'aircraft']),
    names: z.array(z.string()).min(1),
    countries: z.array(z.string()).default([]),
  }),
);

/** Invented names that ship with Corridor, so that a block and a hold can be tried before any list is imported. */
export const syntheticWatchList: Importer = {
  kind: 'starter-watch-list',
  summary: 'Invented names to try screening with',
  version: 1,
  maxRejectShare: 0,
  hash: () => hashFile(FILE),
  async parse(_file, options) {
    const parsed = Entries.safeParse(await readJson(FILE));
    if (!parsed.success) throw new ImportRefused(`${FILE.name} is no list of entries.`);
    const draft = new WatchListDraft(FILE.name);
    parsed.data.forEach(({ id, kind, names, countries }, line) => {
      draft.rowsIn += 1;
      const entry = draft.entry(id, { kind, programme: 'SYNTHETIC', line });
      for (const name of names) draft.addName(entry, { name, isWeak: false }, line);
      for (const country of countries) draft.addCountry(entry, country);
    });
    return draft.finish(options, {
      subject: 'watch-list:synthetic',
      title: 'Invented names for trying out',
      publisher: 'Corridor',
      licence: 'as Corridor',
      edition: 'synthetic',
    });
  },
};
