import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ZodType, output } from 'zod';
import { AgreementFactsFile, ProgramsFile, ReplacementsFile } from '../../domain/tariffs/starter-schemas';
import { insertRows, textArray } from './insert-rows';
import type { EditionDraft } from './import-types';

const DIR = path.resolve(__dirname, '../starter');
const OWN = {
  publisher: 'Corridor',
  licence: 'facts, with a source each',
  url: null,
  validFrom: null,
  rates: null,
} as const;

function readFacts<Schema extends ZodType>(file: string, schema: Schema): output<Schema> {
  return schema.parse(JSON.parse(readFileSync(path.join(DIR, file), 'utf8')));
}

/** Trade agreements with members and dates. Source: db/starter/agreements.json, which cites one for each */
export function agreementsEdition(): EditionDraft {
  const agreements = readFacts('agreements.json', AgreementFactsFile);
  const members = agreements.flatMap((agreement) => [
    ...agreement.members.map((member, at) => {
      const joined = agreement.joined[member] ?? agreement.effectiveDate;
      return [agreement.name, String(at), member, joined, 'true'];
    }),
    ...agreement.accessions.map((accession, at) => {
      return [agreement.name, String(agreement.members.length + at), accession.country, accession.date, 'false'];
    }),
  ]);
  const exceptions = agreements.flatMap((agreement) =>
    agreement.exceptions.map((e) => [agreement.name, e.country, e.partner, e.appliesFrom, e.note]),
  );
  const agreementColumns = {
    name: 'text',
    title: 'text',
    status: 'text',
    effective_date: 'date',
    source: 'text',
    source_url: 'text',
    customs_union: 'boolean',
    edition_id: 'text',
  };
  return {
    ...OWN,
    subject: 'agreements',
    title: 'Trade agreements, members and dates',
    edition: '1',
    nomenclature: null,
    facts: { agreements: agreements.length },
    tables: ['trade_agreements'],
    async write(client, id) {
      const rows = agreements.map((a) => {
        const facts = [a.name, a.title, a.status, a.effectiveDate, a.source, a.sourceUrl];
        return [...facts, String(a.customsUnion), id];
      });
      await insertRows(client, 'trade_agreements', agreementColumns, rows);
      const memberColumns = {
        agreement: 'text',
        position: 'integer',
        country: 'text',
        joined_on: 'date',
        founding: 'boolean',
      };
      await insertRows(client, 'trade_agreement_members', memberColumns, members);
      const exceptionColumns = {
        agreement: 'text',
        country: 'text',
        partner: 'text',
        applies_from: 'date',
        note: 'text',
      };
      await insertRows(client, 'trade_agreement_exceptions', exceptionColumns, exceptions);
    },
  };
}

/** What the symbols in a schedule's special column stand for. Source: db/starter/programs.json */
export function programsEdition(): EditionDraft {
  const programs = readFacts('programs.json', ProgramsFile);
  const rows = programs.flatMap((program) =>
    program.symbols.map((symbol) => [
      program.schedule,
      symbol,
      program.agreement,
      textArray(program.members),
      program.effectiveDate,
      program.source,
    ]),
  );
  const columns = {
    schedule: 'text',
    symbol: 'text',
    agreement: 'text',
    members: 'text[]',
    effective_date: 'date',
    source: 'text',
    edition_id: 'text',
  };
  return {
    ...OWN,
    subject: 'programs',
    title: 'Symbols of preferential programs',
    edition: '1',
    nomenclature: null,
    facts: { programs: programs.length },
    tables: ['tariff_programs'],
    write: (client, id) =>
      insertRows(
        client,
        'tariff_programs',
        columns,
        rows.map((row) => [...row, id]),
      ),
  };
}

/** Codes of an older edition and what took their place. Source: db/starter/replacements.json */
export function replacementsEdition(): EditionDraft {
  const replacements = readFacts('replacements.json', ReplacementsFile);
  const columns = {
    old_code: 'text',
    new_code: 'text',
    old_edition: 'text',
    new_edition: 'text',
    source: 'text',
    edition_id: 'text',
  };
  return {
    ...OWN,
    subject: 'hs:replacements',
    title: 'Codes that another edition replaced',
    edition: '1',
    nomenclature: null,
    facts: { codes: replacements.length },
    tables: ['hs_replacements'],
    async write(client, id) {
      const rows = replacements.flatMap((r) => r.new.map((code) => [r.old, code, r.from, r.to, r.source, id]));
      await insertRows(client, 'hs_replacements', columns, rows);
    },
  };
}
