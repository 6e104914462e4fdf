import type { ComponentChildren, VNode } from 'preact';
import type { PaymentDay } from '../../db/payments/review/payment-days';
import { BarRows, ChartBox, Lines, StackedBars } from '../charts';
import { Empty, Notice, Table } from '../parts';
import { useWords, type Words } from '../words/use-words';
import {
  countOf,
  endsOf,
  type Span,
  groupIntoSpans,
  type Sum,
  sumOpenAndSettled,
  timeToSettleQuantile,
} from './business-figures';

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

const spanText = ({ first, last }: Span, { format, common }: Words): string =>
  first === last ? format.dayText(first) : `${format.dayText(first)}${common.to}${format.dayText(last)}`;

const currencyOf = ({ currency }: { currency: string }): string => currency;
const sumIn = (span: Span, currency: string): Sum | undefined =>
  sumOpenAndSettled(span.groups, currencyOf).find(({ name }) => name === currency);

function endsText(settled: number, failed: number, { format, overview: { success } }: Words): string {
  return settled + failed === 0
    ? success.noneEnded
    : success.settledShare({ share: format.share(settled, settled + failed) });
}

interface Shown {
  spans: readonly Span[];
  /** Names of the spans on the axis. */
  places: readonly string[];
  all: Span;
}

/** Payments by currency over time. */
function PaymentsChart({ spans, places, all }: Shown): VNode {
  const words = useWords();
  const { format, overview } = words;
  const currencies = sumOpenAndSettled(all.groups, currencyOf).map(({ name }) => name);
  const named = currencies.slice(0, currencies.length > NAMED ? NAMED - 1 : NAMED);
  const nameOf = (currency: string): string => (named.includes(currency) ? currency : overview.other);
  const isShown = [...named, ...(currencies.length > named.length ? [overview.other] : [])];
  const series = isShown.map((name, index) => ({
    name,
    colour: index + 1,
    values: spans.map(({ groups }) => countOf(groups.filter(({ currency }) => nameOf(currency) === name))),
  }));
  return (
    <ChartBox title={overview.submitted} headline={format.figure(countOf(all.groups))}>
      <StackedBars
        label={overview.submittedByCurrency}
        places={places}
        hints={spans.map((span) => `${spanText(span, words)}: ${overview.payments({ count: countOf(span.groups) })}`)}
        tick={format.short}
        series={series}
        hasLegend={series.length > 1}
      />
    </ChartBox>
  );
}

/** Share of settled payments among those that ended, over time. */
function SuccessChart({ spans, places, all }: Shown): VNode {
  const words = useWords();
  const { success } = words.overview;
  const ends = spans.map(({ groups }) => endsOf(groups));
  const { settled, failed } = endsOf(all.groups);
  const values = ends.map((one) => (one.settled + one.failed === 0 ? null : one.settled / (one.settled + one.failed)));
  return (
    <ChartBox
      title={success.title}
      headline={settled + failed === 0 ? success.noneEnded : words.format.share(settled, settled + failed)}
      note={success.ends({ settled, failed })}
    >
      <Lines
        label={success.label}
        places={places}
        hints={ends.map((one, index) => {
          const span = spans[index];
          return `${span === undefined ? '' : spanText(span, words)}: ${endsText(one.settled, one.failed, words)}`;
        })}
        tick={(value) => words.format.share(Math.round(value * 100), 100)}
        end={1}
        series={[{ name: success.settled, colour: 'good', values }]}
        hasLegend={false}
      />
    </ChartBox>
  );
}

const saidTime = (seconds: number | null, { format, overview }: Words): string =>
  seconds === null ? overview.times.noneSettled : format.duration(seconds);

/** Median and 95th percentile of the time to settlement, over time. */
function TimesChart({ spans, places, all }: Shown): VNode {
  const words = useWords();
  const { charts, format, overview } = words;
  const typical = spans.map(({ times }) => timeToSettleQuantile(times, 0.5));
  const slow = spans.map(({ times }) => timeToSettleQuantile(times, 0.95));
  return (
    <ChartBox
      title={overview.times.title}
      headline={saidTime(timeToSettleQuantile(all.times, 0.5), words)}
      note={overview.times.note({ most: saidTime(timeToSettleQuantile(all.times, 0.95), words) })}
    >
      <Lines
        label={overview.times.label}
        places={places}
        hints={spans.map((span, index) => {
          const [half, most] = [typical, slow].map((times) => saidTime(times[index] ?? null, words));
          return `${spanText(span, words)}: ${overview.times.within({ half: half ?? '', most: most ?? '' })}`;
        })}
        tick={format.duration}
        isLengthOfTime
        series={[
          { name: charts.halfWithin, colour: 1, values: typical },
          { name: charts.mostWithin, colour: 2, values: slow },
        ]}
      />
    </ChartBox>
  );
}

/** Amounts by currency, each with a small bar chart. */
function VolumeCharts({ spans, places, all }: Shown): VNode {
  const { format, overview } = useWords();
  const { volume } = overview;
  const sums = sumOpenAndSettled(all.groups, currencyOf);
  const named = sums.slice(0, NAMED);
  return (
    <ChartBox title={volume.title} note={volume.note}>
      <ul class="sparks">
        {named.map(({ name, count, amount }, index) => {
          const values = spans.map((span) => sumIn(span, name)?.amount ?? 0);
          return (
            <li key={name}>
              <span>
                <strong>{`${format.roundMoney(amount, name)} ${name}`}</strong> {overview.payments({ count })}
              </span>
              <Spark
                label={volume.of({ currency: name })}
                colour={index + 1}
                values={values}
                names={places}
                currency={name}
              />
            </li>
          );
        })}
      </ul>
      {sums.length > NAMED && <p class="hint">{volume.moreBelow({ currencies: sums.length })}</p>}
    </ChartBox>
  );
}

/** A small bar chart without an axis, in a line of text. */
function Spark(parts: {
  label: string;
  colour: number;
  values: readonly number[];
  names: readonly string[];
  currency: string;
}): VNode {
  const { label, colour, values, names, currency } = parts;
  const { format, overview } = useWords();
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
      aria-label={overview.volume.atMost({
        volume: label,
        most: format.roundMoney(most, currency),
        day: names[highest] ?? '',
      })}
    >
      <path class={`mark-${colour}`} d={outline.join('')} />
    </svg>
  );
}

/** Payments by currency and country, as bars. */
function CorridorBars({ all }: Shown): VNode {
  const { format, overview } = useWords();
  const { corridors } = overview;
  const sums = sumOpenAndSettled(all.groups, ({ currency, country }) => `${currency} ${country}`);
  const rows = sums.slice(0, NAMED + 1).map(({ name, count, amount }) => {
    const [currency = '', country = ''] = name.split(' ');
    const said = `${format.figure(count)} · ${format.roundMoney(amount, currency)} ${currency}`;
    return { name: corridors.corridor({ currency, country: format.country(country) }), colour: 1, value: count, said };
  });
  return (
    <ChartBox title={corridors.title} note={corridors.note({ shown: rows.length })}>
      <BarRows rows={rows} />
    </ChartBox>
  );
}

/** The figures of the charts, as a table. */
function FiguresTable({ spans, all }: Shown): VNode {
  const words = useWords();
  const { charts, format, overview } = words;
  const { figures } = overview;
  const currencies = sumOpenAndSettled(all.groups, currencyOf).map(({ name }) => name);
  const isDaily = spans.every(({ first, last }) => first === last);
  const busy = [...spans].reverse().filter(({ groups }) => groups.length > 0);
  return (
    <details class="fold">
      <summary>{charts.figures}</summary>
      <Table
        name={figures.name}
        isGrid
        rows={busy}
        columns={[
          {
            name: isDaily ? figures.day : figures.week,
            cell: (span) => <span class="whole">{spanText(span, words)}</span>,
          },
          { name: figures.submitted, isNumber: true, cell: ({ groups }) => format.figure(countOf(groups)) },
          {
            name: overview.success.settled,
            isNumber: true,
            cell: ({ groups }) => format.figure(endsOf(groups).settled),
          },
          { name: figures.failed, isNumber: true, cell: ({ groups }) => format.figure(endsOf(groups).failed) },
          {
            name: charts.halfWithin,
            isNumber: true,
            cell: ({ times }) => saidTime(timeToSettleQuantile(times, 0.5), words),
          },
          {
            name: charts.mostWithin,
            isNumber: true,
            cell: ({ times }) => saidTime(timeToSettleQuantile(times, 0.95), words),
          },
          ...currencies.map((name) => ({
            name,
            isNumber: true,
            cell: (span: Span) => format.roundMoney(sumIn(span, name)?.amount ?? 0, name),
          })),
        ]}
      />
    </details>
  );
}

/** Links that choose how many days are shown. */
function WindowLinks({ days, at }: { days: number; at: (path: string) => string }): VNode {
  const { overview } = useWords();
  return (
    <ul class="sides windows" aria-label={overview.timeShown}>
      {BUSINESS_WINDOWS.map((one) => (
        <li key={one.days}>
          <a href={at(`?days=${one.days}`)} aria-current={one.days === days ? 'true' : undefined}>
            {overview.days({ days: one.days })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Charts of the account's payments over the last weeks, with a table of their figures. */
export function Business({ days, uncounted, at, children }: BusinessPage): VNode {
  const { format, overview } = useWords();
  const together = BUSINESS_WINDOWS.find((one) => one.days === days.length)?.together ?? 1;
  const spans = groupIntoSpans(days, together);
  const places = spans.map(({ last }) => format.dayText(last));
  const [all] = groupIntoSpans(days, days.length);
  const shown = all === undefined || all.groups.length === 0 ? null : { spans, places, all };
  return (
    <section aria-labelledby="business">
      <div class="heading">
        <h2 id="business">{overview.lastDays({ days: days.length })}</h2>
        <WindowLinks days={days.length} at={at} />
      </div>
      {uncounted > 0 && (
        <Notice>
          <p>{overview.uncounted({ days: uncounted })}</p>
        </Notice>
      )}
      {shown === null && uncounted === 0 && (
        <Empty>
          {overview.noPayment({ days: days.length, make: (text) => <a href="/docs/guides/quickstart">{text}</a> })}
        </Empty>
      )}
      <div class="charts">
        {shown !== null && (
          <>
            <PaymentsChart {...shown} />
            <SuccessChart {...shown} />
            <TimesChart {...shown} />
            <VolumeCharts {...shown} />
            <CorridorBars {...shown} />
          </>
        )}
        {children}
      </div>
      {shown !== null && <FiguresTable {...shown} />}
    </section>
  );
}
