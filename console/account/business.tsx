import type { ComponentChildren, VNode } from 'preact';
import type { PaymentDay } from '../../db/payments/review/payment-days';
import { countryName } from '../../domain/countries';
import { BarRows, ChartBox, dayText, duration, Lines, roundMoney, share, short, StackedBars } from '../charts';
import { Empty, figure, Notice, Table } from '../parts';
import { countOf, endsOf, type Span, spansOf, type Sum, sumBy, timeWithin } from './business-figures';

/** Days that the pictures may show, with how many of them stand together. */
export const BUSINESS_WINDOWS = [
  { days: 30, together: 1 },
  { days: 90, together: 7 },
] as const;

export interface BusinessPage {
  days: readonly PaymentDay[];
  /** Of them, those that are yet to be counted. */
  uncounted: number;
  at: (path: string) => string;
  /** What stands beside the pictures, whether there is anything in them or not. */
  children: ComponentChildren;
}

/** Currencies and corridors with a row of their own. */
const NAMED = 5;

const spanText = ({ first, last }: Span): string =>
  first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`;

const currencyOf = ({ currency }: { currency: string }): string => currency;
const sumIn = (span: Span, currency: string): Sum | undefined =>
  sumBy(span.groups, currencyOf).find(({ name }) => name === currency);

function endsText(settled: number, failed: number): string {
  return settled + failed === 0 ? 'none has ended' : `${share(settled, settled + failed)} settled`;
}

interface Shown {
  spans: readonly Span[];
  /** Names of the spans on the axis. */
  places: readonly string[];
  all: Span;
}

function Payments({ spans, places, all }: Shown): VNode {
  const currencies = sumBy(all.groups, currencyOf).map(({ name }) => name);
  const named = currencies.slice(0, currencies.length > NAMED ? NAMED - 1 : NAMED);
  const nameOf = (currency: string): string => (named.includes(currency) ? currency : 'Other');
  const isShown = [...named, ...(currencies.length > named.length ? ['Other'] : [])];
  const series = isShown.map((name, index) => ({
    name,
    colour: index + 1,
    values: spans.map(({ groups }) => countOf(groups.filter(({ currency }) => nameOf(currency) === name))),
  }));
  return (
    <ChartBox title="Payments submitted" headline={figure(countOf(all.groups))}>
      <StackedBars
        label="Payments submitted, by currency"
        places={places}
        hints={spans.map((span) => `${spanText(span)}: ${figure(countOf(span.groups))} payments`)}
        tick={short}
        series={series}
        hasLegend={series.length > 1}
      />
    </ChartBox>
  );
}

function Success({ spans, places, all }: Shown): VNode {
  const ends = spans.map(({ groups }) => endsOf(groups));
  const { settled, failed } = endsOf(all.groups);
  const values = ends.map((one) => (one.settled + one.failed === 0 ? null : one.settled / (one.settled + one.failed)));
  return (
    <ChartBox
      title="Success rate"
      headline={settled + failed === 0 ? 'none has ended' : share(settled, settled + failed)}
      note={`${figure(settled)} settled, ${figure(failed)} failed or returned`}
    >
      <Lines
        label="Share of the payments of a day that were settled, of those that ended"
        places={places}
        hints={ends.map((one, index) => {
          const span = spans[index];
          return `${span === undefined ? '' : spanText(span)}: ${endsText(one.settled, one.failed)}`;
        })}
        tick={(value) => `${Math.round(value * 100)} %`}
        end={1}
        series={[{ name: 'Settled', colour: 'good', values }]}
        hasLegend={false}
      />
    </ChartBox>
  );
}

const saidTime = (seconds: number | null): string => (seconds === null ? 'none settled' : duration(seconds));

function Times({ spans, places, all }: Shown): VNode {
  const typical = spans.map(({ times }) => timeWithin(times, 0.5));
  const slow = spans.map(({ times }) => timeWithin(times, 0.95));
  return (
    <ChartBox
      title="Time to settlement"
      headline={saidTime(timeWithin(all.times, 0.5))}
      note={`half of them; 95 % within ${saidTime(timeWithin(all.times, 0.95))}`}
    >
      <Lines
        label="Time from submission to settlement: the middle one, and the one that 95 % kept"
        places={places}
        hints={spans.map(
          (span, index) =>
            `${spanText(span)}: half within ${saidTime(typical[index] ?? null)}, 95 % within ${saidTime(slow[index] ?? null)}`,
        )}
        tick={duration}
        isLengthOfTime
        series={[
          { name: 'Half within', colour: 1, values: typical },
          { name: '95 % within', colour: 2, values: slow },
        ]}
      />
    </ChartBox>
  );
}

function Volumes({ spans, places, all }: Shown): VNode {
  const sums = sumBy(all.groups, currencyOf);
  const named = sums.slice(0, NAMED);
  return (
    <ChartBox title="Volume by currency" note="without what failed, was cancelled or came back">
      <ul class="sparks">
        {named.map(({ name, count, amount }, index) => {
          const values = spans.map((span) => sumIn(span, name)?.amount ?? 0);
          return (
            <li key={name}>
              <span>
                <strong>{`${roundMoney(amount, name)} ${name}`}</strong> {`${figure(count)} payments`}
              </span>
              <Spark label={`Volume in ${name}`} colour={index + 1} values={values} names={places} currency={name} />
            </li>
          );
        })}
      </ul>
      {sums.length > NAMED && <p class="hint">{`All ${sums.length} currencies are in the figures below.`}</p>}
    </ChartBox>
  );
}

/** A row of bars as high as a line of text or two, without an axis. */
function Spark(parts: {
  label: string;
  colour: number;
  values: readonly number[];
  names: readonly string[];
  currency: string;
}): VNode {
  const { label, colour, values, names, currency } = parts;
  const most = Math.max(...values, 0);
  const heights = values.map((value) =>
    most === 0 ? 0 : Math.max(value > 0 ? 4 : 0, Math.round((value * 100) / most)),
  );
  const outline = heights.map((height, place) => (height === 0 ? '' : `M${place * 10 + 1} 100v-${height}h8V100z`));
  const highest = values.indexOf(most);
  return (
    <svg
      class="spark"
      height="36"
      viewBox={`0 0 ${values.length * 10} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, at most ${roundMoney(most, currency)} on ${names[highest] ?? ''}`}
    >
      <path class={`mark-${colour}`} d={outline.join('')} />
    </svg>
  );
}

function Corridors({ all }: Shown): VNode {
  const sums = sumBy(all.groups, ({ currency, country }) => `${currency} ${country}`);
  const rows = sums.slice(0, NAMED + 1).map(({ name, count, amount }) => {
    const [currency = '', country = ''] = name.split(' ');
    const said = `${figure(count)} · ${roundMoney(amount, currency)} ${currency}`;
    return { name: `${currency} to ${countryName(country)}`, colour: 1, value: count, said };
  });
  return (
    <ChartBox title="Payments by corridor" note={`the ${rows.length} with the most payments`}>
      <BarRows rows={rows} />
    </ChartBox>
  );
}

function Figures({ spans, all }: Shown): VNode {
  const currencies = sumBy(all.groups, currencyOf).map(({ name }) => name);
  const isDaily = spans.every(({ first, last }) => first === last);
  const busy = [...spans].reverse().filter(({ groups }) => groups.length > 0);
  return (
    <details class="fold">
      <summary>Figures behind the pictures</summary>
      <Table
        name="Figures"
        isGrid
        rows={busy}
        columns={[
          { name: isDaily ? 'Day, UTC' : 'Week, UTC', cell: (span) => <span class="whole">{spanText(span)}</span> },
          { name: 'Submitted', isNumber: true, cell: ({ groups }) => figure(countOf(groups)) },
          { name: 'Settled', isNumber: true, cell: ({ groups }) => figure(endsOf(groups).settled) },
          { name: 'Failed or returned', isNumber: true, cell: ({ groups }) => figure(endsOf(groups).failed) },
          { name: 'Half within', isNumber: true, cell: ({ times }) => saidTime(timeWithin(times, 0.5)) },
          { name: '95 % within', isNumber: true, cell: ({ times }) => saidTime(timeWithin(times, 0.95)) },
          ...currencies.map((name) => ({
            name,
            isNumber: true,
            cell: (span: Span) => roundMoney(sumIn(span, name)?.amount ?? 0, name),
          })),
        ]}
      />
    </details>
  );
}

function Windows({ days, at }: { days: number; at: (path: string) => string }): VNode {
  return (
    <ul class="sides windows" aria-label="Time shown">
      {BUSINESS_WINDOWS.map((one) => (
        <li key={one.days}>
          <a href={at(`?days=${one.days}`)} aria-current={one.days === days ? 'true' : undefined}>
            {`${one.days} days`}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether the last weeks are as usual: pictures, each of them with its figures in the table behind. */
export function Business({ days, uncounted, at, children }: BusinessPage): VNode {
  const together = BUSINESS_WINDOWS.find((one) => one.days === days.length)?.together ?? 1;
  const spans = spansOf(days, together);
  const places = spans.map(({ last }) => dayText(last));
  const [all] = spansOf(days, days.length);
  const shown = all === undefined || all.groups.length === 0 ? null : { spans, places, all };
  return (
    <section aria-labelledby="business">
      <div class="heading">
        <h2 id="business">{`The last ${days.length} days`}</h2>
        <Windows days={days.length} at={at} />
      </div>
      {uncounted > 0 && (
        <Notice>
          <p>{`There are so many payments that ${figure(uncounted)} earlier days are still being counted; the page follows.`}</p>
        </Notice>
      )}
      {shown === null && uncounted === 0 && (
        <Empty>
          {`No payment was submitted in the last ${days.length} days. `}
          <a href="/docs/guides/quickstart">Make one in five minutes</a>, and this place shows how many settle, how
          fast, and where they go.
        </Empty>
      )}
      <div class="charts">
        {shown !== null && (
          <>
            <Payments {...shown} />
            <Success {...shown} />
            <Times {...shown} />
            <Volumes {...shown} />
            <Corridors {...shown} />
          </>
        )}
        {children}
      </div>
      {shown !== null && <Figures {...shown} />}
    </section>
  );
}
