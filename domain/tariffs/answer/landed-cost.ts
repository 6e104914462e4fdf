import type Decimal from 'decimal.js';
import { currencyDigits, Exact, PER_CENT } from '../../money';
import { inCustomsUnion, scheduleOf } from '../schedule/countries';
import type { DeMinimis } from '../duty/de-minimis';
import { UNION_RATE, type QuoteRequest, type Unavailable } from '../rate/found-rate';
import type { ItemCount } from './bounds';
import type { Plan } from './plan';
import { quote, type Entered, type Quote } from './quote';
import { rangeOf, type OpenAmount, type Range } from '../duty/range';
import type { ReferenceData } from '../schedule/reference-data';
import type { Provenance } from '../schedule/schedule';
import type { Fee, Transport } from '../duty/us-fees';
import {
  customsValue,
  partsOfPrice,
  valuationRule,
  type Incoterm,
  type PriceParts,
  type ValuationRule,
} from '../duty/valuation';

/** What a landed cost is asked for. Source: docs/GAPS.md#H9 */
export interface LandedCostRequest extends QuoteRequest {
  freight: number | null;
  insurance: number | null;
  incoterm: Incoterm;
  transport: Transport | null;
  /** Whether the importer claims the best preference that applies. */
  claimPreference: boolean;
  /** Whether a business sells to a consumer and sends the goods; null where the request does not say. */
  distanceSale: boolean | null;
}

/** The consignment that goods are one item of. */
export interface Entry {
  /** Price of all its goods without freight and insurance, major units: what a threshold is compared with. */
  goods: Decimal;
  /** The item's share of the fees. */
  fees: Fee[];
  /** What the item counts for where each item of the consignment is charged. */
  items: ItemCount;
}

/** One line of the sum; `amount` is null where it cannot be said, and then there is no total. */
export interface CostLine {
  name: string;
  /** Major units of the request's currency. */
  amount: number | null;
  /** Percent. */
  rate: number | null;
  basis: string;
  /** Whether a business gets it back as input tax. */
  recoverable: boolean;
  source: string;
  /** First day on which the figure holds, where the source says. */
  from: string | null;
}

/** What goods cost behind the border. Source: docs/GAPS.md#H9 */
export interface LandedCost extends Range {
  kind: 'landed_cost';
  customsValue: { amount: number; rule: ValuationRule | null };
  lines: CostLine[];
  deMinimis: DeMinimis | null;
  /** All lines; null where one that may be due is not known, or an addition is undecided. */
  total: number | null;
  /** All lines that cannot be recovered; null when the total is, except for VAT. */
  totalWithoutRecoverable: number | null;
  /** The same as the lines state it, to compare destinations by; null while a fee or an addition is undecided. */
  comparable: number | null;
  quote: Quote;
  /** Rates of exchange that something was converted with. */
  rates: readonly Provenance[];
  missing: string[];
}

interface Figures {
  answer: Quote;
  base: Decimal;
  digits: number;
  waived: boolean;
}

function round(amount: Decimal, digits: number): Decimal {
  return amount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
}

function dutyLine({ answer }: Figures): CostLine {
  const schedule = answer.sources[0];
  const source =
    schedule === undefined || answer.schedule === '' ? 'customs union' : `${schedule.title}, ${schedule.edition}`;
  const from = answer.schedule === '' ? null : (schedule?.validFrom ?? null);
  const { name, amount, rate, basis } = answer.paid;
  const perItem = rate === null ? { source: answer.deMinimis?.source ?? source, from: null } : { source, from };
  return { name, amount, rate, basis, recoverable: false, ...perItem };
}

function additionalLines({ answer, base, digits, waived }: Figures): CostLine[] {
  return answer.additional.flatMap(({ name, rate, applies, source, from }) => {
    if (applies !== true || waived) return [];
    const amount = round(base.mul(rate).mul(PER_CENT), digits).toNumber();
    return [{ name, amount, rate, basis: 'customs value', recoverable: false, source, from }];
  });
}

/** Fees that may be due, but whose amount is not known. */
function openFees({ fees }: Quote): OpenAmount[] {
  return fees
    .filter(({ applies, amount }) => applies !== false && amount === null)
    .map(({ name, atMost, basis }) => ({
      because: `the amount of the ${name} is not known: ${basis}`,
      most: atMost === null ? null : new Exact(atMost),
      isTaxed: false,
    }));
}

/** Where no rule says whether freight and insurance belong to the customs value, duty may be charged on them too. */
function openValue({ answer, base, digits }: Figures, price: PriceParts, rule: ValuationRule | null): OpenAmount[] {
  const beside = price.freight.plus(price.insurance);
  const most = round(beside.mul(answer.paid.amount).div(base), digits);
  if (rule !== null || answer.schedule === '' || most.isZero()) return [];
  return [{ because: 'whether duty is charged on freight and insurance is not recorded', most, isTaxed: true }];
}

function feeLines({ answer }: Figures): CostLine[] {
  return answer.fees
    .filter(({ applies }) => applies !== false)
    .map(({ name, amount, rate, basis, source }) => ({
      name,
      amount,
      rate,
      basis,
      recoverable: false,
      source,
      from: null,
    }));
}

function sumOf(lines: readonly CostLine[]): Decimal {
  return lines.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Exact(0));
}

/** The VAT line, on customs value and duties, and on freight and insurance where the value leaves them out. */
function vatLine({ answer, digits }: Figures, taxed: Decimal): CostLine {
  const { vat } = answer.mfn;
  const list = answer.sources.find(({ title }) => title.includes('VAT'));
  const amount = vat === null ? null : round(taxed.mul(vat).mul(PER_CENT), digits).toNumber();
  return {
    name: 'VAT or GST',
    amount,
    rate: vat,
    basis: 'customs value, freight, insurance and duties',
    recoverable: true,
    source: list === undefined ? 'not known' : `${list.title}, ${list.edition}`,
    from: list?.validFrom ?? null,
  };
}

function givenLine(name: string, amount: Decimal, basis: string): CostLine {
  return { name, amount: amount.toNumber(), rate: null, basis, recoverable: false, source: 'the request', from: null };
}

/** Splits the price of a request into goods, freight and insurance. */
export function priceOf({ value, freight, insurance, incoterm }: LandedCostRequest): PriceParts {
  const amountOf = (amount: number | null): Decimal | null => (amount === null ? null : new Exact(amount));
  return partsOfPrice({
    value: new Exact(value),
    freight: amountOf(freight),
    insurance: amountOf(insurance),
    incoterm,
  });
}

/** How customs value the goods of a request; null inside a customs union and where no rule is recorded. */
export function ruleOf({ origin, destination, date }: LandedCostRequest): ValuationRule | null {
  return inCustomsUnion(origin, destination) ? null : valuationRule(scheduleOf(destination), date);
}

/** A quote that needs no duty of the tariff if a relief or a duty of each item certainly applies. */
function quoteOf(
  reference: ReferenceData,
  request: QuoteRequest,
  plan: Plan | Unavailable,
  entered: Entered,
): Quote | Unavailable {
  const asked = quote(reference, request, plan, entered);
  if (asked.kind === 'quote' || plan.kind !== 'plan') return asked;
  const untaxed = { ...plan, found: { ...plan.found, rate: UNION_RATE } };
  const small = quote(reference, request, untaxed, entered);
  const isDecided = small.kind === 'quote' && (small.deMinimis?.dutyWaived === true || small.paid.rate === null);
  return isDecided ? small : asked;
}

/**
 * The landed cost of goods: price, freight, insurance, duties, fees and VAT, each with its source.
 * @param plan for the same goods, countries and date
 * @param entry null where the goods are the whole consignment
 * @returns `freight_exceeds_value` where a price that includes freight and insurance is not above them
 * Source: docs/GAPS.md#H9
 */
export function landedCost(
  reference: ReferenceData,
  request: LandedCostRequest,
  plan: Plan | Unavailable,
  entry: Entry | null = null,
): LandedCost | Unavailable | { kind: 'freight_exceeds_value' } {
  const { origin, destination, currency } = request;
  const digits = currencyDigits(currency) ?? 2;
  const price = priceOf(request);
  if (price.goods.lte(0)) return { kind: 'freight_exceeds_value' };
  const union = inCustomsUnion(origin, destination);
  const rule = ruleOf(request);
  const base = customsValue(price, rule);
  const { transport, claimPreference, distanceSale } = request;
  const entered = { transport, claimPreference, distanceSale, price: entry?.goods ?? price.goods };
  const counted = entry === null ? entered : { ...entered, items: entry.items };
  const own = quoteOf(reference, { ...request, value: base.toNumber() }, plan, counted);
  if (own.kind !== 'quote') return own;
  const answer = entry === null ? own : { ...own, fees: entry.fees };
  // The general rate is not what the goods pay: nothing would be said of their duty.
  if (answer.columnTwoUnsaid !== null) return answer.columnTwoUnsaid;
  const { deMinimis, open: duties } = answer;
  const figures: Figures = { answer, base, digits, waived: deMinimis?.dutyWaived === true };
  const goods = [
    givenLine('Goods', price.goods, 'price without freight and insurance'),
    givenLine('Freight', price.freight, 'as given'),
    givenLine('Insurance', price.insurance, 'as given'),
  ];
  const dutyLines = [dutyLine(figures), ...additionalLines(figures)];
  const fees = feeLines(figures);
  const taxed = sumOf([...goods, ...dutyLines]);
  const vat = vatLine(figures, taxed);
  const certain = sumOf([...goods, ...dutyLines, ...fees]);
  const cost = round(certain, digits).toNumber();
  const undecided = [...duties.additions, ...openFees(answer)];
  const open = [...undecided, ...duties.duty, ...openValue(figures, price, rule), ...duties.excluded];
  return {
    kind: 'landed_cost',
    customsValue: { amount: base.toNumber(), rule },
    lines: [...goods, ...dutyLines, ...fees, vat],
    deMinimis,
    ...rangeOf({ certain, taxed, vatPercent: answer.mfn.vat, open, digits }),
    totalWithoutRecoverable: open.length > 0 ? null : cost,
    comparable: undecided.length > 0 ? null : cost,
    quote: answer,
    rates: answer.rates,
    missing: [
      ...price.missing,
      ...answer.missing,
      ...gapsOf(destination, rule, union, deMinimis),
      ...unknownFees(fees),
    ],
  };
}

function reliefGaps(destination: string, { dutyWaived, itemDuty }: DeMinimis): string[] {
  if (dutyWaived !== null) return [];
  if (itemDuty !== null)
    return ['whether the goods are of a distance sale is not known: "distanceSale" decides the duty'];
  return [`whether ${destination} waives duty on small consignments is not known`];
}

/** Sentences on what is not known about valuation and relief; none within a customs union. */
function gapsOf(
  destination: string,
  rule: ValuationRule | null,
  union: boolean,
  deMinimis: DeMinimis | null,
): string[] {
  if (union) return [];
  return [
    ...(rule === null ? [`how customs of ${destination} value goods is not recorded: duty is on the goods alone`] : []),
    ...(deMinimis === null ? [] : reliefGaps(destination, deMinimis)),
  ];
}

function unknownFees(fees: readonly CostLine[]): string[] {
  return fees.filter(({ amount }) => amount === null).map(({ name }) => `the amount of the ${name} is not known`);
}
