import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
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

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const country = z.string().regex(/^[A-Z]{2}$/);

const agreementsSchema = z.array(
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

const programsSchema = z.array(
  z.object({
    schedule: z.string(),
    symbols: z.array(z.string()),
    agreement: z.string(),
    members: z.array(country),
    effectiveDate: day.nullable(),
    source: z.string(),
  }),
);

const replacementsSchema = z.array(
  z.object({ old: z.string(), new: z.array(z.string()), from: z.string(), to: z.string(), source: z.string() }),
);

function readFacts<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(path.join(DIR, file), 'utf8')));
}

/** Trade agreements with members and dates. Source: db/starter/agreements.json, which cites one for each */
export function agreementsEdition(): EditionDraft {
  const agreements = readFacts('agreements.json', agreementsSchema);
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
  const programs = readFacts('programs.json', programsSchema);
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
  const replacements = readFacts('replacements.json', replacementsSchema);
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
