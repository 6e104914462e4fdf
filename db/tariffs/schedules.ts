import { utcDate } from '../../domain/calendar-dates';
import type { AdditionalDuty } from '../../domain/tariffs/schedule/additional-duties';
import type { Duty, Rate, RateKind } from '../../domain/tariffs/schedule/duty';
import type { LineTerms, Schedule } from '../../domain/tariffs/schedule/schedule';
import type { SpecialRate } from '../../domain/tariffs/schedule/us-duty';
import type { Queryable } from '../database';
import { readPages } from '../read-pages';
import { AVERAGE_KINDS, provenanceOf, type Edition } from './editions';

/** What lines have in common, and their codes: a schedule of thirteen thousand lines has a few hundred such rows. */
interface LinesRow {
  codes: string;
  unit: string | null;
  expression: string;
  rate_kind: RateKind;
  ad_valorem: string | null;
  duty: string | null;
  preferences: string | null;
  column_two: string | null;
}

const NO_PREFERENCES: readonly SpecialRate[] = [];

/** The terms of stored lines, as the parsers of rates in domain/ made them. */
function termsOf({ unit, expression, rate_kind: kind, ad_valorem: adValorem, duty, ...row }: LinesRow): LineTerms {
  return {
    unit,
    rate: { expression, kind, adValorem, duty: parseDuty(duty) },
    preferences: row.preferences === null ? NO_PREFERENCES : (JSON.parse(row.preferences) as SpecialRate[]),
    columnTwo: row.column_two === null ? null : (JSON.parse(row.column_two) as Rate),
  };
}

function parseDuty(text: string | null): Duty | null {
  return text === null ? null : (JSON.parse(text) as Duty);
}

/** @returns the day on which the publisher was last found to publish the same edition */
export function confirmedOnOf({ confirmed_at: at }: Edition): string | null {
  return at === null ? null : utcDate(at);
}

/**
 * Reads the schedule of an edition whose subject is `tariff:NAME`, page by page.
 * @param client of a transaction
 */
export async function readSchedule(client: Queryable, edition: Edition): Promise<Schedule> {
  const lines = new Map<string, LineTerms>();
  const pages = readPages<LinesRow>(client, {
    cursor: 'rated_lines',
    text: `select string_agg(code, ' ') as codes, unit, expression, rate_kind, ad_valorem::text, duty::text,
             preferences::text, column_two::text
           from tariff_lines where edition_id = $1 and expression is not null group by 2, 3, 4, 5, 6, 7, 8`,
    values: [edition.id],
  });
  for await (const rows of pages) {
    for (const row of rows) {
      const terms = termsOf(row);
      for (const code of row.codes.split(' ')) lines.set(code, terms);
    }
  }
  const additional = await client.query<{ facts: AdditionalDuty }>(
    'select facts from additional_duties where edition_id = $1 order by heading',
    [edition.id],
  );
  const { averageTariff: average, doubts } = edition.facts;
  return {
    name: edition.subject.slice('tariff:'.length),
    provenance: provenanceOf(edition),
    confirmedOn: confirmedOnOf(edition),
    averageTariff: typeof average === 'number' ? average : null,
    doubts: Array.isArray(doubts) ? doubts.map(String) : [],
    isAverage: AVERAGE_KINDS.has(edition.kind),
    additional: additional.map(({ facts }) => facts),
    codes: [...lines.keys()].sort(),
    lines,
  };
}
