import { z } from 'zod';

/** A trade agreement with who belongs to it from when. Days are ISO calendar dates. */
export interface AgreementFacts {
  name: string;
  title: string;
  status: 'Active';
  effectiveDate: string;
  customsUnion: boolean;
  source: string;
  sourceUrl: string;
  /** Founding members; those without a date joined when it took effect. */
  members: readonly string[];
  joined: Readonly<Record<string, string>>;
  /** Who came later by accession. */
  accessions: readonly { country: string; date: string }[];
  exceptions: readonly { country: string; partner: string; appliesFrom: string | null; note: string }[];
}

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
