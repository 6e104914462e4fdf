import { LRUCache } from 'lru-cache';
import type { Database } from '../database';
import { applies, isMember, type Agreement } from '../../domain/tariffs/agreements';
import { assess, type Assessment } from '../../domain/tariffs/assess';
import { computeDuty, type Consignment, type DutyResult } from '../../domain/tariffs/compute-duty';
import { inCustomsUnion, paysColumnTwo, scheduleOf } from '../../domain/tariffs/countries';
import type { Duty, MeasureUnit } from '../../domain/tariffs/duty';
import { rateGaps, resolveMfn, resolvePreference, type ResolvedRate } from '../../domain/tariffs/resolve-rate';
import { findLines, type FoundLines, type Provenance } from '../../domain/tariffs/schedule';
import type { FieldFault } from '../../domain/errors';
import { currencyDigits, Exact } from '../../domain/money';
import { nomenclature, resolveNode } from '../hs-codes/nomenclature';
import { currentEdition, provenanceOf } from './editions';
import { agreements, exchangeRates, vatRate } from './facts';
import { cached } from './reference-data';
import { schedule } from './schedules';

export interface QuoteRequest {
  /** Digits, 4 to 10. */
  hsCode: string;
  origin: string;
  destination: string;
  /** Major units, > 0. */
  value: number;
  currency: string;
  weight: number | null;
  unit: MeasureUnit | null;
  /** ISO calendar date of the import. */
  date: string;
}

export type RateStatus = 'loaded' | 'not_loaded' | 'not_granted' | 'not_ad_valorem';

export interface AgreementQuote {
  name: string;
  rate: number | null;
  applicable: boolean;
  rateStatus: RateStatus;
}

export interface Quote {
  kind: 'quote';
  mfn: Assessment;
  rate: ResolvedRate;
  dutyBasis: 'ad_valorem' | 'ad_valorem_equivalent' | 'customs_union';
  agreements: AgreementQuote[];
  preferential: (Assessment & { agreement: string }) | null;
  sources: Provenance[];
  missing: string[];
}

/** Why no duty can be said; never a zero in its place. Source: docs/GAPS.md#H4 */
export type Unavailable =
  | { kind: 'unknown_code' }
  | { kind: 'domestic' }
  | { kind: 'no_schedule' }
  | { kind: 'no_rate'; sources: Provenance[] }
  | { kind: 'not_computable'; rate: ResolvedRate; sources: Provenance[] }
  | { kind: 'input_missing'; faults: FieldFault[]; expression: string | null };

const UNION_RATE: ResolvedRate = {
  percent: '0',
  duty: { parts: [{ type: 'percent', percent: '0' }] },
  expression: null,
  basis: 'customs_union',
  range: null,
  lines: 0,
  nonAdValoremLines: 0,
  lineCode: null,
};

interface Found {
  rate: ResolvedRate;
  lines: FoundLines | null;
  sources: Provenance[];
  union: boolean;
}

async function findRate(database: Database, request: QuoteRequest): Promise<Found | Unavailable> {
  const tree = await nomenclature(database);
  const node = resolveNode(tree, request.hsCode);
  const union = inCustomsUnion(request.origin, request.destination);
  const national = await schedule(database, scheduleOf(request.destination));
  const known = node?.code ?? request.hsCode;
  const predecessors = tree.predecessors.get(known) ?? [];
  const lines = national === null ? null : findLines(national, { code: request.hsCode, known, predecessors });
  if (node === null && lines === null) return { kind: 'unknown_code' };
  if (request.origin === request.destination) return { kind: 'domestic' };
  if (union) return { rate: UNION_RATE, lines: null, sources: [], union };
  if (national === null) return { kind: 'no_schedule' };
  const sources = [national.provenance];
  return lines === null ? { kind: 'no_rate', sources } : { rate: resolveMfn(lines), lines, sources, union };
}

async function consignmentOf(database: Database, request: QuoteRequest): Promise<Consignment> {
  const rates = await exchangeRates(database);
  const { value, currency, weight, unit } = request;
  return {
    value: new Exact(value),
    currency,
    weight,
    unit,
    exchangeRate(from) {
      const direct = rates.get(`${from}>${currency}`);
      if (direct !== undefined) return new Exact(direct.rate);
      const inverse = rates.get(`${currency}>${from}`);
      return inverse === undefined ? null : new Exact(1).div(inverse.rate);
    },
  };
}

interface Granted extends AgreementQuote {
  duty: Duty | null;
  percent: string | null;
}

/** What one agreement of the destination says about the goods; null for programs that do not concern them. */
function grantOf(agreement: Agreement, request: QuoteRequest, found: Found): Granted | null {
  const { origin, destination, date } = request;
  if (agreement.bilateral && !isMember(agreement, origin)) return null;
  const applicable = applies(agreement, origin, destination, date);
  const base = { name: agreement.name, applicable, duty: null, percent: null };
  if (agreement.customsUnion) {
    if (!isMember(agreement, destination)) return null;
    return { ...base, rate: 0, rateStatus: 'loaded', percent: '0', duty: UNION_RATE.duty };
  }
  const symbols = agreement.symbols[scheduleOf(destination)];
  if (symbols === undefined || found.lines === null) {
    return isMember(agreement, destination) ? { ...base, rate: null, rateStatus: 'not_loaded' } : null;
  }
  if (!isMember(agreement, destination)) return null;
  const granted = resolvePreference(found.lines, symbols);
  if (granted === null) {
    // Goods that are free for everyone are free under the agreement too.
    if (found.rate.percent === '0')
      return { ...base, rate: 0, rateStatus: 'loaded', percent: '0', duty: found.rate.duty };
    return { ...base, rate: null, rateStatus: 'not_granted' };
  }
  const { percent, duty } = granted;
  if (percent === null) return { ...base, rate: null, rateStatus: 'not_ad_valorem', duty };
  return { ...base, rate: Number(percent), rateStatus: 'loaded', percent, duty };
}

interface Basis {
  consignment: Consignment;
  digits: number;
  vatPercent: string | null;
}

function assessDuty(
  basis: Basis,
  percent: string | null,
  dutyAmount: Parameters<typeof assess>[0]['dutyAmount'],
): Assessment {
  const { consignment, digits, vatPercent } = basis;
  return assess({ value: consignment.value, digits, percent, dutyAmount, vatPercent });
}

/** The applicable agreement with the lowest duty, the first named of equals. */
function bestPreference(basis: Basis, grants: readonly Granted[]): Quote['preferential'] {
  let best: Quote['preferential'] = null;
  for (const grant of grants) {
    if (!grant.applicable || grant.duty === null) continue;
    const result: DutyResult = computeDuty(grant.duty, basis.consignment);
    if (result.kind === 'missing') continue;
    const assessment = assessDuty(basis, grant.percent, result.amount);
    if (best === null || assessment.duty < best.duty) best = { ...assessment, agreement: grant.name };
  }
  return best;
}

/** All that a quote needs before amounts are known; it changes with imports and days only. */
interface Plan {
  found: Found;
  grants: Granted[];
  agreements: AgreementQuote[];
  vatPercent: string | null;
  dutyBasis: Quote['dutyBasis'];
  sources: Provenance[];
  missing: string[];
}

/** Plans kept by a process: the routes of a busy day, a few kilobytes each. */
const PLANS_KEPT = 5_000;

/** Where the agreements named come from; inside the customs union, the union itself. */
async function agreementSources(
  database: Database,
  { origin, destination, date }: QuoteRequest,
  named: readonly Agreement[],
): Promise<Provenance[]> {
  const edition = named.length === 0 ? null : await currentEdition(database, 'agreements');
  if (edition === null) return [];
  const whole = provenanceOf(edition);
  const union = named.find((agreement) => agreement.customsUnion && applies(agreement, origin, destination, date));
  if (union === undefined) return [whole];
  const { title, source, sourceUrl, effectiveDate } = union;
  return [whole, { ...whole, title, publisher: source, url: sourceUrl, validFrom: effectiveDate }];
}

async function makePlan(database: Database, request: QuoteRequest): Promise<Plan | Unavailable> {
  const found = await findRate(database, request);
  if ('kind' in found) return found;
  const { origin, destination, date } = request;
  const vat = await vatRate(database, destination, date);
  const all = await agreements(database);
  const grants = all.map((agreement) => grantOf(agreement, request, found)).filter((grant) => grant !== null);
  const missing = [
    ...(vat === null ? [`VAT of ${destination} is not known; totals that depend on it are null`] : []),
    ...rateGaps(found.rate, scheduleOf(destination), request.hsCode),
    ...(paysColumnTwo(origin, destination, date)
      ? [
          `goods of ${origin} pay column 2 rates of the United States, which are not loaded: the rate is the general one`,
        ]
      : []),
    ...grants
      .filter(({ applicable, rateStatus }) => applicable && rateStatus === 'not_loaded')
      .map(({ name }) => `the preferential rates of ${name} are not loaded`),
  ];
  const named = all.filter(({ name }) => grants.some((grant) => grant.name === name));
  const vatEdition = vat === null ? null : await currentEdition(database, vat.subject);
  const bySchedule = found.rate.percent === null ? 'ad_valorem_equivalent' : 'ad_valorem';
  return {
    found,
    grants,
    agreements: grants.map(({ name, rate, applicable, rateStatus }) => ({ name, rate, applicable, rateStatus })),
    vatPercent: vat?.percent ?? null,
    dutyBasis: found.union ? 'customs_union' : bySchedule,
    sources: [
      ...found.sources,
      ...(vatEdition === null ? [] : [provenanceOf(vatEdition)]),
      ...(await agreementSources(database, request, named)),
    ],
    missing,
  };
}

async function planOf(database: Database, request: QuoteRequest): Promise<Plan | Unavailable> {
  const plans = await cached(database, 'plans', () =>
    Promise.resolve(new LRUCache<string, Plan | Unavailable>({ max: PLANS_KEPT })),
  );
  const key = `${request.hsCode} ${request.origin} ${request.destination} ${request.date}`;
  const known = plans.get(key);
  if (known !== undefined) return known;
  const plan = await makePlan(database, request);
  plans.set(key, plan);
  return plan;
}

/**
 * Duty, VAT and preferences of one consignment from what is stored, or why they cannot be said.
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H3, #H4, #H5
 */
export async function quote(database: Database, request: QuoteRequest): Promise<Quote | Unavailable> {
  const plan = await planOf(database, request);
  if ('kind' in plan) return plan;
  const { rate } = plan.found;
  const { sources } = plan;
  if (rate.duty === null) return { kind: 'not_computable', rate, sources };
  const consignment = await consignmentOf(database, request);
  const duty = computeDuty(rate.duty, consignment);
  if (duty.kind === 'missing') return { kind: 'input_missing', faults: duty.faults, expression: rate.expression };
  const basis: Basis = { consignment, digits: currencyDigits(request.currency) ?? 2, vatPercent: plan.vatPercent };
  return {
    kind: 'quote',
    mfn: assessDuty(basis, rate.percent, duty.amount),
    rate,
    dutyBasis: plan.dutyBasis,
    agreements: plan.agreements,
    preferential: bestPreference(basis, plan.grants),
    sources,
    missing: plan.missing,
  };
}
