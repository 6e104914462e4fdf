import type { AgreementFacts, ProgramFacts, ReplacementFacts } from '../../domain/imports/fact-schemas';
import type { Queryable } from '../database';
import { insertRows, textArray } from './insert-rows';

/** Rows of `trade_agreement_members`: founders first, then countries that acceded, in this order of `position`. */
function memberRows(agreement: AgreementFacts): string[][] {
  const founders = agreement.members.map((member, at) => {
    const joined = agreement.joined[member] ?? agreement.effectiveDate;
    return [agreement.name, String(at), member, joined, 'true'];
  });
  const later = agreement.accessions.map(({ country, date }, at) => {
    return [agreement.name, String(agreement.members.length + at), country, date, 'false'];
  });
  return [...founders, ...later];
}

/** Inserts agreements of an edition with their members and exceptions. */
export async function writeAgreements(
  client: Queryable,
  id: string,
  agreements: readonly AgreementFacts[],
): Promise<void> {
  const columns = {
    name: 'text',
    title: 'text',
    status: 'text',
    effective_date: 'date',
    source: 'text',
    source_url: 'text',
    customs_union: 'boolean',
    edition_id: 'text',
  };
  const rows = agreements.map((a) => {
    const facts = [a.name, a.title, a.status, a.effectiveDate, a.source, a.sourceUrl];
    return [...facts, String(a.customsUnion), id];
  });
  await insertRows(client, 'trade_agreements', columns, rows);
  const memberColumns = {
    agreement: 'text',
    position: 'integer',
    country: 'text',
    joined_on: 'date',
    founding: 'boolean',
  };
  await insertRows(client, 'trade_agreement_members', memberColumns, agreements.flatMap(memberRows));
  const exceptionColumns = { agreement: 'text', country: 'text', partner: 'text', applies_from: 'date', note: 'text' };
  const exceptions = agreements.flatMap((agreement) =>
    agreement.exceptions.map((e) => [agreement.name, e.country, e.partner, e.appliesFrom, e.note]),
  );
  await insertRows(client, 'trade_agreement_exceptions', exceptionColumns, exceptions);
}

/** Inserts preference programs of an edition, a row for each of their symbols. */
export async function writePrograms(client: Queryable, id: string, programs: readonly ProgramFacts[]): Promise<void> {
  const columns = {
    schedule: 'text',
    symbol: 'text',
    agreement: 'text',
    members: 'text[]',
    joined: 'jsonb',
    effective_date: 'date',
    expired_on: 'date',
    conditions: 'text',
    source: 'text',
    edition_id: 'text',
  };
  const rows = programs.flatMap((program) =>
    program.symbols.map((symbol) => [
      program.schedule,
      symbol,
      program.agreement,
      textArray(program.members),
      JSON.stringify(program.joined),
      program.effectiveDate,
      program.expiredOn,
      program.conditions,
      program.source,
      id,
    ]),
  );
  await insertRows(client, 'tariff_programs', columns, rows);
}

/** Inserts codes of one edition of the nomenclature with their successors in the next. */
export async function writeReplacements(
  client: Queryable,
  id: string,
  replacements: readonly ReplacementFacts[],
): Promise<void> {
  const columns = {
    old_code: 'text',
    new_code: 'text',
    old_edition: 'text',
    new_edition: 'text',
    source: 'text',
    edition_id: 'text',
  };
  const rows = replacements.flatMap(({ from, to, source, codes }) =>
    Object.entries(codes).flatMap(([old, later]) => later.map((code) => [old, code, from, to, source, id])),
  );
  await insertRows(client, 'hs_replacements', columns, rows);
}
