import type { Database } from '../database';
import type { Duty, RateKind } from '../../domain/tariffs/duty';
import type { RatedLine, Schedule } from '../../domain/tariffs/schedule';
import type { SpecialRate } from '../../domain/tariffs/us-duty';
import { currentEdition, provenanceOf } from './editions';
import { cached } from './reference-data';

interface LineRow {
  code: string;
  description: string;
  unit: string | null;
  expression: string;
  rate_kind: RateKind;
  ad_valorem: string | null;
  duty: Duty | null;
  preferences: SpecialRate[] | null;
}

async function readSchedule(database: Database, name: string): Promise<Schedule | null> {
  const edition = await currentEdition(database, `tariff:${name}`);
  if (edition === null) return null;
  const rows = await database.query<LineRow>(
    `select code, description, unit, expression, rate_kind, ad_valorem::text, duty, preferences
     from tariff_lines where schedule = $1 and expression is not null order by code collate "C"`,
    [name],
  );
  const lines = new Map<string, RatedLine>();
  for (const row of rows) {
    const rate = { expression: row.expression, kind: row.rate_kind, adValorem: row.ad_valorem, duty: row.duty };
    const { code, description, unit } = row;
    lines.set(code, { code, description, unit, rate, preferences: row.preferences ?? [] });
  }
  const average = edition.facts['averageTariff'];
  return {
    name,
    provenance: provenanceOf(edition),
    averageTariff: typeof average === 'number' ? average : null,
    codes: rows.map(({ code }) => code),
    lines,
  };
}

/** @returns a schedule as this process keeps it, or null where none was imported */
export function schedule(database: Database, name: string): Promise<Schedule | null> {
  return cached(database, `schedule:${name}`, () => readSchedule(database, name));
}

/** @returns names of the schedules that were imported, such as `US`, `EU` */
export function scheduleNames(database: Database): Promise<string[]> {
  return cached(database, 'schedules', async () => {
    const rows = await database.query<{ subject: string }>(
      `select subject from reference_editions where subject like 'tariff:%' and superseded_at is null order by subject`,
    );
    return rows.map(({ subject }) => subject.slice('tariff:'.length));
  });
}
