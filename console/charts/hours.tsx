import type { ComponentChildren, VNode } from 'preact';
import { figure, Table } from '../parts';
import { StackedBars } from './bars';
import { ChartBox, type Series } from './figure';
import { Lines } from './lines';
import { duration, share, short } from './words';

const HOUR_MS = 3_600_000;
/** Hours that are shown, the present one the last. */
const HOURS = 24;

/** What was tried in an hour, by result, and how long it took. */
export interface Hour {
  /** Its beginning. */
  at: Date;
  /** How many had each of the results. */
  counts: readonly number[];
  /** Milliseconds within which half of them had ended, and 95 % of them. */
  halfWithinMs: number;
  mostWithinMs: number;
}

/** @returns the beginning of the first hour that is shown */
export function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS);
}

export interface HourCharts {
  hours: readonly Hour[];
  /** Beginning of the first hour that is shown. */
  since: Date;
  /** The results, the good one first. */
  results: readonly Series[];
  /** What the share of the good result is called, and the time that is measured. */
  titles: { share: string; time: string };
  /** What stands in place of the pictures where nothing was tried. */
  empty: ComponentChildren;
}

const hourText = (at: Date): string => at.toISOString().slice(11, 16);
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function Pictures({ hours, since, results, titles }: HourCharts): VNode {
  const slots = Array.from({ length: HOURS }, (_, index) => new Date(since.getTime() + index * HOUR_MS));
  const found = slots.map((slot) => hours.find(({ at }) => at.getTime() === slot.getTime()));
  const places = slots.map(hourText);
  const hintOf = (said: (hour: Hour) => string) =>
    found.map((hour, index) => `${places[index] ?? ''}: ${hour === undefined ? 'nothing' : said(hour)}`);
  const secondsOf = (read: (hour: Hour) => number) =>
    found.map((hour) => (hour === undefined ? null : read(hour) / 1000));
  const all = sumOf(hours.map(({ counts }) => sumOf(counts)));
  const good = sumOf(hours.map(({ counts }) => counts[0] ?? 0));
  return (
    <div class="charts">
      <ChartBox title={titles.share} headline={share(good, all)} note={`of ${figure(all)}`}>
        <StackedBars
          label={`${titles.share}, by hour and result`}
          places={places}
          hints={hintOf(({ counts }) => results.map(({ name }, index) => `${counts[index] ?? 0} ${name}`).join(', '))}
          tick={short}
          series={results.map((one, index) => ({ ...one, values: found.map((hour) => hour?.counts[index] ?? 0) }))}
        />
      </ChartBox>
      <ChartBox title={titles.time}>
        <Lines
          label={`${titles.time}, by hour`}
          places={places}
          hints={hintOf((hour) => `half within ${hour.halfWithinMs} ms, 95 % within ${hour.mostWithinMs} ms`)}
          tick={duration}
          isLengthOfTime
          series={[
            { name: 'Half within', colour: 1, values: secondsOf(({ halfWithinMs }) => halfWithinMs) },
            { name: '95 % within', colour: 2, values: secondsOf(({ mostWithinMs }) => mostWithinMs) },
          ]}
        />
      </ChartBox>
    </div>
  );
}

/** What became of what was tried in a day, hour by hour, and how long it took. */
export function HourlyResults(parts: HourCharts): VNode {
  const { hours, results, titles, empty } = parts;
  return (
    <section aria-labelledby="day">
      <h2 id="day">The last 24 hours</h2>
      {hours.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <>
          <Pictures {...parts} />
          <details class="fold">
            <summary>Figures behind the pictures</summary>
            <Table
              name={titles.share}
              isGrid
              rows={[...hours].reverse()}
              columns={[
                { name: 'Hour, UTC', cell: ({ at }) => hourText(at) },
                ...results.map(({ name }, index) => ({
                  name,
                  isNumber: true,
                  cell: ({ counts }: Hour) => figure(counts[index] ?? 0),
                })),
                { name: 'Half within', isNumber: true, cell: ({ halfWithinMs }) => `${halfWithinMs} ms` },
                { name: '95 % within', isNumber: true, cell: ({ mostWithinMs }) => `${mostWithinMs} ms` },
              ]}
            />
          </details>
        </>
      )}
    </section>
  );
}
