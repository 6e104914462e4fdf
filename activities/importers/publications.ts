import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ImportRefused } from '../../domain/imports/drafts';
import { parseJson } from '../../importers/read-file';
import { STARTER_DIR } from '../../importers/starter-directory';

const described = {
  id: z.string(),
  title: z.string(),
  /** Kind of importer that reads it. */
  kind: z.string(),
  /** What it is an edition of, such as `tariff:US`; `tariff:COUNTRY` where each file is of another country. */
  subject: z.string(),
  /** Approximate size of the download. */
  sizeBytes: z.number().int().positive(),
  url: z.url(),
  file: z.string(),
  publisher: z.string(),
  licence: z.string(),
  edition: z.string().optional(),
  validFrom: z.string().optional(),
};

const Check = z.object({
  /** Content types that the publication may come with; none named: any. */
  contentTypes: z.array(z.string()).default([]),
  /** Further hosts to which the address may redirect; a redirect to any other is refused. */
  hosts: z.array(z.string()).default([]),
  minBytes: z.number().int().positive(),
  /** Text that the first 64 KiB must contain; an error page does not. */
  contains: z.string(),
  /** Hash of the whole file, where its address serves one version for ever; official sites replace theirs each year. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

const FetchedPublication = z.object({
  ...described,
  check: Check,
  /** Other files of the publication, which the importer reads beside the first. */
  beside: z.array(z.object({ url: z.url(), file: z.string() })).optional(),
  /** Address of a JSON object whose `name` is the current release, equal before and after the download. */
  releaseAt: z.url().optional(),
  /** Pattern whose first group is the release in the address that the publisher redirects to. */
  releaseInAddress: z.string().optional(),
  /** A library that has each edition in a folder of its own. */
  folders: z
    .object({
      /** Address of the list of a folder, with FOLDER for its id. */
      children: z.url(),
      /** Address of a file, with FILE for its id and name. */
      file: z.url(),
      /** Id of the folder to begin in. */
      root: z.string(),
      /** Names of folders on the way, `newest` for the one with the highest number. */
      steps: z.array(z.string()),
    })
    .optional(),
});

/** One file a country and year, at an address with REPORTER (ISO 3166 numeric) and YEAR. */
const CountryPublication = z.object({ ...described, check: Check, byCountry: z.literal(true) });

const PublicationFile = z.array(
  z.union([
    CountryPublication,
    FetchedPublication,
    z.object({
      ...described,
      /** Steps for an operator, where the address does not serve a file. */
      byHand: z.string(),
    }),
  ]),
);

/** An official publication: its address, its licence, and the checks of its file or the steps to get it by hand. */
export type Publication = z.output<typeof PublicationFile>[number];
/** A publication that can be fetched, with the checks of its file. */
export type FetchedPublication = z.output<typeof FetchedPublication>;

/** One that is asked for country by country. */
export type CountryPublication = z.output<typeof CountryPublication>;

/** @returns whether it is a watch list: those have a schedule of their own */
export function isWatchList({ subject }: Publication): boolean {
  return subject.startsWith('watch-list:');
}

/** @returns whether the publication can be fetched without a person, and without naming a country */
export function isFetched(publication: Publication): publication is FetchedPublication {
  return 'check' in publication && !isByCountry(publication);
}

/** @returns whether the publication is fetched for countries that are named */
export function isByCountry(publication: Publication): publication is CountryPublication {
  return 'byCountry' in publication;
}

export const MANIFEST = path.join(STARTER_DIR, 'publications.json');

/** Names the faults against the form with the fewest faults. */
function faultsOf(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.map(String);
  if (issue.code !== 'invalid_union') return [`${where.join('.') || 'the whole'}: ${issue.message}`];
  const [nearest = []] = [...issue.errors].sort((left, right) => left.length - right.length);
  return nearest.map(({ path: below, message }) => `${[...where, ...below.map(String)].join('.')}: ${message}`);
}

/** @throws ImportRefused with the file and its faults when it is not a manifest */
export function readManifest(file: string = MANIFEST): Publication[] {
  const parsed = PublicationFile.safeParse(parseJson(file, readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap(faultsOf).map((fault) => `  ${fault}`);
  throw new ImportRefused(`${file} is no manifest of publications:\n${faults.join('\n')}`);
}
