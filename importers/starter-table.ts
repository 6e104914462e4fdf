import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { countryName } from '../domain/countries';
import type { EditionDraft } from '../domain/imports/drafts';
import { STARTER_DIR } from './starter-directory';

const Form = z.union([
  z.enum(['us', 'taric']),
  z.strictObject({
    currency: z.string().length(3),
    bare: z.enum(['percent', 'per_kg']).optional(),
    or: z.literal('higher').optional(),
    decimalComma: z.boolean().optional(),
  }),
]);

/** Columns of a table of rates, and what is done beside reading them; `NAME` in a file is the schedule's. */
const Table = z.strictObject({
  file: z.string().optional(),
  general: z.string().optional(),
  unit: z.string().optional(),
  special: z.enum(['usitc', 'japan', 'free']).optional(),
});

const common = {
  edition: z.string().optional(),
  validFrom: z.iso.date().optional(),
  doubts: z.array(z.string()).default([]),
};

const Publication = z.strictObject({
  ...common,
  publisher: z.string(),
  licence: z.string(),
  url: z.url().nullable(),
  nomenclature: z.string(),
  table: Table,
  schedules: z.array(
    z.strictObject({
      ...common,
      name: z.string().length(2),
      title: z.string().optional(),
      form: Form,
      file: z.string().optional(),
      /** First and last chapter of what is free by a rule, and those between them that are not. */
      chapters: z.tuple([z.string(), z.string()]).optional(),
      without: z.array(z.string()).default([]),
    }),
  ),
});

/** A schedule that ships: how it is read, and what is said of it. */
export interface ShippedSchedule {
  name: string;
  form: z.output<typeof Form>;
  /** Beside the table: codes, units and rates, compressed. */
  packed: string;
  /** Duties of chapter 99, for the United States alone. */
  additional: string;
  known: Omit<EditionDraft, 'subject' | 'facts' | 'content'>;
  /** What makes its answers provisional, in words. */
  doubts: readonly string[];
  /** How `scripts/starter-edition.mjs` makes it of a publication. */
  source: z.output<typeof Table> & { chapters: [string, string] | undefined; without: string[] };
}

/**
 * Every schedule of the starter data, for each the newest edition first. Source: importers/starter-data/schedules.json
 */
export function shippedSchedules(): ShippedSchedule[] {
  const text = readFileSync(path.join(STARTER_DIR, 'schedules.json'), 'utf8');
  return z
    .array(Publication)
    .parse(JSON.parse(text))
    .flatMap(({ schedules, table, publisher, licence, url, nomenclature, ...shared }) =>
      schedules.map(({ name, form, title, file, chapters, without, doubts, ...own }) => {
        const { edition = '', validFrom = '' } = { ...shared, ...own };
        const base = `schedules/${name}-${validFrom}`;
        return {
          name,
          form,
          packed: `${base}.tsv.br`,
          additional: `${base}.additional.json`,
          known: {
            title: title ?? `Customs tariff of ${countryName(name)}`,
            ...{ publisher, licence, url, nomenclature, edition, validFrom },
          },
          doubts: [...shared.doubts, ...doubts],
          source: { ...table, file: (file ?? table.file)?.replace('NAME', name), chapters, without },
        };
      }),
    );
}
