import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EditionDraft } from '../domain/imports/drafts';
import { ReplacementsFile, type AgreementFacts, type ProgramFacts } from '../domain/imports/fact-schemas';
import { TRADE_AGREEMENTS } from '../domain/facts/agreements';
import { US_PROGRAMS } from '../domain/facts/programs';
import { STARTER_DIR } from './starter-directory';

const OWN = {
  publisher: 'Corridor',
  licence: 'facts, with a source each',
  url: null,
  validFrom: null,
  edition: '1',
  nomenclature: null,
} as const;

function tradeAgreements(): AgreementFacts[] {
  return TRADE_AGREEMENTS.facts.flatMap(({ key: name, value, from: effectiveDate }) => {
    if (value === null || effectiveDate === null) return [];
    const { cited: source, url: sourceUrl, ...agreement } = value;
    return [{ name, status: 'Active', effectiveDate, ...agreement, source, sourceUrl }];
  });
}

/** Trade agreements with members and dates. Source: domain/facts/trade-agreements.json, which cites one for each */
export function agreementsEdition(): EditionDraft {
  const all = tradeAgreements();
  return {
    ...OWN,
    subject: 'agreements',
    title: 'Trade agreements, members and dates',
    facts: { agreements: all.length },
    content: { kind: 'agreements', agreements: all },
  };
}

/** The programs behind the symbols in the special column of the United States, with their present facts. */
function preferencePrograms(): ProgramFacts[] {
  return US_PROGRAMS.facts.flatMap(({ key: agreement, value, from: effectiveDate, until: expiredOn }) => {
    if (value === null || 'ended' in value) return [];
    const { law: source, ...granted } = value;
    return [{ schedule: 'US', agreement, ...granted, effectiveDate, expiredOn, source }];
  });
}

/** The meanings of the symbols in a schedule's special column. Source: domain/facts/us-programs.json */
export function programsEdition(): EditionDraft {
  const all = preferencePrograms();
  return {
    ...OWN,
    subject: 'programs',
    title: 'Symbols of preferential programs',
    facts: { programs: all.length },
    content: { kind: 'programs', programs: all },
  };
}

/** Codes of an older edition with those that replaced them. Source: importers/starter-data/replacements.json */
export function replacementsEdition(): EditionDraft {
  const file = path.join(STARTER_DIR, 'replacements.json');
  const replacements = ReplacementsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    ...OWN,
    subject: 'hs:replacements',
    title: 'Codes that another edition replaced',
    facts: { codes: replacements.reduce((sum, { codes }) => sum + Object.keys(codes).length, 0) },
    content: { kind: 'replacements', replacements },
  };
}
