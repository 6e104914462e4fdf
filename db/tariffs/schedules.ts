import type { AdditionalDuty } from '../../domain/tariffs/additional-duties';
import type { Duty, Rate, RateKind } from '../../domain/tariffs/duty';
import type { RatedLine, Schedule } from '../../domain/tariffs/schedule';
import type { SpecialRate } from '../../domain/tariffs/us-duty';
import type { Queryable } from '../database';
import { provenanceOf, type Edition } from './editions';

interface LineRow {
  code: string;
  unit: string | null;
  expression: string;
  rate_kind: RateKind;
  ad_valorem: string | null;
  duty: Duty | null;
  special_text: string | null;
  preferences: SpecialRate[] | null;
  column_two: Rate | null;
}

/** One object for each text: a schedule of thirteen thousand lines has a few hundred different rates. */
class Interned<Value> {
  private readonly values = new Map<string, Value>();

  get(text: string, value: Value): Value {
    const known = this.values.get(text);
    if (known !== undefined) return known;
    this.values.set(text, value);
    return value;
  }
}

const NO_PREFERENCES: readonly SpecialRate[] = [];

function linesOf(rows: readonly LineRow[]): Map<string, RatedLine> {
  const rates = new Interned<Rate>();
  const specials = new Interned<readonly SpecialRate[]>();
  const units = new Interned<string>();
  const lines = new Map<string, RatedLine>();
  for (const row of rows) {
    const { code, unit, expression, special_text, preferences, column_two } = row;
    const rate = { expression, kind: row.rate_kind, adValorem: row.ad_valorem, duty: row.duty };
    lines.set(code, {
      code,
      unit: unit === null ? null : units.get(unit, unit),
      rate: rates.get(expression, rate),
      preferences: preferences === null ? NO_PREFERENCES : specials.get(special_text ?? code, preferences),
      columnTwo: column_two === null ? null : rates.get(column_two.expression, column_two),
    });
  }
  return lines;
}

/** @returns the schedule of an edition whose subject is `tariff:NAME` */
export async function readSchedule(database: Queryable, edition: Edition): Promise<Schedule> {
  const rows = await database.query<LineRow>(
    `select code, unit, expression, rate_kind, ad_valorem::text, duty, special_text, preferences, column_two
     from tariff_lines where edition_id = $1 and expression is not null order by code collate "C"`,
    [edition.id],
  );
  const additional = await database.query<{ facts: AdditionalDuty }>(
    'select facts from additional_duties where edition_id = $1 order by heading',
    [edition.id],
  );
  const average = edition.facts['averageTariff'];
  return {
    name: edition.subject.slice('tariff:'.length),
    provenance: provenanceOf(edition),
    averageTariff: typeof average === 'number' ? average : null,
    additional: additional.map(({ facts }) => facts),
    codes: rows.map(({ code }) => code),
    lines: linesOf(rows),
  };
}
