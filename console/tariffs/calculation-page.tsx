import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffCalculation } from '../../domain/tariffs/answer/answer-schema';
import { Facts, FaultSummary, Field, Money } from '../parts';
import type { Faults } from '../forms/read-form';
import { ConsignmentFields, Coverage, TariffTabs } from './tariffs-page';

export interface CalculationPage {
  asked: Record<string, string>;
  faults: Faults;
  answer: output<typeof TariffCalculation> | null;
  at: (path: string) => string;
}

function Amount({ of: amount, currency }: { of: number | null; currency: string }): VNode {
  return amount === null ? <span class="none">not known</span> : <Money amount={amount} currency={currency} />;
}

const percent = (rate: number | null): string => (rate === null ? 'not known' : `${rate} %`);

function Result({ of: answer }: { of: output<typeof TariffCalculation> }): VNode {
  const { tariff, currency, preferential } = answer;
  return (
    <section aria-labelledby="result">
      <h2 id="result">{`${answer.origin} to ${answer.destination}`}</h2>
      <Facts
        rows={[
          ['General rate', tariff.dutyExpression ?? percent(tariff.mfnRate)],
          ['Duty', <Amount of={tariff.mfnDuty} currency={currency} />],
          ['VAT', percent(tariff.vat)],
          ['VAT amount', <Amount of={tariff.vatAmount} currency={currency} />],
          ['Duties and VAT', <Amount of={tariff.totalDuties} currency={currency} />],
          ['Share of the value', percent(tariff.effectiveRate)],
          [
            'With a preference',
            preferential === null ? 'none applies' : `${preferential.agreement}, ${preferential.rate} %`,
          ],
        ]}
      />
      <Coverage of={answer.coverage} />
    </section>
  );
}

export function Calculation({ asked, faults, answer, at }: CalculationPage): VNode {
  return (
    <>
      <TariffTabs at={at} current="/tariffs/calculate" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs/calculate')}>
        <ConsignmentFields asked={asked} faults={faults} />
        <Field
          name="destination"
          label="Destination"
          maxlength={2}
          value={asked['destination'] ?? ''}
          fault={faults['destination']}
        />
        <button>Calculate</button>
      </form>
      {answer !== null && <Result of={answer} />}
    </>
  );
}
