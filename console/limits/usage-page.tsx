import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import type { DayUsage } from '../../db/limits/request-counts';
import type { Environment } from '../../domain/auth/tenant';
import { ENDPOINT_LIMITS, PLAN_LIMITS, PLANS } from '../../domain/limits/plans';
import { ChartBox, dayText, short, StackedBars } from '../charts';
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

/** Each day's requests by what became of them; the table below says the same in figures. */
function Chart({ of: sums, days }: { of: readonly Sum[]; days: readonly string[] }): VNode {
  const byDay = new Map(sums.map((sum) => [sum.name, sum]));
  const valuesOf = (read: (sum: Sum) => number): number[] =>
    days.map((day) => {
      const sum = byDay.get(day);
      return sum === undefined ? 0 : read(sum);
    });
  const requests = valuesOf((sum) => sum.requests);
  return (
    <ChartBox title="Requests by day" headline={figure(requests.reduce((sum, count) => sum + count, 0))}>
      <StackedBars
        label="Requests by day; the table below has the figures"
        places={days.map(dayText)}
        hints={days.map((day, index) => `${dayText(day)}: ${figure(requests[index] ?? 0)} requests`)}
        tick={short}
        series={[
          {
            name: 'Answered',
            colour: 1,
            values: valuesOf(({ requests: all, refused, failed }) => Math.max(0, all - refused - failed)),
          },
          { name: 'Refused by limits', colour: 'wait', values: valuesOf(({ refused }) => refused) },
          { name: 'Other errors', colour: 'bad', values: valuesOf(({ failed }) => failed) },
        ]}
      />
    </ChartBox>
  );
}

function Sums({ title, first, rows }: { title: string; first: string; rows: readonly Sum[] }): VNode {
  return (
    <Table
      name={title}
      isGrid
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
        isGrid
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
