import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import type { DayUsage } from '../../db/limits/request-counts';
import type { Environment } from '../../domain/auth/tenant';
import { ENDPOINT_LIMITS, PLAN_LIMITS, PLANS } from '../../domain/limits/plans';
import { Empty, figure, Table } from '../parts';
import { keysPath, LimitCards } from '../account/keys-page';

/** Days that the page shows. */
export const USAGE_DAYS = 30;

export interface UsagePage {
  environment: Environment;
  usage: readonly DayUsage[];
  /** Every day that is shown, the oldest first. */
  days: readonly string[];
  /** Keys that work. */
  keys: readonly AccountKey[];
}

interface Sum {
  name: string;
  requests: number;
  refused: number;
  failed: number;
}

/** Sums by what `nameOf` says, the largest first. */
function sumBy(usage: readonly DayUsage[], nameOf: (one: DayUsage) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const one of usage) {
    const name = nameOf(one);
    const sum = sums.get(name) ?? { name, requests: 0, refused: 0, failed: 0 };
    const { requests, refused, failed } = one;
    sums.set(name, {
      name,
      requests: sum.requests + requests,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    });
  }
  return [...sums.values()].sort((one, other) => other.requests - one.requests || (one.name < other.name ? -1 : 1));
}

const WIDTH = 640;
const HEIGHT = 160;
/** Room for the dates below and the largest figure above. */
const [TOP, BOTTOM] = [18, 20];

/** A bar for each day; the table below says the same in figures. */
function Chart({ of: sums, days }: { of: readonly Sum[]; days: readonly string[] }): VNode {
  const byDay = new Map(sums.map(({ name, requests }) => [name, requests]));
  const most = Math.max(...byDay.values(), 1);
  const step = WIDTH / days.length;
  const heightOf = (day: string): number => ((HEIGHT - TOP - BOTTOM) * (byDay.get(day) ?? 0)) / most;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      role="img"
      aria-label={`Requests by day, at most ${figure(most)} on one; the table below has the figures`}
    >
      <text x={0} y={12}>{`${figure(most)} at most`}</text>
      {days.map((day, index) => (
        <rect
          class="bar"
          key={day}
          x={index * step + 2}
          y={HEIGHT - BOTTOM - heightOf(day)}
          width={step - 4}
          height={heightOf(day)}
          rx={2}
        />
      ))}
      <line class="axis" x1={0} y1={HEIGHT - BOTTOM} x2={WIDTH} y2={HEIGHT - BOTTOM} />
      <text x={0} y={HEIGHT - 4}>
        {first}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
        {last}
      </text>
    </svg>
  );
}

function Sums({ title, first, rows }: { title: string; first: string; rows: readonly Sum[] }): VNode {
  return (
    <Table
      name={title}
      rows={rows}
      columns={[
        { name: first, cell: ({ name }) => <span class="whole">{name}</span> },
        { name: 'Requests', isNumber: true, cell: ({ requests }) => figure(requests) },
        { name: 'Refused', isNumber: true, cell: ({ refused }) => figure(refused) },
        { name: 'Other errors', isNumber: true, isExtra: true, cell: ({ failed }) => figure(failed) },
      ]}
    />
  );
}

function Requests({ environment, usage, days }: UsagePage): VNode {
  const byDay = sumBy(usage, ({ day }) => day);
  const [total] = sumBy(usage, () => 'all');
  const newestFirst = [...byDay].sort((one, other) => (one.name < other.name ? 1 : -1));
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">{`Requests of the last ${days.length} days`}</h2>
      {total === undefined ? (
        <Empty>{`No requests with a ${environment} key.`}</Empty>
      ) : (
        <>
          <p>{`${figure(total.requests)} requests, ${figure(total.refused)} of them refused by limits.`}</p>
          <Chart of={byDay} days={days} />
          <h3>By operation</h3>
          <Sums title="By operation" first="Operation" rows={sumBy(usage, ({ operation }) => operation)} />
          <h3>By plan</h3>
          <Sums title="By plan" first="Plan" rows={sumBy(usage, ({ plan }) => plan)} />
          <h3>By day</h3>
          <Sums title="By day" first="Day, UTC" rows={newestFirst} />
        </>
      )}
    </section>
  );
}

function Limits({ environment, keys }: UsagePage): VNode {
  const limit = (count: number | undefined): string => (count === undefined ? 'none' : figure(count));
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      {keys.length === 0 ? (
        <Empty>
          There is no {environment} key yet. <a href={keysPath(environment)}>Create one</a>.
        </Empty>
      ) : (
        <LimitCards keys={keys} />
      )}
      <p>
        Each key has the limits of its plan. Some operations have a limit of their own beside them, per key and minute:
        {` ${figure(ENDPOINT_LIMITS.createInstruction)} payments made, ${figure(ENDPOINT_LIMITS.getInstruction)} read, `}
        {`${figure(ENDPOINT_LIMITS.track)} asked for by tracking, unless the card of a key says otherwise.`}
      </p>
      <Table
        name="Plans"
        rows={PLANS.map((plan) => ({ plan, ...PLAN_LIMITS[plan] }))}
        columns={[
          { name: 'Plan', cell: ({ plan }) => plan },
          { name: 'A minute', isNumber: true, cell: ({ perMinute }) => limit(perMinute) },
          { name: 'An hour', isNumber: true, cell: ({ perHour }) => limit(perHour) },
          { name: 'A day', isNumber: true, cell: ({ perDay }) => limit(perDay) },
        ]}
      />
    </section>
  );
}

export function Usage(page: UsagePage): VNode {
  return (
    <>
      <Requests {...page} />
      <Limits {...page} />
    </>
  );
}
