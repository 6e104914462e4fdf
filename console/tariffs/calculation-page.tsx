import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffCalculation } from '../../domain/tariffs/answer/answer-schema';
import { BarRows, ChartBox } from '../charts';
import { Facts, FaultSummary, Field, Money } from '../parts';
import type { Faults } from '../forms/read-form';
import { ConsignmentFields, Coverage, TariffTabs } from './tariffs-page';

type Answer = output<typeof TariffCalculation>;

export interface CalculationPage {
  asked: Record<string, string>;
  faults: Faults;
  answer: Answer | null;
  at: (path: string) => string;
}

function Amount({ of: amount, currency }: { of: number | null; currency: string }): VNode {
  return amount === null ? <span class="none">not known</span> : <Money amount={amount} currency={currency} />;
}

const percent = (rate: number | null): string => (rate === null ? 'not known' : `${rate} %`);

interface Part {
  name: string;
  amount: number;
}

/** What the goods cost with all that is known to be due, in the order in which it is added. */
function costParts({ value, tariff, additional, fees }: Answer): Part[] {
  const duties = additional.filter(({ applies }) => applies === true);
  const due = fees.flatMap(({ name, applies, amount }) =>
    applies === true && amount !== null ? { name, amount } : [],
  );
  return [
    { name: 'Value of the goods', amount: value },
    { name: 'General duty', amount: tariff.mfnDuty },
    ...duties.map(({ name, rate }) => ({ name, amount: (value * rate) / 100 })),
    ...due,
    ...(tariff.vatAmount === null ? [] : [{ name: 'VAT', amount: tariff.vatAmount }]),
  ].filter(({ amount }) => amount > 0);
}

/** Each part begins where the one before it ends. */
function Waterfall({ of: answer }: { of: Answer }): VNode {
  const parts = costParts(answer);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  let before = 0;
  return (
    <ChartBox
      title="Cost on arrival, as far as it is known"
      headline={<Money amount={total} currency={answer.currency} />}
      note="by the general rate, without freight"
    >
      <BarRows
        most={total}
        rows={parts.map(({ name, amount }, index) => {
          const from = before;
          before += amount;
          const said = <Money amount={amount} currency={answer.currency} />;
          return { name, colour: index === 0 ? 6 : 1, from, value: amount, said };
        })}
      />
    </ChartBox>
  );
}

function Result({ of: answer }: { of: Answer }): VNode {
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
      <Waterfall of={answer} />
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
