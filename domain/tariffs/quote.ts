import { currencyDigits, Exact } from '../money';
import type { AdditionalQuote } from './applicable-duties';
import { assess, type Assessment } from './assess';
import { computeDuty, type Consignment } from './compute-duty';
import type { Coverage } from './coverage';
import type { QuoteRequest, Unavailable } from './found-rate';
import type { AgreementQuote, Grant } from './grants';
import type { Plan } from './plan';
import type { ReferenceData } from './reference-data';
import type { ResolvedRate } from './resolve-rate';
import type { Provenance } from './schedule';
import { unitedStatesFees, type Fee, type Transport } from './us-fees';

/** The duty of column 2 of the United States schedule, beside the general one. */
export interface ColumnTwoQuote extends Assessment {
  /** Whether goods of the origin pay it in place of the general rate. */
  applies: boolean;
  dutyExpression: string | null;
}

/** Source: specification, "Tariff calculation result" */
export interface Quote {
  kind: 'quote';
  mfn: Assessment;
  rate: ResolvedRate;
  dutyBasis: 'ad_valorem' | 'ad_valorem_equivalent' | 'customs_union';
  agreements: readonly AgreementQuote[];
  preferential: (Assessment & { agreement: string }) | null;
  columnTwo: ColumnTwoQuote | null;
  additional: readonly AdditionalQuote[];
  fees: Fee[];
  sources: readonly Provenance[];
  missing: readonly string[];
  /** Name of the schedule, for what its answers leave out; empty inside the customs union. */
  schedule: string;
  coverage: Coverage;
}

interface Basis {
  consignment: Consignment;
  digits: number;
  vatPercent: string | null;
}

/** @returns units of one currency for one of the other from the rates stored, or null */
export function exchange(reference: ReferenceData, from: string, to: string): InstanceType<typeof Exact> | null {
  const direct = reference.exchangeRates.get(`${from}>${to}`);
  if (direct !== undefined) return new Exact(direct.rate);
  const inverse = reference.exchangeRates.get(`${to}>${from}`);
  return inverse === undefined ? null : new Exact(1).div(inverse.rate);
}

function consignmentOf(reference: ReferenceData, { value, currency, weight, unit }: QuoteRequest): Consignment {
  const exchangeRate = (from: string): ReturnType<Consignment['exchangeRate']> => exchange(reference, from, currency);
  return { value: new Exact(value), currency, weight, unit, exchangeRate };
}

function assessDuty(
  { consignment, digits, vatPercent }: Basis,
  percent: string | null,
  dutyAmount: Consignment['value'],
): Assessment {
  return assess({ value: consignment.value, digits, percent, dutyAmount, vatPercent });
}

/** The applicable agreement with the lowest duty, the first named of equals. */
function bestPreference(basis: Basis, grants: readonly Grant[]): Quote['preferential'] {
  let best: Quote['preferential'] = null;
  for (const grant of grants) {
    if (!grant.applicable || grant.duty === null) continue;
    const result = computeDuty(grant.duty, basis.consignment);
    if (result.kind === 'missing') continue;
    const assessment = assessDuty(basis, grant.percent, result.amount);
    if (best === null || assessment.duty < best.duty) best = { ...assessment, agreement: grant.name };
  }
  return best;
}

function columnTwoOf(basis: Basis, columnTwo: Plan['columnTwo']): ColumnTwoQuote | null {
  if (columnTwo?.rate.duty === null || columnTwo === null) return null;
  const result = computeDuty(columnTwo.rate.duty, basis.consignment);
  if (result.kind === 'missing') return null;
  const { rate, applies } = columnTwo;
  return { ...assessDuty(basis, rate.percent, result.amount), applies, dutyExpression: rate.expression };
}

function feesOf(
  reference: ReferenceData,
  { destination, currency, date }: QuoteRequest,
  { consignment, digits }: Basis,
  transport: Transport | null,
): Fee[] {
  if (destination !== 'US') return [];
  const rate = currency === 'USD' ? new Exact(1) : exchange(reference, currency, 'USD');
  const inDollars = rate === null ? null : consignment.value.mul(rate);
  return unitedStatesFees({ value: consignment.value, digits, inDollars, transport, date });
}

/**
 * Duty, VAT and preferences of one consignment from what is known about it, or why they cannot be said.
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H3, #H4, #H5
 */
export function quote(
  reference: ReferenceData,
  request: QuoteRequest,
  plan: Plan | Unavailable,
  transport: Transport | null = null,
): Quote | Unavailable {
  if (plan.kind !== 'plan') return plan;
  const { rate } = plan.found;
  if (rate.duty === null) return { kind: 'not_computable', rate, sources: [...plan.sources] };
  const consignment = consignmentOf(reference, request);
  const duty = computeDuty(rate.duty, consignment);
  if (duty.kind === 'missing') {
    const { faults } = duty;
    return { kind: 'input_missing', faults, expression: rate.expression, sources: [...plan.sources] };
  }
  const basis: Basis = { consignment, digits: currencyDigits(request.currency) ?? 2, vatPercent: plan.vatPercent };
  const bySchedule = rate.percent === null ? 'ad_valorem_equivalent' : 'ad_valorem';
  return {
    kind: 'quote',
    mfn: assessDuty(basis, rate.percent, duty.amount),
    rate,
    dutyBasis: rate.basis === 'customs_union' ? 'customs_union' : bySchedule,
    agreements: plan.agreements,
    preferential: bestPreference(basis, plan.grants),
    columnTwo: columnTwoOf(basis, plan.columnTwo),
    additional: plan.additional,
    fees: feesOf(reference, request, basis, transport),
    sources: plan.sources,
    missing: plan.missing,
    schedule: plan.schedule,
    coverage: plan.coverage,
  };
}
