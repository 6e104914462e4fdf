import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffComparison } from '../../domain/tariffs/answer/answer-schema';
import { BarRows, ChartBox } from '../charts';
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

/** Bars by effective rate, the best destination in its own colour. */
function Chart({ of: answer }: { of: Answer }): VNode {
  return (
    <ChartBox title="Duties and VAT as a share of the value">
      <BarRows
        rows={answer.comparisons.map(({ country, countryName, effectiveRate, rank }) => ({
          name: country,
          title: countryName,
          colour: rank === 1 ? 'good' : 1,
          value: effectiveRate,
          said: `${effectiveRate} %`,
        }))}
      />
    </ChartBox>
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
