import type { output } from 'zod';
import { getCodeTariffs } from '../../api/hs-codes/get-code-tariffs';
import { getHsCode } from '../../api/hs-codes/get-hs-code';
import { searchHsCodes } from '../../api/hs-codes/search-hs-codes';
import { calculateTariff } from '../../api/tariffs/calculate';
import { compareTariffs } from '../../api/tariffs/compare';
import { CodeParams, CodeTariffs, HsCodeDetail, SearchAnswer } from '../../domain/hs-codes/schemas';
import { TariffCalculation, TariffComparison } from '../../domain/tariffs/answer/answer-schema';
import { runOperation, submitOperation } from '../operation';
import { Calculation } from './calculation-page';
import { Comparison } from './comparison-page';
import { CodeDetails, CodeSearch } from './tariffs-page';
import { FORM_LANGUAGE, typedNumber } from '../forms/form-language';
import type { Faults } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';

/** What the address says, without what was left empty. */
function askedOf({ context }: SideVisit): Record<string, string> {
  const asked = [...new URLSearchParams(context.querystring)].map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(asked.filter(([, text]) => text !== ''));
}

function showSearch(visit: SideVisit): Promise<Answer> {
  const { query = '' } = askedOf(visit);
  const page = (faults: Faults, answer: output<typeof SearchAnswer> | null, status: number): Answer => {
    const body = <CodeSearch {...{ query, answer, faults }} at={visit.at} />;
    return { kind: 'page', title: visit.words.layout.places.tariffs, body, status };
  };
  if (query === '') return Promise.resolve(page({}, null, 200));
  return submitOperation(visit, searchHsCodes, {
    body: { query, limit: 20 },
    done: ({ data }) => page({}, SearchAnswer.parse(data), 200),
    refused: (faults, status) => page(faults, null, status),
  });
}

async function showCode(visit: SideVisit): Promise<Answer> {
  const { params } = visit;
  if (!CodeParams.safeParse(params).success) return { kind: 'redirect', location: visit.at('/tariffs') };
  const [code, tariffs] = await Promise.all([runOperation(visit, getHsCode), runOperation(visit, getCodeTariffs)]);
  const hsCode = HsCodeDetail.parse(code.data);
  const body = <CodeDetails code={hsCode} tariffs={CodeTariffs.parse(tariffs.data)} at={visit.at} />;
  return { kind: 'page', title: `HS ${hsCode.code}`, body };
}

/** Fields of a consignment as the API's schemas take them. */
function consignmentOf(asked: Record<string, string>): Record<string, unknown> {
  const number = (text: string | undefined) =>
    text === undefined ? undefined : typedNumber(text, asked[FORM_LANGUAGE]);
  const code = (text: string | undefined): string | undefined => text?.toUpperCase();
  return {
    hsCode: asked['hsCode'],
    origin: code(asked['origin']),
    destination: code(asked['destination']),
    destinations: asked['destinations']?.toUpperCase().split(/[\s,]+/),
    currency: code(asked['currency']),
    value: number(asked['value']),
    weight: number(asked['weight']),
    unit: asked['weight'] === undefined ? undefined : asked['unit'],
  };
}

function showCalculation(visit: SideVisit): Promise<Answer> {
  const asked = askedOf(visit);
  const page = (faults: Faults, answer: output<typeof TariffCalculation> | null, status: number): Answer => {
    const body = <Calculation {...{ asked, faults, answer }} at={visit.at} />;
    return { kind: 'page', title: visit.words.tariffs.calculateTitle, body, status };
  };
  if (Object.keys(asked).length === 0) return Promise.resolve(page({}, null, 200));
  return submitOperation(visit, calculateTariff, {
    body: consignmentOf(asked),
    done: ({ data }) => page({}, TariffCalculation.parse(data), 200),
    refused: (faults, status) => page(faults, null, status),
  });
}

function showComparison(visit: SideVisit): Promise<Answer> {
  const asked = askedOf(visit);
  const page = (faults: Faults, answer: output<typeof TariffComparison> | null, status: number): Answer => {
    const body = <Comparison {...{ asked, faults, answer }} at={visit.at} />;
    return { kind: 'page', title: visit.words.tariffs.compareTitle, body, status };
  };
  if (Object.keys(asked).length === 0) return Promise.resolve(page({}, null, 200));
  return submitOperation(visit, compareTariffs, {
    body: consignmentOf(asked),
    done: ({ data }) => page({}, TariffComparison.parse(data), 200),
    refused: (faults, status) => page(faults, null, status),
  });
}

export const TARIFF_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/tariffs', access: 'account', handle: showSearch },
  { method: 'get', path: '/tariffs/calculate', access: 'account', handle: showCalculation },
  { method: 'get', path: '/tariffs/compare', access: 'account', handle: showComparison },
  { method: 'get', path: '/tariffs/codes/:code', access: 'account', handle: showCode },
];
