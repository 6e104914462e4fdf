import { getCodeTariffs } from '../../api/hs-codes/get-code-tariffs';
import { getHsCode } from '../../api/hs-codes/get-hs-code';
import { searchHsCodes } from '../../api/hs-codes/search-hs-codes';
import { calculateTariff } from '../../api/tariffs/calculate';
import { compareTariffs } from '../../api/tariffs/compare';
import { CodeParams, CodeTariffs, HsCodeDetail, SearchAnswer, SearchRequest } from '../../domain/hs-codes/schemas';
import { TariffCalculation, TariffComparison } from '../../domain/tariffs/answer-schema';
import { CalculateTariff, CompareTariffs } from '../../domain/tariffs/request-schema';
import { runOperation } from '../operation';
import { Calculation } from '../pages/tariff-calculation';
import { Comparison } from '../pages/tariff-comparison';
import { CodeDetail, CodeSearch } from '../pages/tariffs';
import { checkForm, faultsOf, type Faults } from '../read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';

/** What the address says, without what was left empty. */
function askedOf({ context }: SideVisit): Record<string, string> {
  const asked = [...new URLSearchParams(context.querystring)].map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(asked.filter(([, text]) => text !== ''));
}

async function search(visit: SideVisit): Promise<Answer> {
  const asked = askedOf(visit);
  const query = asked['query'] ?? '';
  const checked = query === '' ? null : checkForm(SearchRequest, { query, limit: 20 });
  const faults: Faults = checked !== null && !checked.ok ? checked.faults : {};
  const reply =
    checked?.ok === true
      ? await runOperation(visit, searchHsCodes, { params: undefined, query: undefined, body: checked.value })
      : null;
  const answer = reply === null ? null : SearchAnswer.parse(reply.data);
  const body = <CodeSearch {...{ query, answer, faults }} at={visit.at} />;
  return { kind: 'page', title: 'Tariffs', body, status: Object.keys(faults).length === 0 ? 200 : 400 };
}

async function detail(visit: SideVisit): Promise<Answer> {
  const checked = checkForm(CodeParams, visit.params);
  if (!checked.ok) return { kind: 'redirect', location: visit.at('/tariffs') };
  const [code, tariffs] = await Promise.all([
    runOperation(visit, getHsCode, { params: checked.value, query: undefined, body: undefined }),
    runOperation(visit, getCodeTariffs, { params: checked.value, query: {}, body: undefined }),
  ]);
  const hsCode = HsCodeDetail.parse(code.data);
  const body = <CodeDetail code={hsCode} tariffs={CodeTariffs.parse(tariffs.data)} at={visit.at} />;
  return { kind: 'page', title: `HS ${hsCode.code}`, body };
}

/** Fields of a consignment as the API's schemas take them; a number that is none is left for them to refuse. */
function consignmentOf(asked: Record<string, string>): Record<string, unknown> {
  const number = (text: string | undefined): number | string | undefined => {
    if (text === undefined) return undefined;
    return Number.isNaN(Number(text)) ? text : Number(text);
  };
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

const REQUIRED = ['hsCode', 'origin', 'destination', 'destinations', 'currency', 'value'];

/** Words for fields that were left empty; the schemas speak of types there. */
function withEmptyFields(faults: Faults, asked: Record<string, string>): Faults {
  const empty = REQUIRED.filter((name) => faults[name] !== undefined && asked[name] === undefined);
  return { ...faults, ...Object.fromEntries(empty.map((name) => [name, 'is needed'])) };
}

const REFUSALS = ['NOT_FOUND', 'TARIFF_DATA_UNAVAILABLE', 'SAME_TERRITORY'] as const;

async function calculation(visit: SideVisit): Promise<Answer> {
  const asked = askedOf(visit);
  const page = (faults: Faults, answer: ReturnType<typeof TariffCalculation.parse> | null, status: number): Answer => {
    const body = <Calculation {...{ asked, faults, answer }} at={visit.at} />;
    return { kind: 'page', title: 'Duty and VAT', body, status };
  };
  if (Object.keys(asked).length === 0) return page({}, null, 200);
  const checked = checkForm(CalculateTariff, consignmentOf(asked));
  if (!checked.ok) return page(withEmptyFields(checked.faults, asked), null, 400);
  try {
    const call = { params: undefined, query: undefined, body: checked.value };
    return page({}, TariffCalculation.parse((await runOperation(visit, calculateTariff, call)).data), 200);
  } catch (fault) {
    return page(faultsOf(fault, REFUSALS), null, 422);
  }
}

async function comparison(visit: SideVisit): Promise<Answer> {
  const asked = askedOf(visit);
  const page = (faults: Faults, answer: ReturnType<typeof TariffComparison.parse> | null, status: number): Answer => {
    const body = <Comparison {...{ asked, faults, answer }} at={visit.at} />;
    return { kind: 'page', title: 'Compare destinations', body, status };
  };
  if (Object.keys(asked).length === 0) return page({}, null, 200);
  const checked = checkForm(CompareTariffs, consignmentOf(asked));
  if (!checked.ok) return page(withEmptyFields(checked.faults, asked), null, 400);
  try {
    const call = { params: undefined, query: undefined, body: checked.value };
    return page({}, TariffComparison.parse((await runOperation(visit, compareTariffs, call)).data), 200);
  } catch (fault) {
    return page(faultsOf(fault, REFUSALS), null, 422);
  }
}

export const TARIFF_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/tariffs', access: 'account', handle: search },
  { method: 'get', path: '/tariffs/calculate', access: 'account', handle: calculation },
  { method: 'get', path: '/tariffs/compare', access: 'account', handle: comparison },
  { method: 'get', path: '/tariffs/codes/:code', access: 'account', handle: detail },
];
