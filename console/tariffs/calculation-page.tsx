import type { VNode } from 'preact';
import type { output } from 'zod';
import type { TariffCalculation } from '../../domain/tariffs/answer/answer-schema';
import { BarRows, ChartBox } from '../charts';
import { English, Facts, FaultSummary, Field, Money } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords, type Words } from '../words/use-words';
import { ConsignmentFields, Coverage, percent, TariffTabs } from './tariffs-page';

type Answer = output<typeof TariffCalculation>;

export interface CalculationPage {
  asked: Record<string, string>;
  faults: Faults;
  answer: Answer | null;
  at: (path: string) => string;
}

function Amount({ of: amount, currency }: { of: number | null; currency: string }): VNode {
  const { notKnown } = useWords().tariffs;
  return amount === null ? <span class="none">{notKnown}</span> : <Money amount={amount} currency={currency} />;
}

const percentOrNone = (rate: number | null, { format, tariffs }: Words): string =>
  rate === null ? tariffs.notKnown : percent(rate, format);

interface Part {
  name: string;
  /** Whether its name is the API's, which is English. */
  isEnglish?: true;
  amount: number;
}

/** Value of the goods and every charge known to be due, in the order in which they are added. */
function costParts({ value, tariff, additional, fees }: Answer, { tariffs }: Words): Part[] {
  const duties = additional.filter(({ applies }) => applies === true);
  const due = fees.flatMap(({ name, applies, amount }): Part[] | Part =>
    applies === true && amount !== null ? { name, isEnglish: true, amount } : [],
  );
  return [
    { name: tariffs.cost.value, amount: value },
    { name: tariffs.cost.generalDuty, amount: tariff.mfnDuty },
    ...duties.map(({ name, rate }): Part => ({ name, isEnglish: true, amount: (value * rate) / 100 })),
    ...due,
    ...(tariff.vatAmount === null ? [] : [{ name: tariffs.vat, amount: tariff.vatAmount }]),
  ].filter(({ amount }) => amount > 0);
}

/** A waterfall chart: each part begins where the one before it ends. */
function Waterfall({ of: answer }: { of: Answer }): VNode {
  const words = useWords();
  const { cost } = words.tariffs;
  const parts = costParts(answer, words);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  let before = 0;
  return (
    <ChartBox title={cost.title} headline={<Money amount={total} currency={answer.currency} />} note={cost.note}>
      <BarRows
        most={total}
        rows={parts.map(({ name, isEnglish, amount }, index) => {
          const from = before;
          before += amount;
          const said = <Money amount={amount} currency={answer.currency} />;
          const title = isEnglish === true ? <English>{name}</English> : name;
          return { name, title, colour: index === 0 ? 6 : 1, from, value: amount, said };
        })}
      />
    </ChartBox>
  );
}

function ResultSection({ of: answer }: { of: Answer }): VNode {
  const { tariff, currency, preferential } = answer;
  const all = useWords();
  const { format, tariffs: words } = all;
  return (
    <section aria-labelledby="result">
      <h2 id="result">{words.fromTo({ origin: answer.origin, destination: answer.destination })}</h2>
      <Facts
        rows={[
          [words.generalRate, tariff.dutyExpression ?? percentOrNone(tariff.mfnRate, all)],
          [words.duty, <Amount of={tariff.mfnDuty} currency={currency} />],
          [words.vat, percentOrNone(tariff.vat, all)],
          [words.vatAmount, <Amount of={tariff.vatAmount} currency={currency} />],
          [words.dutiesAndVat, <Amount of={tariff.totalDuties} currency={currency} />],
          [words.shareOfValue, percentOrNone(tariff.effectiveRate, all)],
          [
            words.withPreference,
            preferential === null
              ? words.noneApplies
              : [<English>{preferential.agreement}</English>, `, ${percent(preferential.rate, format)}`],
          ],
        ]}
      />
      <Waterfall of={answer} />
      <Coverage of={answer.coverage} />
    </section>
  );
}

export function Calculation({ asked, faults, answer, at }: CalculationPage): VNode {
  const { tariffs: words } = useWords();
  return (
    <>
      <TariffTabs at={at} current="/tariffs/calculate" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs/calculate')}>
        <ConsignmentFields asked={asked} faults={faults} />
        <Field
          name="destination"
          label={words.consignment.destination}
          maxlength={2}
          value={asked['destination'] ?? ''}
          fault={faults['destination']}
        />
        <button>{words.calculate}</button>
      </form>
      {answer !== null && <ResultSection of={answer} />}
    </>
  );
}
