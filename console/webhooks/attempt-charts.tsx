import type { VNode } from 'preact';
import { type AttemptHour, MAX_LOOKED_AT } from '../../db/webhooks/attempt-hours';
import { ChartBox, duration, Lines, share, short, StackedBars } from '../charts';
import { Empty, figure, Table } from '../parts';

const HOUR_MS = 3_600_000;
/** Hours that are shown, the present one the last. */
const HOURS = 24;

/** @returns the beginning of the first hour that is shown */
export function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS);
}

const hourText = (at: Date): string => at.toISOString().slice(11, 16);
const madeIn = ({ delivered, refused, unanswered }: AttemptHour): number => delivered + refused + unanswered;

function hourHint(at: string, hour: AttemptHour | undefined): string {
  if (hour === undefined) return `${at}: no attempt`;
  const { delivered, refused, unanswered } = hour;
  return `${at}: ${figure(delivered)} delivered, ${figure(refused)} refused, ${figure(unanswered)} unanswered`;
}

function Pictures({ hours, since }: { hours: readonly AttemptHour[]; since: Date }): VNode {
  const slots = Array.from({ length: HOURS }, (_, index) => new Date(since.getTime() + index * HOUR_MS));
  const found = slots.map((slot) => hours.find(({ at }) => at.getTime() === slot.getTime()));
  const places = slots.map(hourText);
  const valuesOf = (read: (hour: AttemptHour) => number) =>
    found.map((hour) => (hour === undefined ? null : read(hour)));
  const countsOf = (read: (hour: AttemptHour) => number) => valuesOf(read).map((count) => count ?? 0);
  const made = hours.reduce((sum, hour) => sum + madeIn(hour), 0);
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  return (
    <div class="charts">
      <ChartBox title="Attempts that delivered" headline={share(delivered, made)} note={`of ${figure(made)}`}>
        <StackedBars
          label="Attempts by hour and result"
          places={places}
          hints={found.map((hour, index) => hourHint(places[index] ?? '', hour))}
          tick={short}
          series={[
            { name: 'Delivered', colour: 'good', values: countsOf((hour) => hour.delivered) },
            { name: 'Refused', colour: 'bad', values: countsOf((hour) => hour.refused) },
            { name: 'No answer', colour: 'wait', values: countsOf((hour) => hour.unanswered) },
          ]}
        />
      </ChartBox>
      <ChartBox title="Response time">
        <Lines
          label="Time until an attempt has ended, by hour"
          places={places}
          hints={found.map((hour, index) =>
            hour === undefined
              ? hourHint(places[index] ?? '', hour)
              : `${places[index] ?? ''}: half within ${hour.halfWithinMs} ms, 95 % within ${hour.mostWithinMs} ms`,
          )}
          tick={duration}
          isLengthOfTime
          series={[
            { name: 'Half within', colour: 1, values: valuesOf(({ halfWithinMs }) => halfWithinMs / 1000) },
            { name: '95 % within', colour: 2, values: valuesOf(({ mostWithinMs }) => mostWithinMs / 1000) },
          ]}
        />
      </ChartBox>
    </div>
  );
}

/** What became of the attempts of a day, and how long they took. */
export function AttemptCharts({ hours, since }: { hours: readonly AttemptHour[]; since: Date }): VNode {
  return (
    <section aria-labelledby="day">
      <h2 id="day">The last 24 hours</h2>
      {hours.length === 0 ? (
        <Empty>No attempt was made. Send a test event to see how the endpoint answers.</Empty>
      ) : (
        <>
          <Pictures {...{ hours, since }} />
          <details class="fold">
            <summary>Figures behind the pictures</summary>
            <Table
              name="Attempts by hour"
              isGrid
              rows={[...hours].reverse()}
              columns={[
                { name: 'Hour, UTC', cell: ({ at }) => hourText(at) },
                { name: 'Delivered', isNumber: true, cell: ({ delivered }) => figure(delivered) },
                { name: 'Refused', isNumber: true, cell: ({ refused }) => figure(refused) },
                { name: 'No answer', isNumber: true, cell: ({ unanswered }) => figure(unanswered) },
                { name: 'Half within', isNumber: true, cell: ({ halfWithinMs }) => `${halfWithinMs} ms` },
                { name: '95 % within', isNumber: true, cell: ({ mostWithinMs }) => `${mostWithinMs} ms` },
              ]}
            />
          </details>
          <p class="hint">{`Of at most the newest ${figure(MAX_LOOKED_AT)} deliveries.`}</p>
        </>
      )}
    </section>
  );
}
