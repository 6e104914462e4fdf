import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { STARTER_DIR } from '../../importers/starter-directory';

const PublicationFile = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    /** Kind of importer that reads it. */
    kind: z.string(),
    /** What it is an edition of, such as `tariff:US`. */
    subject: z.string(),
    /** About how much there is to fetch. */
    sizeBytes: z.number().int().positive(),
    url: z.url(),
    file: z.string(),
    publisher: z.string(),
    licence: z.string(),
    edition: z.string().optional(),
    validFrom: z.string().optional(),
    check: z.object({
      /** Content types that the publication may come with; none named: any. */
      contentTypes: z.array(z.string()).default([]),
      minBytes: z.number().int().positive(),
      /** Text that must stand in the first 64 KiB: a page of errors has not got it. */
      contains: z.string(),
      /** Hash of the whole file, where its address names one state of it; official sites replace theirs each year. */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
  }),
);

/** An official publication: where it is, under which licence, and how to tell that it is what it claims to be. */
export type Publication = z.output<typeof PublicationFile>[number];

export const MANIFEST = path.join(STARTER_DIR, 'publications.json');

/** @throws Error when the manifest is not of its shape */
export function readManifest(file: string = MANIFEST): Publication[] {
  return PublicationFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}
