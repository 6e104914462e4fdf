import { ImportRefused, type Reject, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import { countryFromOtherCode } from '../domain/tariffs/schedule/countries';
import { adValoremRate, opaqueRate, plainDecimal } from '../domain/tariffs/schedule/duty';
import { provenance, type Importer } from './importer';
import { mixedEditions, readJson } from './read-file';
import { memberOf } from '../domain/unknown-value';

interface Value {
  id: string;
  name: string;
}

interface Dimension {
  id: string;
  values: Value[];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function dimensionsOf(value: unknown): Dimension[] {
  return list(value).map((dimension) => ({
    id: textOf(memberOf(dimension, 'id')),
    values: list(memberOf(dimension, 'values')).map((v) => ({
      id: textOf(memberOf(v, 'id')),
      name: textOf(memberOf(v, 'name')),
    })),
  }));
}

interface Answer {
  dimensions: Dimension[];
  attributes: Dimension[];
  year: string;
  series: [string, unknown][];
}

/**
 * Sorts dimensions as their indices are in keys. The service lists products after partners but writes their indices
 * before: a position whose indices exceed its dimension belongs to the products.
 */
function sortByKeyOrder(dimensions: Dimension[], series: readonly [string, unknown][]): Dimension[] {
  const highest = dimensions.map(() => 0);
  for (const [key] of series) {
    key.split(':').forEach((index, at) => {
      highest[at] = Math.max(highest[at] ?? 0, Number(index));
    });
  }
  const products = dimensions.findIndex(({ id }) => id === 'PRODUCTCODE');
  const overflowing = dimensions.findIndex(({ values }, at) => (highest[at] ?? 0) >= values.length);
  const [product, other] = [dimensions[products], dimensions[overflowing]];
  if (product === undefined || other === undefined) return dimensions;
  return dimensions.map((dimension, at) => (at === products ? other : at === overflowing ? product : dimension));
}

/**
 * Parses an SDMX-JSON answer.
 * @throws ImportRefused for one without series
 */
function readAnswer(content: unknown, name: string): Answer {
  const series = memberOf(list(memberOf(content, 'dataSets'))[0], 'series');
  const dimensions = dimensionsOf(memberOf(content, 'structure', 'dimensions', 'series'));
  if (typeof series !== 'object' || series === null || dimensions.length === 0) {
    throw new ImportRefused(`${name} is no SDMX-JSON answer with series.`);
  }
  const periods = dimensionsOf(memberOf(content, 'structure', 'dimensions', 'observation'));
  const years = (periods.find(({ id }) => id === 'TIME_PERIOD')?.values ?? []).map(({ id }) => id);
  if (years.length > 1) throw new ImportRefused(`${name} holds the years ${years.join(', ')}: ask for one of them.`);
  const keyed = Object.entries(series);
  return {
    dimensions: sortByKeyOrder(dimensions, keyed),
    attributes: dimensionsOf(memberOf(content, 'structure', 'attributes', 'observation')),
    year: years[0] ?? '',
    series: keyed,
  };
}

function dimensionValue(answer: Answer, key: string, dimension: string): Value | undefined {
  const at = answer.dimensions.findIndex(({ id }) => id === dimension);
  return answer.dimensions[at]?.values[Number(key.split(':')[at])];
}

function attribute(answer: Answer, observation: readonly unknown[], name: string): string {
  const at = answer.attributes.findIndex(({ id }) => id === name);
  const index = observation[at + 1];
  return typeof index === 'number' ? (answer.attributes[at]?.values[index]?.id ?? '') : '';
}

/** The tariff line of a series, or why it is unusable. */
function toTariffLine(answer: Answer, key: string, observations: unknown): TariffLine | string {
  const product = dimensionValue(answer, key, 'PRODUCTCODE');
  if (product === undefined || !/^\d{6}$/.test(product.id)) return `"${product?.id ?? key}" is no six-digit code`;
  if (dimensionValue(answer, key, 'PARTNER')?.id !== '000') return `${product.id} is not the rate towards the world`;
  const observation = list(memberOf(observations, 'observations', '0'));
  const rate = textOf(observation[0]);
  if (!/^\d+(\.\d+)?$/.test(rate)) return `${product.id} has no rate`;
  if (attribute(answer, observation, 'TARIFFTYPE') !== 'MFN') return `${product.id} is no most favoured nation rate`;
  const left = Number(attribute(answer, observation, 'NBR_NA_LINES') || '0');
  const total = attribute(answer, observation, 'TOTALNOOFLINES');
  const text = `${plainDecimal(rate)}% (average of ${total} lines, ${left} not ad valorem)`;
  const description = product.name.replace(/^\(\d*-\d*\)\s*[- ]*/, '');
  // An average that leaves lines out is not what any of the goods pays.
  const stated = left > 0 ? opaqueRate(text, 'compound') : adValoremRate(text, rate);
  return {
    code: product.id,
    description,
    path: [description],
    unit: null,
    rate: stated,
    specialText: null,
    preferences: [],
    columnTwo: null,
  };
}

/**
 * Reads tariff lines from an answer.
 * @throws ImportRefused where one product has two rates, because answers are mixed
 */
function readLines(answer: Answer, name: string): { lines: TariffLine[]; rejects: Reject[] } {
  const rejects: Reject[] = [];
  const lines = new Map<string, { line: TariffLine; entry: number }>();
  answer.series.forEach(([key, observations], index) => {
    const entry = index + 1;
    const line = toTariffLine(answer, key, observations);
    if (typeof line === 'string') {
      rejects.push({ line: entry, reason: line });
      return;
    }
    const former = lines.get(line.code);
    if (former === undefined) lines.set(line.code, { line, entry });
    else if (former.line.rate?.expression === line.rate?.expression)
      rejects.push({ line: entry, reason: `${line.code} occurs twice` });
    else throw mixedEditions(name, { line: entry, first: former.entry, what: `the rate of ${line.code}` });
  });
  return { lines: [...lines.values()].map(({ line }) => line), rejects };
}

/** One reporter's most favoured nation averages as WITS answers (SDMX-JSON 2.1, TRAINS). */
export const witsSdmx: Importer = {
  kind: 'wits-sdmx',
  summary: 'Most favoured nation averages of one country from WITS (SDMX-JSON)',
  version: 1,
  maxRejectShare: 0.05,
  async parse(file, options) {
    const answer = readAnswer(await readJson(file), file.name);
    const reporter = answer.dimensions.find(({ id }) => id === 'REPORTER')?.values[0];
    const country = reporter === undefined ? null : countryFromOtherCode(reporter.id);
    if (country === null) throw new ImportRefused(`${file.name} names no country as reporter.`);
    const { lines, rejects } = readLines(answer, file.name);
    return {
      rowsIn: answer.series.length,
      rejects,
      changesSearch: true,
      editions: [
        {
          subject: `tariff:${country}`,
          title: 'Most favoured nation averages at six digits, UNCTAD TRAINS through WITS',
          ...provenance(options, {
            publisher: 'World Bank, World Integrated Trade Solution',
            licence: 'terms of WITS and UNCTAD TRAINS',
            edition: answer.year,
            validFrom: answer.year === '' ? null : `${answer.year}-01-01`,
          }),
          nomenclature: null,
          facts: scheduleFacts(lines),
          content: { kind: 'schedule', schedule: country, lines, additional: [] },
        },
      ],
    };
  },
};
