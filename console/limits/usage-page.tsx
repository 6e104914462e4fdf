import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import type { DayUsage } from '../../db/limits/request-counts';
import type { Environment } from '../../domain/auth/tenant';
import { ENDPOINT_LIMITS, PLAN_LIMITS, PLANS } from '../../domain/limits/plans';
import { ChartBox, StackedBars } from '../charts';
import { Empty, Table } from '../parts';
import { keysPath, LimitCards } from '../account/keys-page';
import { useWords } from '../words/use-words';

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

/** Sums usage by the name that `nameOf` returns; the largest comes first. */
function sumUsageBy(usage: readonly DayUsage[], nameOf: (one: DayUsage) => string): Sum[] {
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

/** Requests by day and result; the table below contains the same figures. */
function RequestsChart({ of: sums, days }: { of: readonly Sum[]; days: readonly string[] }): VNode {
  const { limits: words, format } = useWords();
  const byDay = new Map(sums.map((sum) => [sum.name, sum]));
  const valuesOf = (read: (sum: Sum) => number): number[] =>
    days.map((day) => {
      const sum = byDay.get(day);
      return sum === undefined ? 0 : read(sum);
    });
  const requests = valuesOf((sum) => sum.requests);
  return (
    <ChartBox title={words.requestsByDay} headline={format.figure(requests.reduce((sum, count) => sum + count, 0))}>
      <StackedBars
        label={words.requestsByDayLabel}
        places={days.map(format.dayText)}
        hints={days.map((day, index) =>
          words.onDay({ day: format.dayText(day), requests: format.figure(requests[index] ?? 0) }),
        )}
        tick={format.short}
        series={[
          {
            name: words.answered,
            colour: 1,
            values: valuesOf(({ requests: all, refused, failed }) => Math.max(0, all - refused - failed)),
          },
          { name: words.refusedByLimits, colour: 'wait', values: valuesOf(({ refused }) => refused) },
          { name: words.otherErrors, colour: 'bad', values: valuesOf(({ failed }) => failed) },
        ]}
      />
    </ChartBox>
  );
}

function SumsTable({ title, first, rows }: { title: string; first: string; rows: readonly Sum[] }): VNode {
  const { limits: words, format } = useWords();
  return (
    <Table
      name={title}
      isGrid
      rows={rows}
      columns={[
        { name: first, cell: ({ name }) => <span class="whole">{name}</span> },
        { name: words.requests, isNumber: true, cell: ({ requests }) => format.figure(requests) },
        { name: words.refused, isNumber: true, cell: ({ refused }) => format.figure(refused) },
        { name: words.otherErrors, isNumber: true, isExtra: true, cell: ({ failed }) => format.figure(failed) },
      ]}
    />
  );
}

function RequestsSection({ environment, usage, days }: UsagePage): VNode {
  const { limits: words, format } = useWords();
  const byDay = sumUsageBy(usage, ({ day }) => day);
  const [total] = sumUsageBy(usage, () => 'all');
  const newestFirst = [...byDay].sort((one, other) => (one.name < other.name ? 1 : -1));
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">{words.ofLastDays({ days: days.length })}</h2>
      {total === undefined ? (
        <Empty>{words.noRequests[environment]}</Empty>
      ) : (
        <>
          <p>{words.sum({ requests: format.figure(total.requests), refused: format.figure(total.refused) })}</p>
          <RequestsChart of={byDay} days={days} />
          <h3>{words.byOperation}</h3>
          <SumsTable
            title={words.byOperation}
            first={words.operation}
            rows={sumUsageBy(usage, ({ operation }) => operation)}
          />
          <h3>{words.byPlan}</h3>
          <SumsTable title={words.byPlan} first={words.plan} rows={sumUsageBy(usage, ({ plan }) => plan)} />
          <h3>{words.byDay}</h3>
          <SumsTable title={words.byDay} first={words.day} rows={newestFirst} />
        </>
      )}
    </section>
  );
}

function LimitsOfKeys({ environment, keys }: UsagePage): VNode {
  const { limits: words, format } = useWords();
  const { figure } = format;
  const limit = (count: number | undefined): string => (count === undefined ? words.noLimit : figure(count));
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{words.title}</h2>
      {keys.length === 0 ? (
        <Empty>{words.noKey[environment]({ create: (text) => <a href={keysPath(environment)}>{text}</a> })}</Empty>
      ) : (
        <LimitCards keys={keys} />
      )}
      <p>
        {words.ofOperations({
          made: figure(ENDPOINT_LIMITS.createInstruction),
          read: figure(ENDPOINT_LIMITS.getInstruction),
          tracked: figure(ENDPOINT_LIMITS.track),
        })}
      </p>
      <Table
        name={words.plans}
        isGrid
        rows={PLANS.map((plan) => ({ plan, ...PLAN_LIMITS[plan] }))}
        columns={[
          { name: words.plan, cell: ({ plan }) => plan },
          { name: words.aMinute, isNumber: true, cell: ({ perMinute }) => limit(perMinute) },
          { name: words.anHour, isNumber: true, cell: ({ perHour }) => limit(perHour) },
          { name: words.aDay, isNumber: true, cell: ({ perDay }) => limit(perDay) },
        ]}
      />
    </section>
  );
}

export function Usage(page: UsagePage): VNode {
  return (
    <>
      <RequestsSection {...page} />
      <LimitsOfKeys {...page} />
    </>
  );
}
