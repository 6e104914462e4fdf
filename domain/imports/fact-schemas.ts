import { z } from 'zod';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const country = z.string().regex(/^[A-Z]{2}$/);

/** importers/starter-data/agreements.json: facts, each agreement with its source. */
export const AgreementFactsFile = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    status: z.literal('Active'),
    effectiveDate: day,
    customsUnion: z.boolean().default(false),
    source: z.string(),
    sourceUrl: z.string(),
    /** Founding members; those without a date joined when it took effect. */
    members: z.array(country),
    joined: z.record(country, day).default({}),
    /** Who came later by accession. */
    accessions: z.array(z.object({ country, date: day })).default([]),
    exceptions: z
      .array(z.object({ country, partner: country, appliesFrom: day.nullable(), note: z.string() }))
      .default([]),
  }),
);
export type AgreementFacts = z.output<typeof AgreementFactsFile>[number];

/** What symbols of a schedule stand for. */
export interface ProgramFacts {
  schedule: string;
  symbols: readonly string[];
  agreement: string;
  members: readonly string[];
  /** First days of members that joined later than it began. */
  joined: Readonly<Record<string, string>>;
  effectiveDate: string | null;
  /** First day on which it no longer held, as far as the source knows. */
  expiredOn: string | null;
  /** What an importer has to do or show for it, in our words. */
  conditions: string;
  source: string;
}

const subheading = z.string().regex(/^[0-9]{6}$/);

/**
 * importers/starter-data/replacements.json: codes of one edition, each with those that took its place or were parted
 * from it.
 */
export const ReplacementsFile = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    source: z.string(),
    codes: z.record(subheading, z.array(subheading).min(1)),
  }),
);
export type ReplacementFacts = z.output<typeof ReplacementsFile>[number];
