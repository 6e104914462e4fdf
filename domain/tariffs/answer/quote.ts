import type Decimal from 'decimal.js';
import { currencyDigits, Exact } from '../../money';
import type { AdditionalQuote } from '../rate/applicable-duties';
import { assess, type Assessment } from '../duty/assess';
import { assessInMinorUnits } from '../duty/assess-minor';
import { Conversions } from '../rate/conversions';
import { paysColumnTwo } from '../schedule/countries';
import { deMinimisOf, type DeMinimis } from '../duty/de-minimis';
import type { Range } from '../duty/range';
import { computeDuty, type Consignment, type DutyResult } from '../duty/compute-duty';
import { coverageOf, excludedFrom, type Coverage } from '../schedule/coverage';
import type { Duty } from '../schedule/duty';
import type { QuoteRequest, Unavailable } from '../rate/found-rate';
import type { AgreementQuote, Grant } from '../rate/grants';
import {
  COLUMN_TWO_UNSAID,
  dutyRange,
  ONE_ITEM,
  openDuties,
  paidDuty,
  type DutyCase,
  type ItemCount,
  type OpenDuties,
  type PaidDuty,
} from './bounds';
import type { Plan } from './plan';
import type { ReferenceData } from '../schedule/reference-data';
import type { ResolvedRate } from '../rate/resolve-rate';
import type { Provenance } from '../schedule/schedule';
import { processingWaiver } from '../duty/fee-waivers';
import { unitedStatesFees, type Fee, type Transport } from '../duty/us-fees';

/** The duty of column 2 of the United States schedule, beside the general one. */
export interface ColumnTwoQuote extends Assessment {
  /** Whether goods of the origin pay it in place of the general rate. */
  applies: boolean;
  dutyExpression: string | null;
}

/** Source: specification, "Tariff calculation result" */
export interface Quote {
  kind: 'quote';
  /** Why column 2 cannot be said though the origin pays it; null for all others. */
  columnTwoUnsaid: Unavailable | null;
  mfn: Assessment;
  rate: ResolvedRate;
  dutyBasis: 'ad_valorem' | 'ad_valorem_equivalent' | 'customs_union';
  agreements: readonly AgreementQuote[];
  preferential: (Assessment & { agreement: string }) | null;
  columnTwo: ColumnTwoQuote | null;
  additional: readonly AdditionalQuote[];
  /** Null inside a customs union. */
  deMinimis: DeMinimis | null;
  paid: PaidDuty;
  /** What the goods may owe beside or in place of the duty that is stated. */
  open: OpenDuties;
  /** Between which amounts duties and VAT lie, without fees. */
  range: Range;
  fees: Fee[];
  sources: readonly Provenance[];
  /** Rates of exchange among them. */
  rates: readonly Provenance[];
  missing: readonly string[];
  /** Name of the schedule, for what its answers leave out; empty inside the customs union. */
  schedule: string;
  coverage: Coverage;
}

/** The goods of a request as amounts. */
export interface Goods {
  consignment: Consignment;
  /** Major units. */
  value: number;
  /** Digits after the point of the currency. */
  digits: number;
}

interface Basis extends Goods {
  vatPercent: string | null;
}

/** @returns the goods of a request, which are the same whatever their destination */
export function goodsOf(
  conversions: Conversions,
  { value, currency, weight, unit }: Omit<QuoteRequest, 'destination'>,
): Goods {
  const exchangeRate = (from: string): ReturnType<Consignment['exchangeRate']> => conversions.rate(from, currency);
  const consignment = { value: new Exact(value), currency, weight, unit, exchangeRate };
  return { consignment, value, digits: currencyDigits(currency) ?? 2 };
}

/** An assessment with what else is said of it; spelled out, since a literal that spreads and adds is many times slower. */
function preferentialOf(assessment: Assessment, agreement: string): NonNullable<Quote['preferential']> {
  const { rate, duty, vat, vatAmount, totalDuties, effectiveRate } = assessment;
  return { rate, duty, vat, vatAmount, totalDuties, effectiveRate, agreement };
}

/**
 * Duty and VAT of a duty on goods; in whole minor units where possible, else in decimals.
 * @param percent of a duty that is a percentage alone; null for any other
 * @returns the missing inputs if it cannot be computed
 */
function assessDuty(
  { consignment, value, digits, vatPercent }: Basis,
  percent: string | null,
  duty: Duty,
): Assessment | Extract<DutyResult, { kind: 'missing' }> {
  const whole = percent === null ? null : assessInMinorUnits({ value, digits, percent, vatPercent });
  if (whole !== null) return whole;
  const result = computeDuty(duty, consignment);
  if (result.kind === 'missing') return result;
  return assess({ value: consignment.value, digits, percent, dutyAmount: result.amount, vatPercent });
}

/** The applicable agreement with the lowest duty, the first of equal ones; null where there is none. */
function bestPreference(basis: Basis, grants: readonly Grant[]): Quote['preferential'] {
  let best: Quote['preferential'] = null;
  for (const grant of grants) {
    if (!grant.applicable || grant.duty === null) continue;
    const assessment = assessDuty(basis, grant.percent, grant.duty);
    if ('kind' in assessment) continue;
    if (best === null || assessment.duty < best.duty) best = preferentialOf(assessment, grant.name);
  }
  return best;
}

/** The duty of a rate on goods, or why it cannot be computed. Source: docs/GAPS.md#H3 */
function assessRate(
  goods: Goods,
  rate: ResolvedRate,
  { vatPercent, sources }: Pick<Plan, 'vatPercent' | 'sources'>,
): Assessment | Unavailable {
  if (rate.duty === null) return { kind: 'not_computable', rate, sources: [...sources] };
  const { consignment, value, digits } = goods;
  const assessment = assessDuty({ consignment, value, digits, vatPercent }, rate.percent, rate.duty);
  if (!('kind' in assessment)) return assessment;
  return { kind: 'input_missing', faults: assessment.faults, expression: rate.expression, sources: [...sources] };
}

/**
 * The duty of column 2; null where the origin does not pay it. Where it does and the duty cannot be computed, the
 * reason.
 */
function columnTwoOf(
  goods: Goods,
  { origin, destination, date }: QuoteRequest,
  plan: Plan,
): ColumnTwoQuote | Unavailable | null {
  if (plan.columnTwo === null) {
    return paysColumnTwo(origin, destination, date) ? { kind: 'no_column_two', sources: [...plan.sources] } : null;
  }
  const { rate, applies } = plan.columnTwo;
  const assessment = assessRate(goods, rate, plan);
  if ('kind' in assessment) return applies ? assessment : null;
  const { duty, vat, vatAmount, totalDuties, effectiveRate } = assessment;
  const dutyExpression = rate.expression;
  return { rate: assessment.rate, duty, vat, vatAmount, totalDuties, effectiveRate, applies, dutyExpression };
}

type Behind = Pick<Quote, 'sources' | 'missing' | 'coverage'>;

/**
 * Sources and gaps of an answer: those of the plan, the exchange rates, and a duty of column 2 that could not be
 * computed.
 */
function sourcesOf(plan: Plan, rates: readonly Provenance[], columnTwoUnsaid: Unavailable | null): Behind {
  // Of a column that is not loaded the plan says so itself.
  const unsaid = columnTwoUnsaid !== null && columnTwoUnsaid.kind !== 'no_column_two';
  if (rates.length === 0 && !unsaid) return plan;
  const sources = [...plan.sources, ...rates];
  const missing = unsaid ? [...plan.missing, COLUMN_TWO_UNSAID] : plan.missing;
  return { sources, missing, coverage: coverageOf(sources, missing, excludedFrom([plan.schedule])) };
}

/** How goods are entered, as far as duties and fees depend on it. */
export interface Entered {
  transport?: Transport | null;
  claimPreference?: boolean;
  /** Whether they are of a distance sale; null where the request does not say. */
  distanceSale?: boolean | null;
  /** Price of all goods of the consignment, major units, with which a threshold is compared; else the value. */
  price?: Decimal;
  items?: ItemCount;
}

/**
 * Fees of the United States; none inside their customs border. Sources: docs/GAPS.md#H5; for goods shipped between
 * Puerto Rico and the mainland, to be used there, 26 U.S.C. 4462(b)
 */
function feesOf(
  conversions: Conversions,
  { currency, date }: QuoteRequest,
  { consignment, digits }: Basis,
  { schedule, grants }: Plan,
  { transport = null, claimPreference = false }: Entered,
): Fee[] {
  if (schedule !== 'US') return [];
  const rate = conversions.rate(currency, 'USD');
  const inDollars = rate === null ? null : consignment.value.mul(rate);
  const waiver = processingWaiver(grants, claimPreference, date);
  return unitedStatesFees({ value: consignment.value, digits, inDollars, transport, date, waiver });
}

/** What a small consignment pays in place of the duty of the tariff; nothing is charged inside a customs union. */
function reliefOf(
  conversions: Conversions,
  { hsCode, origin, destination, date, currency, value }: QuoteRequest,
  { schedule }: Plan,
  { distanceSale = null, transport = null, price = new Exact(value) }: Entered,
): DeMinimis | null {
  if (schedule === '') return null;
  const rateTo = (other: string): Decimal | null => conversions.rate(currency, other);
  return deMinimisOf({ hsCode, origin, destination, date, distanceSale, transport, value: price, rateTo });
}

/** @returns duty and VAT on the general basis, or why they cannot be said. Source: docs/GAPS.md#H3 */
export function assessGeneral(goods: Goods, plan: Plan): Assessment | Unavailable {
  return assessRate(goods, plan.found.rate, plan);
}

/**
 * Duty, VAT and preferences of one consignment by its plan, or why they cannot be computed.
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H3, #H4, #H5
 */
export function quote(
  reference: ReferenceData,
  request: QuoteRequest,
  plan: Plan | Unavailable,
  entered: Entered = {},
): Quote | Unavailable {
  if (plan.kind !== 'plan') return plan;
  const { rate } = plan.found;
  const conversions = new Conversions(reference, request.date);
  const goods = goodsOf(conversions, request);
  const mfn = assessGeneral(goods, plan);
  if ('kind' in mfn) return mfn;
  const { consignment, value, digits } = goods;
  const basis: Basis = { consignment, value, digits, vatPercent: plan.vatPercent };
  const bySchedule = rate.percent === null ? 'ad_valorem_equivalent' : 'ad_valorem';
  const second = columnTwoOf(goods, request, plan);
  const columnTwoUnsaid = second !== null && 'kind' in second ? second : null;
  const columnTwo = second !== null && 'kind' in second ? null : second;
  const preferential = bestPreference(basis, plan.grants);
  const fees = feesOf(conversions, request, basis, plan, entered);
  const reliefs = new Conversions(reference, request.date);
  const deMinimis = reliefOf(reliefs, request, plan, entered);
  const dutyCase: DutyCase = {
    plan,
    hsCode: request.hsCode,
    destination: request.destination,
    value: consignment.value,
    digits,
    mfn,
    columnTwo: columnTwo?.applies === true ? columnTwo : null,
    claimed: entered.claimPreference === true ? preferential : null,
    isClaimed: entered.claimPreference === true,
    deMinimis,
    items: entered.items ?? ONE_ITEM,
  };
  const paid = paidDuty(dutyCase);
  const open = openDuties(dutyCase, paid, columnTwoUnsaid === null);
  const decides = deMinimis !== null && (deMinimis.dutyWaived !== false || deMinimis.itemDuty !== null);
  const rates = [...conversions.sources, ...(decides ? reliefs.sources : [])];
  const { sources, missing, coverage } = sourcesOf(plan, rates, columnTwoUnsaid);
  return {
    kind: 'quote',
    columnTwoUnsaid,
    mfn,
    rate,
    dutyBasis: rate.basis === 'customs_union' ? 'customs_union' : bySchedule,
    agreements: plan.agreements,
    preferential,
    columnTwo,
    additional: plan.additional,
    deMinimis,
    paid,
    open,
    range: dutyRange(dutyCase, columnTwoUnsaid === null ? paid.amount : 0, open),
    fees,
    sources,
    rates,
    missing,
    schedule: plan.schedule,
    coverage,
  };
}
