import type Decimal from 'decimal.js';
import { currencyDigits, Exact, PER_CENT } from '../../money';
import type { AdditionalQuote } from '../rate/applicable-duties';
import { assess, type Assessment } from '../duty/assess';
import { assessInMinorUnits } from '../duty/assess-minor';
import { Conversions } from '../rate/conversions';
import { paysColumnTwo } from '../schedule/countries';
import { rangeOf, type OpenAmount, type Range } from '../duty/range';
import { computeDuty, type Consignment, type DutyResult } from '../duty/compute-duty';
import { coverageOf, excludedFrom, type Coverage } from '../schedule/coverage';
import type { Duty } from '../schedule/duty';
import type { QuoteRequest, Unavailable } from '../rate/found-rate';
import type { AgreementQuote, Grant } from '../rate/grants';
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
  unknownAdditions: string | null;
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

const COLUMN_TWO_UNSAID =
  'the duty of column 2 cannot be worked out from what is given: "columnTwo" is null, and what the goods pay is not said';

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

/** @param percent of a duty that is a percentage alone; null for any other */
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

/** The applicable agreement with the lowest duty, the first named of equals. */
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

/** The duty of a rate on goods, or why it cannot be said. Source: docs/GAPS.md#H3 */
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

/** Sources of an answer: those of the plan, with rates of exchange, and a duty of column 2 not said. */
function behind(plan: Plan, { sources: rates }: Conversions, columnTwoUnsaid: Unavailable | null): Behind {
  // Of a column that is not loaded the plan says so itself.
  const unsaid = columnTwoUnsaid !== null && columnTwoUnsaid.kind !== 'no_column_two';
  if (rates.length === 0 && !unsaid) return plan;
  const sources = [...plan.sources, ...rates];
  const missing = unsaid ? [...plan.missing, COLUMN_TWO_UNSAID] : plan.missing;
  return { sources, missing, coverage: coverageOf(sources, missing, excludedFrom([plan.schedule])) };
}

/** How goods are entered, as far as fees depend on it. */
interface Entered {
  transport?: Transport | null;
  claimPreference?: boolean;
}

/**
 * Fees of the United States, none inside their customs border. Sources: docs/GAPS.md#H5; for what goes by sea between
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

/** Additions of which nothing says whether they are due. Source: docs/GAPS.md#H9 */
export function openAdditions(
  { additional, unknownAdditions }: Pick<Plan, 'additional' | 'unknownAdditions'>,
  base: Decimal,
  digits: number,
): OpenAmount[] {
  return [
    ...additional
      .filter(({ applies }) => applies === null)
      .map(({ name, rate, condition }) => ({
        because: `${name} may apply: ${condition ?? 'what decides is not known'}`,
        most: base.mul(rate).mul(PER_CENT).toDecimalPlaces(digits, Exact.ROUND_HALF_UP),
        isTaxed: true,
      })),
    ...(unknownAdditions === null ? [] : [{ because: unknownAdditions, most: null, isTaxed: true }]),
  ];
}

/** The additions that certainly are due. */
function certainAdditions(additional: readonly AdditionalQuote[], { consignment, digits }: Goods): Decimal {
  return additional
    .filter(({ applies }) => applies === true)
    .reduce(
      (sum, { rate }) =>
        sum.plus(consignment.value.mul(rate).mul(PER_CENT).toDecimalPlaces(digits, Exact.ROUND_HALF_UP)),
      new Exact(0),
    );
}

/** Bounds of duties and VAT: column 2 where the origin pays it, with the additions. Source: docs/GAPS.md#H9 */
function dutyRange(plan: Plan, goods: Goods, mfn: Assessment, columnTwo: ColumnTwoQuote | Unavailable | null): Range {
  const isUnsaid = columnTwo !== null && 'kind' in columnTwo;
  const paid = columnTwo !== null && !isUnsaid && columnTwo.applies ? columnTwo.duty : mfn.duty;
  const certain = certainAdditions(plan.additional, goods).plus(isUnsaid ? 0 : paid);
  const open = openAdditions(plan, goods.consignment.value, goods.digits);
  return rangeOf({
    certain,
    taxed: goods.consignment.value.plus(certain),
    vatPercent: plan.vatPercent,
    open: isUnsaid ? [{ because: COLUMN_TWO_UNSAID, most: null, isTaxed: true }, ...open] : open,
    digits: goods.digits,
  });
}

/** @returns duty and VAT on the general basis, or why they cannot be said. Source: docs/GAPS.md#H3 */
export function assessGeneral(goods: Goods, plan: Plan): Assessment | Unavailable {
  return assessRate(goods, plan.found.rate, plan);
}

/**
 * Duty, VAT and preferences of one consignment from what is known about it, or why they cannot be said.
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
  const preferential = bestPreference(basis, plan.grants);
  const fees = feesOf(conversions, request, basis, plan, entered);
  const { sources, missing, coverage } = behind(plan, conversions, columnTwoUnsaid);
  return {
    kind: 'quote',
    columnTwoUnsaid,
    mfn,
    rate,
    dutyBasis: rate.basis === 'customs_union' ? 'customs_union' : bySchedule,
    agreements: plan.agreements,
    preferential,
    columnTwo: second !== null && 'kind' in second ? null : second,
    additional: plan.additional,
    unknownAdditions: plan.unknownAdditions,
    range: dutyRange(plan, goods, mfn, second),
    fees,
    sources,
    rates: conversions.sources,
    missing,
    schedule: plan.schedule,
    coverage,
  };
}
