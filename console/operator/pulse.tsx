import type { VNode } from 'preact';
import {
  AGE_BOUNDS_HOURS,
  type OperatorPulse,
  PULSE_MINUTES,
  type WaitingAges,
} from '../../db/payments/review/operator-pulse';
import type { Backlog } from '../../db/outbox';
import { waitingMessage } from '../../domain/payments/dispatch/waiting';
import { BarRows, ChartBox, duration, Lines, short } from '../charts';
import { Empty, figure, Table } from '../parts';

const HOUR_SECONDS = 3_600;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const secondsSince = (at: Date, now: Date): number => Math.max(0, (now.getTime() - at.getTime()) / 1000);
const perMinute = (counts: readonly number[]): string =>
  (sumOf(counts) / PULSE_MINUTES).toLocaleString('en', { maximumFractionDigits: 1 });

function MinutesChart({ pulse, end }: { pulse: OperatorPulse; end: Date }): VNode {
  const places = pulse.now.map((_, index) =>
    new Date(end.getTime() - (PULSE_MINUTES - index) * 60_000).toISOString().slice(11, 16),
  );
  return (
    <ChartBox
      title="Payments a minute, last hour"
      headline={perMinute(pulse.now)}
      note={`${perMinute(pulse.weekBefore)} in the same hour last week`}
    >
      <Lines
        label={`Payments submitted in each minute: ${figure(sumOf(pulse.now))} in the last hour, ${figure(sumOf(pulse.weekBefore))} in the same hour last week`}
        places={places}
        hints={places.map(
          (place, index) => `${place}: ${pulse.now[index] ?? 0}, last week ${pulse.weekBefore[index] ?? 0}`,
        )}
        tick={short}
        series={[
          { name: 'Last week', colour: 6, values: pulse.weekBefore },
          { name: 'Now', colour: 1, values: pulse.now },
        ]}
      />
    </ChartBox>
  );
}

function WaitsChart({ waiting, now }: { waiting: readonly WaitingAges[]; now: Date }): VNode {
  const [oldest] = waiting;
  return (
    <ChartBox
      title="Payments that wait"
      headline={figure(sumOf(waiting.map(({ counts }) => sumOf(counts))))}
      note={oldest === undefined ? undefined : `the oldest for ${duration(secondsSince(oldest.oldest, now))}`}
    >
      {waiting.length === 0 ? (
        <Empty>No payment waits.</Empty>
      ) : (
        <BarRows
          rows={waiting.map(({ reason, counts, oldest: since }) => ({
            name: waitingMessage(reason),
            colour: 'wait',
            value: sumOf(counts),
            said: `${figure(sumOf(counts))}, for up to ${duration(secondsSince(since, now))}`,
          }))}
        />
      )}
    </ChartBox>
  );
}

/** Names of the ages, from below the first bound to above the last. */
const AGES = [
  ...AGE_BOUNDS_HOURS.map((hours) => `less than ${duration(hours * HOUR_SECONDS)}`),
  `${duration((AGE_BOUNDS_HOURS.at(-1) ?? 0) * HOUR_SECONDS)} or more`,
];

function HoldsChart({ waiting }: { waiting: readonly WaitingAges[] }): VNode {
  const counts = waiting.find(({ reason }) => reason === 'compliance_review')?.counts ?? AGES.map(() => 0);
  return (
    <ChartBox title="Holds by age" headline={figure(sumOf(counts))} note="wait for a compliance review">
      <BarRows
        rows={AGES.map((name, index) => ({
          name,
          colour: index < AGES.length - 2 ? 'wait' : 'bad',
          value: counts[index] ?? 0,
          said: figure(counts[index] ?? 0),
        }))}
        most={Math.max(...counts, 1)}
      />
    </ChartBox>
  );
}

function OutboxChart({ backlog, now }: { backlog: readonly Backlog[]; now: Date }): VNode {
  const since = backlog.flatMap((one) => one.since ?? []).sort((one, other) => one.getTime() - other.getTime())[0];
  return (
    <ChartBox
      title="Items waiting for Temporal"
      headline={figure(sumOf(backlog.map(({ items }) => items)))}
      note={
        since === undefined
          ? 'Temporal has accepted everything'
          : `the oldest for ${duration(secondsSince(since, now))}`
      }
    >
      <p>
        <a href="#waiting">By kind</a>
      </p>
    </ChartBox>
  );
}

/** Load compared with the same time a week ago, and what waits. */
export function Pulse({
  pulse,
  backlog,
  now,
}: {
  pulse: OperatorPulse;
  backlog: readonly Backlog[];
  now: Date;
}): VNode {
  const tenMinutes = [0, 10, 20, 30, 40, 50].map((from) => ({
    from,
    now: sumOf(pulse.now.slice(from, from + 10)),
    weekBefore: sumOf(pulse.weekBefore.slice(from, from + 10)),
  }));
  return (
    <section aria-labelledby="pulse">
      <h2 id="pulse">At present</h2>
      <div class="charts">
        <MinutesChart pulse={pulse} end={now} />
        <WaitsChart waiting={pulse.waiting} now={now} />
        <HoldsChart waiting={pulse.waiting} />
        <OutboxChart backlog={backlog} now={now} />
      </div>
      <details class="fold">
        <summary>Figures behind the pictures</summary>
        <Table
          name="Payments of the last hour"
          isGrid
          rows={tenMinutes}
          columns={[
            { name: 'Minutes ago', cell: ({ from }) => `${PULSE_MINUTES - from} to ${PULSE_MINUTES - from - 10}` },
            { name: 'Payments', isNumber: true, cell: (one) => figure(one.now) },
            { name: 'A week before', isNumber: true, cell: ({ weekBefore }) => figure(weekBefore) },
          ]}
        />
      </details>
    </section>
  );
}
