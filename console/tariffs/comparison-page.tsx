import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffComparison } from '../../domain/tariffs/answer/answer-schema';
import { BarRows, ChartBox } from '../charts';
import { English, FaultSummary, Field, Money, Table } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { ConsignmentFields, Coverage, percent, TariffTabs } from './tariffs-page';

type Answer = output<typeof TariffComparison>;

export interface ComparisonPage {
  asked: Record<string, string>;
  faults: Faults;
  answer: Answer | null;
  at: (path: string) => string;
}

/** Bars by effective rate; the best destination has its own colour. */
function RatesChart({ of: answer }: { of: Answer }): VNode {
  const { format, tariffs: words } = useWords();
  return (
    <ChartBox title={words.shareChart}>
      <BarRows
        rows={answer.comparisons.map(({ country, effectiveRate, rank }) => ({
          name: country,
          title: format.country(country),
          colour: rank === 1 ? 'good' : 1,
          value: effectiveRate,
          said: percent(effectiveRate, format),
        }))}
      />
    </ChartBox>
  );
}

function ResultSection({ of: answer }: { of: Answer }): VNode {
  const { comparisons, unavailable, currency } = answer;
  const { format, tariffs: words } = useWords();
  return (
    <section aria-labelledby="result">
      <h2 id="result">{words.byDestination}</h2>
      {comparisons.length > 0 && (
        <>
          <RatesChart of={answer} />
          <Table
            name={words.consignment.destinations}
            rows={comparisons}
            columns={[
              {
                name: words.consignment.destination,
                cell: ({ rank, country }) => `${rank}. ${format.country(country)}`,
              },
              { name: words.generalRate, isNumber: true, cell: ({ mfnRate }) => percent(mfnRate, format) },
              {
                name: words.dutiesAndVat,
                isNumber: true,
                cell: ({ totalDuties }) => <Money amount={totalDuties} currency={currency} />,
              },
              {
                name: words.share,
                isExtra: true,
                isNumber: true,
                cell: ({ effectiveRate }) => percent(effectiveRate, format),
              },
            ]}
          />
        </>
      )}
      {unavailable.length > 0 && (
        <>
          <h3>{words.notCompared}</h3>
          <ul>
            {unavailable.map(({ country, message, vat }) => (
              <li key={country}>
                {`${format.country(country)}: `}
                <English>{message}</English>
                {vat !== null && words.itsVat({ percent: percent(vat, format) })}
              </li>
            ))}
          </ul>
        </>
      )}
      <Coverage of={answer.coverage} />
    </section>
  );
}

export function Comparison({ asked, faults, answer, at }: ComparisonPage): VNode {
  const { tariffs: words } = useWords();
  return (
    <>
      <TariffTabs at={at} current="/tariffs/compare" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs/compare')}>
        <ConsignmentFields asked={asked} faults={faults} />
        <Field
          name="destinations"
          label={words.consignment.destinations}
          hint={words.consignment.destinationsHint}
          value={asked['destinations'] ?? ''}
          fault={faults['destinations']}
        />
        <button>{words.compare}</button>
      </form>
      {answer !== null && <ResultSection of={answer} />}
    </>
  );
}
