import type { VNode } from 'preact';
import type { output } from 'zod';
import type { CodeTariffs, HsCodeDetail, SearchAnswer } from '../../domain/hs-codes/schemas';
import type { CoverageSchema } from '../../domain/tariffs/answer/answer-schema';
import { English, Facts, FaultSummary, Field, Select, Table, fieldsOf } from '../parts';
import { FORM_LANGUAGE, FormLanguage } from '../forms/form-language';
import type { Faults } from '../forms/read-form';
import { useWords, type Words } from '../words/use-words';

/** @returns a rate as the reader's language writes it, with all its digits */
export function percent(rate: number, { exact, percent: sign }: Words['format']): string {
  return `${exact(rate)}${sign}`;
}

/** Sources of an answer, and what it does not cover. */
export function Coverage({ of: coverage }: { of: output<typeof CoverageSchema> }): VNode {
  const { format, tariffs } = useWords();
  const { coverage: words } = tariffs;
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{words.title}</h2>
      <ul>
        {coverage.sources.map(({ title, edition, validFrom }) => (
          <li key={`${title} ${edition}`}>
            <English>{title}</English>
            {words.edition({ edition: <English>{edition}</English> })}
            {validFrom !== null && words.from({ date: format.date(validFrom) })}
          </li>
        ))}
        {coverage.missing.map((text) => (
          <li key={text}>{words.missing({ text: <English>{text}</English> })}</li>
        ))}
        {coverage.excluded.map((text) => (
          <li key={text}>{words.excluded({ text: <English>{text}</English> })}</li>
        ))}
      </ul>
    </section>
  );
}

export function TariffTabs({ at, current }: { at: (path: string) => string; current: string }): VNode {
  const { tariffs: words } = useWords();
  const tabs = [
    ['/tariffs', words.search],
    ['/tariffs/calculate', words.calculateTitle],
    ['/tariffs/compare', words.compareTitle],
  ] as const;
  return (
    <ul class="tabs" aria-label={words.workbench}>
      {tabs.map(([path, name]) => (
        <li key={path}>
          <a href={at(path)} aria-current={path === current ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const UNITS = ['kg', 'g', 'lb', 'oz', 't', 'l', 'item', 'pair'] as const;

/** Fields of the consignment. */
export function ConsignmentFields({ asked, faults }: { asked: Record<string, string>; faults: Faults }): VNode {
  const field = fieldsOf(asked, faults);
  const { common, tariffs } = useWords();
  const { consignment: words } = tariffs;
  return (
    <div class="row">
      <FormLanguage sent={asked[FORM_LANGUAGE]} />
      <Field {...field('hsCode')} label={words.hsCode} />
      <Field {...field('origin')} label={words.origin} hint={words.originHint} maxlength={2} />
      <Field {...field('value')} label={words.value} inputmode="decimal" />
      <Field {...field('currency')} label={common.currency} hint={words.currencyHint} maxlength={3} />
      <Field {...field('weight')} label={words.quantity} inputmode="decimal" required={false} />
      <Select
        {...field('unit')}
        label={words.unit}
        required={false}
        options={UNITS.map((unit) => [unit, words.units[unit]] as const)}
      />
    </div>
  );
}

export interface SearchPage {
  query: string;
  answer: output<typeof SearchAnswer> | null;
  faults: Faults;
  at: (path: string) => string;
}

export function CodeSearch({ query, answer, faults, at }: SearchPage): VNode {
  const { tariffs: words } = useWords();
  return (
    <>
      <TariffTabs at={at} current="/tariffs" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs')} role="search">
        <Field
          name="query"
          type="search"
          label={words.goodsOrCode}
          hint={words.goodsHint}
          value={query}
          fault={faults['query']}
        />
        <button>{words.searchNow}</button>
      </form>
      {answer !== null && (
        <section aria-labelledby="found">
          <h2 id="found">{words.found({ count: answer.total })}</h2>
          <Table
            name={words.codes}
            rows={answer.results}
            empty={words.noMatch}
            columns={[
              { name: words.code, cell: ({ code }) => <a href={at(`/tariffs/codes/${code}`)}>{code}</a> },
              { name: words.goods, cell: ({ description }) => <English>{description}</English> },
              { name: words.chapter, isExtra: true, cell: ({ chapterName }) => <English>{chapterName ?? ''}</English> },
            ]}
          />
          <Coverage of={answer.coverage} />
        </section>
      )}
    </>
  );
}

export interface CodePage {
  code: output<typeof HsCodeDetail>;
  tariffs: output<typeof CodeTariffs>;
  at: (path: string) => string;
}

export function CodeDetails({ code, tariffs, at }: CodePage): VNode {
  const { format, tariffs: words } = useWords();
  return (
    <>
      <TariffTabs at={at} current="/tariffs" />
      <p>
        <English>{code.fullDescription}</English>
      </p>
      <Facts
        rows={[
          [words.section, <English>{code.sectionName}</English>],
          [words.chapter, <English>{code.chapterName}</English>],
          [words.everydayNames, code.names.length === 0 ? words.noNames : <English>{code.names.join(', ')}</English>],
        ]}
      />
      {code.children.length > 0 && (
        <ul>
          {code.children.map((child) => (
            <li key={child.code}>
              <a href={at(`/tariffs/codes/${child.code}`)}>{child.code}</a> <English>{child.description}</English>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="rates">
        <h2 id="rates">{words.rates}</h2>
        <Table
          name={words.rates}
          rows={tariffs.tariffs}
          empty={words.noRates}
          columns={[
            { name: words.consignment.destination, cell: ({ country }) => format.country(country) },
            {
              name: words.generalRate,
              isNumber: true,
              cell: ({ mfnRate, dutyExpression }) =>
                mfnRate === null ? (dutyExpression ?? words.notKnown) : percent(mfnRate, format),
            },
            { name: words.edition, isExtra: true, cell: ({ edition }) => edition },
          ]}
        />
        <p class="actions">
          <a class="button quiet" href={at(`/tariffs/calculate?hsCode=${code.code}`)}>
            {words.calculate}
          </a>
          <a class="button quiet" href={at(`/tariffs/compare?hsCode=${code.code}`)}>
            {words.compareTitle}
          </a>
        </p>
      </section>
      <Coverage of={tariffs.coverage} />
    </>
  );
}
