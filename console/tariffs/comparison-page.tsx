import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffComparison } from '../../domain/tariffs/answer/answer-schema';
import { FaultSummary, Field, Money, Table } from '../parts';
import type { Faults } from '../forms/read-form';
import { ConsignmentFields, Coverage, TariffTabs } from './tariffs-page';

type Answer = output<typeof TariffComparison>;

export interface ComparisonPage {
  asked: Record<string, string>;
  faults: Faults;
  answer: Answer | null;
  at: (path: string) => string;
}

const ROW = 34;
const WIDTH = 640;
/** Room for names on the left and figures on the right. */
const LEFT = 150;
const RIGHT = 70;

/** Bars by effective rate; the table beside it says the same in figures. */
function Chart({ of: answer }: { of: Answer }): VNode {
  const { comparisons } = answer;
  const most = Math.max(...comparisons.map(({ effectiveRate }) => effectiveRate), 1);
  const lengthOf = (rate: number): number => Math.max(2, ((WIDTH - LEFT - RIGHT) * rate) / most);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${comparisons.length * ROW}`}
      width="100%"
      role="img"
      aria-label="Duties and VAT as a share of the value, by destination; the table below has the figures"
    >
      {comparisons.map(({ country, countryName, effectiveRate, rank }, index) => (
        <g key={country}>
          <text x={LEFT - 8} y={index * ROW + 21} text-anchor="end">
            {countryName.length > 18 ? country : countryName}
          </text>
          <rect
            class={rank === 1 ? 'bar best' : 'bar'}
            x={LEFT}
            y={index * ROW + 6}
            width={lengthOf(effectiveRate)}
            height={ROW - 12}
            rx={3}
          />
          <text x={LEFT + lengthOf(effectiveRate) + 8} y={index * ROW + 21}>
            {`${effectiveRate} %`}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Result({ of: answer }: { of: Answer }): VNode {
  const { comparisons, unavailable, currency } = answer;
  return (
    <section aria-labelledby="result">
      <h2 id="result">Duties and VAT by destination</h2>
      {comparisons.length > 0 && (
        <>
          <Chart of={answer} />
          <Table
            name="Destinations"
            rows={comparisons}
            columns={[
              { name: 'Destination', cell: ({ rank, countryName }) => `${rank}. ${countryName}` },
              { name: 'General rate', isNumber: true, cell: ({ mfnRate }) => `${mfnRate} %` },
              {
                name: 'Duties and VAT',
                isNumber: true,
                cell: ({ totalDuties }) => <Money amount={totalDuties} currency={currency} />,
              },
              { name: 'Share', isExtra: true, isNumber: true, cell: ({ effectiveRate }) => `${effectiveRate} %` },
            ]}
          />
        </>
      )}
      {unavailable.length > 0 && (
        <>
          <h3>Not compared</h3>
          <ul>
            {unavailable.map(({ country, countryName, message, vat }) => (
              <li key={country}>{`${countryName}: ${message}${vat === null ? '' : ` Its VAT is ${vat} %.`}`}</li>
            ))}
          </ul>
        </>
      )}
      <Coverage of={answer.coverage} />
    </section>
  );
}

export function Comparison({ asked, faults, answer, at }: ComparisonPage): VNode {
  return (
    <>
      <TariffTabs at={at} current="/tariffs/compare" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs/compare')}>
        <ConsignmentFields asked={asked} faults={faults} />
        <Field
          name="destinations"
          label="Destinations"
          hint="Such as DE, US, GB; at most 20."
          value={asked['destinations'] ?? ''}
          fault={faults['destinations']}
        />
        <button>Compare</button>
      </form>
      {answer !== null && <Result of={answer} />}
    </>
  );
}
