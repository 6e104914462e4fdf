import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ZodType, output } from 'zod';
import type { EditionDraft } from '../domain/imports/drafts';
import { AgreementFactsFile, ProgramsFile, ReplacementsFile } from '../domain/imports/fact-schemas';
import { STARTER_DIR } from './starter-directory';

const OWN = {
  publisher: 'Corridor',
  licence: 'facts, with a source each',
  url: null,
  validFrom: null,
  edition: '1',
  nomenclature: null,
} as const;

function readFacts<Schema extends ZodType>(file: string, schema: Schema): output<Schema> {
  return schema.parse(JSON.parse(readFileSync(path.join(STARTER_DIR, file), 'utf8')));
}

/** Trade agreements with members and dates. Source: importers/starter-data/agreements.json, which cites one for each */
export function agreementsEdition(): EditionDraft {
  const agreements = readFacts('agreements.json', AgreementFactsFile);
  return {
    ...OWN,
    subject: 'agreements',
    title: 'Trade agreements, members and dates',
    facts: { agreements: agreements.length },
    content: { kind: 'agreements', agreements },
  };
}

/** The meanings of the symbols in a schedule's special column. Source: importers/starter-data/programs.json */
export function programsEdition(): EditionDraft {
  const programs = readFacts('programs.json', ProgramsFile);
  return {
    ...OWN,
    subject: 'programs',
    title: 'Symbols of preferential programs',
    facts: { programs: programs.length },
    content: { kind: 'programs', programs },
  };
}

/** Codes of an older edition and what took their place. Source: importers/starter-data/replacements.json */
export function replacementsEdition(): EditionDraft {
  const replacements = readFacts('replacements.json', ReplacementsFile);
  return {
    ...OWN,
    subject: 'hs:replacements',
    title: 'Codes that another edition replaced',
    facts: { codes: replacements.reduce((sum, { codes }) => sum + Object.keys(codes).length, 0) },
    content: { kind: 'replacements', replacements },
  };
}
