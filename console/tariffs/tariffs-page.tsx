import type { VNode } from 'preact';
import type { output } from 'zod';
import type { CodeTariffs, HsCodeDetail, SearchAnswer } from '../../domain/hs-codes/schemas';
import type { CoverageSchema } from '../../domain/tariffs/answer/answer-schema';
import { Facts, FaultSummary, Field, Select, Table, fieldsOf } from '../parts';
import type { Faults } from '../forms/read-form';

/** Sources of an answer, and what it leaves out. */
export function Coverage({ of: coverage }: { of: output<typeof CoverageSchema> }): VNode {
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">Sources and limitations</h2>
      <ul>
        {coverage.sources.map(({ title, edition, validFrom }) => (
          <li
            key={`${title} ${edition}`}
          >{`${title}, edition ${edition}${validFrom === null ? '' : `, from ${validFrom}`}`}</li>
        ))}
        {coverage.missing.map((text) => (
          <li key={text}>{`Missing: ${text}`}</li>
        ))}
        {coverage.excluded.map((text) => (
          <li key={text}>{`Not included: ${text}`}</li>
        ))}
      </ul>
    </section>
  );
}

export function TariffTabs({ at, current }: { at: (path: string) => string; current: string }): VNode {
  const tabs = [
    ['/tariffs', 'Search'],
    ['/tariffs/calculate', 'Duty and VAT'],
    ['/tariffs/compare', 'Compare destinations'],
  ] as const;
  return (
    <ul class="tabs" aria-label="Tariff workbench">
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

/** Fields of the consignment that a question is about. */
export function ConsignmentFields({ asked, faults }: { asked: Record<string, string>; faults: Faults }): VNode {
  const field = fieldsOf(asked, faults);
  return (
    <div class="row">
      <Field {...field('hsCode')} label="HS code" />
      <Field {...field('origin')} label="Origin" hint="Two letters, such as VN." maxlength={2} />
      <Field {...field('value')} label="Value" inputmode="decimal" />
      <Field {...field('currency')} label="Currency" hint="Such as USD." maxlength={3} />
      <Field {...field('weight')} label="Quantity" inputmode="decimal" required={false} />
      <Select
        {...field('unit')}
        label="Unit"
        required={false}
        options={['kg', 'g', 'lb', 'oz', 't', 'l', 'item', 'pair'].map((unit) => [unit, unit] as const)}
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
  return (
    <>
      <TariffTabs at={at} current="/tariffs" />
      <FaultSummary faults={faults} />
      <form class="panel" method="get" action={at('/tariffs')} role="search">
        <Field
          name="query"
          type="search"
          label="Goods or HS code"
          hint="Such as cotton t-shirts, or 610910."
          value={query}
          fault={faults['query']}
        />
        <button>Search</button>
      </form>
      {answer !== null && (
        <section aria-labelledby="found">
          <h2 id="found">{`${answer.total} found`}</h2>
          <Table
            name="HS codes"
            rows={answer.results}
            empty="No match. Describe the material or the use of the goods."
            columns={[
              { name: 'Code', cell: ({ code }) => <a href={at(`/tariffs/codes/${code}`)}>{code}</a> },
              { name: 'Goods', cell: ({ description }) => description },
              { name: 'Chapter', isExtra: true, cell: ({ chapterName }) => chapterName ?? '' },
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

export function CodeDetail({ code, tariffs, at }: CodePage): VNode {
  return (
    <>
      <TariffTabs at={at} current="/tariffs" />
      <p>{code.fullDescription}</p>
      <Facts
        rows={[
          ['Section', code.sectionName],
          ['Chapter', code.chapterName],
          ['Everyday names', code.names.length === 0 ? 'none' : code.names.join(', ')],
        ]}
      />
      {code.children.length > 0 && (
        <ul>
          {code.children.map((child) => (
            <li key={child.code}>
              <a href={at(`/tariffs/codes/${child.code}`)}>{child.code}</a> {child.description}
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="rates">
        <h2 id="rates">Rates</h2>
        <Table
          name="Rates"
          rows={tariffs.tariffs}
          empty="No loaded schedule has a rate for this code."
          columns={[
            { name: 'Destination', cell: ({ countryName }) => countryName },
            {
              name: 'General rate',
              isNumber: true,
              cell: ({ mfnRate, dutyExpression }) =>
                mfnRate === null ? (dutyExpression ?? 'not known') : `${mfnRate} %`,
            },
            { name: 'Edition', isExtra: true, cell: ({ edition }) => edition },
          ]}
        />
        <p class="actions">
          <a class="button quiet" href={at(`/tariffs/calculate?hsCode=${code.code}`)}>
            Calculate
          </a>
          <a class="button quiet" href={at(`/tariffs/compare?hsCode=${code.code}`)}>
            Compare destinations
          </a>
        </p>
      </section>
      <Coverage of={tariffs.coverage} />
    </>
  );
}
