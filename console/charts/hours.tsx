import type { ComponentChildren, VNode } from 'preact';
import { Table } from '../parts';
import { useWords } from '../words/use-words';
import { StackedBars } from './bars';
import { ChartBox, type Series } from './figure';
import { Lines } from './lines';

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

function HourlyCharts({ hours, since, results, titles }: HourCharts): VNode {
  const { charts, format } = useWords();
  const slots = Array.from({ length: HOURS }, (_, index) => new Date(since.getTime() + index * HOUR_MS));
  const found = slots.map((slot) => hours.find(({ at }) => at.getTime() === slot.getTime()));
  const places = slots.map(hourText);
  const hintOf = (said: (hour: Hour) => string) =>
    found.map((hour, index) => `${places[index] ?? ''}: ${hour === undefined ? charts.nothing : said(hour)}`);
  const secondsOf = (read: (hour: Hour) => number) =>
    found.map((hour) => (hour === undefined ? null : read(hour) / 1000));
  const all = sumOf(hours.map(({ counts }) => sumOf(counts)));
  const good = sumOf(hours.map(({ counts }) => counts[0] ?? 0));
  return (
    <div class="charts">
      <ChartBox
        title={titles.share}
        headline={format.share(good, all)}
        note={charts.ofAll({ all: format.figure(all) })}
      >
        <StackedBars
          label={charts.byHourAndResult({ title: titles.share })}
          places={places}
          hints={hintOf(({ counts }) => results.map(({ name }, index) => `${counts[index] ?? 0} ${name}`).join(', '))}
          tick={format.short}
          series={results.map((one, index) => ({ ...one, values: found.map((hour) => hour?.counts[index] ?? 0) }))}
        />
      </ChartBox>
      <ChartBox title={titles.time}>
        <Lines
          label={charts.byHour({ title: titles.time })}
          places={places}
          hints={hintOf((hour) => charts.within({ half: hour.halfWithinMs, most: hour.mostWithinMs }))}
          tick={format.duration}
          isLengthOfTime
          series={[
            { name: charts.halfWithin, colour: 1, values: secondsOf(({ halfWithinMs }) => halfWithinMs) },
            { name: charts.mostWithin, colour: 2, values: secondsOf(({ mostWithinMs }) => mostWithinMs) },
          ]}
        />
      </ChartBox>
    </div>
  );
}

/** Results of the last day's calls and their duration, by hour. */
export function HourlyResults(parts: HourCharts): VNode {
  const { hours, results, titles, empty } = parts;
  const { charts, format } = useWords();
  return (
    <section aria-labelledby="day">
      <h2 id="day">{charts.last24Hours}</h2>
      {hours.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <>
          <HourlyCharts {...parts} />
          <details class="fold">
            <summary>{charts.figures}</summary>
            <Table
              name={titles.share}
              isGrid
              rows={[...hours].reverse()}
              columns={[
                { name: charts.hour, cell: ({ at }) => hourText(at) },
                ...results.map(({ name }, index) => ({
                  name,
                  isNumber: true,
                  cell: ({ counts }: Hour) => format.figure(counts[index] ?? 0),
                })),
                { name: charts.halfWithin, isNumber: true, cell: ({ halfWithinMs }) => `${halfWithinMs} ms` },
                { name: charts.mostWithin, isNumber: true, cell: ({ mostWithinMs }) => `${mostWithinMs} ms` },
              ]}
            />
          </details>
        </>
      )}
    </section>
  );
}
