import { utcDate } from '../../domain/calendar-dates';
import type { AdditionalDuty } from '../../domain/tariffs/schedule/additional-duties';
import type { Duty, Rate, RateKind } from '../../domain/tariffs/schedule/duty';
import type { RatedLine, Schedule } from '../../domain/tariffs/schedule/schedule';
import type { SpecialRate } from '../../domain/tariffs/schedule/us-duty';
import type { Queryable } from '../database';
import { readPages } from '../read-pages';
import { provenanceOf, type Edition } from './editions';

/** A rated line as stored; JSON as text, since most lines share theirs with others. */
interface LineRow {
  code: string;
  unit: string | null;
  expression: string;
  rate_kind: RateKind;
  ad_valorem: string | null;
  duty: string | null;
  preferences: string | null;
  column_two: string | null;
}

/** One object for each text: a schedule of thirteen thousand lines has a few hundred different rates. */
class Interned<Value> {
  private readonly values = new Map<string, Value>();

  get(text: string, make: () => Value): Value {
    const known = this.values.get(text);
    if (known !== undefined) return known;
    const value = make();
    this.values.set(text, value);
    return value;
  }
}

const NO_PREFERENCES: readonly SpecialRate[] = [];

/** Makes lines of rows, with one object for what several lines have in common. */
class Lines {
  readonly byCode = new Map<string, RatedLine>();
  private readonly rates = new Interned<Rate>();
  private readonly specials = new Interned<readonly SpecialRate[]>();
  private readonly columnsTwo = new Interned<Rate>();
  private readonly units = new Interned<string>();

  add(row: LineRow): void {
    const { code, unit, expression, rate_kind: kind, ad_valorem: adValorem, duty, preferences, column_two } = row;
    // What is stored is what domain's parsers of rates made.
    this.byCode.set(code, {
      code,
      unit: unit === null ? null : this.units.get(unit, () => unit),
      rate: this.rates.get(expression, () => ({ expression, kind, adValorem, duty: parseDuty(duty) })),
      preferences:
        preferences === null
          ? NO_PREFERENCES
          : this.specials.get(preferences, () => JSON.parse(preferences) as SpecialRate[]),
      columnTwo: column_two === null ? null : this.columnsTwo.get(column_two, () => JSON.parse(column_two) as Rate),
    });
  }
}

function parseDuty(text: string | null): Duty | null {
  return text === null ? null : (JSON.parse(text) as Duty);
}

/** @returns the day on which the publisher was last found to publish the same edition */
export function confirmedOnOf({ confirmed_at: at }: Edition): string | null {
  return at === null ? null : utcDate(at);
}

/**
 * @param client of a transaction
 * @returns the schedule of an edition whose subject is `tariff:NAME`
 */
export async function readSchedule(client: Queryable, edition: Edition): Promise<Schedule> {
  const lines = new Lines();
  const pages = readPages<LineRow>(client, {
    cursor: 'rated_lines',
    text: `select code, unit, expression, rate_kind, ad_valorem::text, duty::text, preferences::text, column_two::text
           from tariff_lines where edition_id = $1 and expression is not null order by code collate "C"`,
    values: [edition.id],
  });
  for await (const rows of pages) for (const row of rows) lines.add(row);
  const additional = await client.query<{ facts: AdditionalDuty }>(
    'select facts from additional_duties where edition_id = $1 order by heading',
    [edition.id],
  );
  const average = edition.facts['averageTariff'];
  return {
    name: edition.subject.slice('tariff:'.length),
    provenance: provenanceOf(edition),
    confirmedOn: confirmedOnOf(edition),
    averageTariff: typeof average === 'number' ? average : null,
    additional: additional.map(({ facts }) => facts),
    codes: [...lines.byCode.keys()],
    lines: lines.byCode,
  };
}
