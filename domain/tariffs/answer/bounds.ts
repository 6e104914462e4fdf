import type Decimal from 'decimal.js';
import { Exact, PER_CENT } from '../../money';
import type { Assessment } from '../duty/assess';
import type { DeMinimis } from '../duty/de-minimis';
import { rangeOf, type OpenAmount, type Range } from '../duty/range';
import { isEstimate, type ResolvedRate } from '../rate/resolve-rate';
import type { Plan } from './plan';

/** How many items of a distance sale goods count for: by six digits at the least, by the whole code at the most. */
export interface ItemCount {
  least: number;
  most: number;
}
/** Goods that are one item. */
export const ONE_ITEM: ItemCount = { least: 1, most: 1 };

/** What decides about the duty of goods. Amounts in major units of the request's currency. */
export interface DutyCase {
  plan: Plan;
  hsCode: string;
  destination: string;
  /** Customs value. */
  value: Decimal;
  digits: number;
  mfn: Assessment;
  /** Of column 2, where the origin pays it. */
  columnTwo: Assessment | null;
  /** The best preference, where it is claimed. */
  claimed: (Assessment & { agreement: string }) | null;
  isClaimed: boolean;
  /** Null inside a customs union. */
  deMinimis: DeMinimis | null;
  items: ItemCount;
}

/** The duty that an importer pays, as an answer states it. */
export interface PaidDuty {
  name: string;
  amount: number;
  /** Percent; null for a duty of each item. */
  rate: number | null;
  basis: string;
}

/** What is open about the duties of goods. Source: docs/GAPS.md#H9 */
export interface OpenDuties {
  /** The duty itself: averaged lines, a relief that is not decided, an old edition. */
  duty: OpenAmount[];
  /** Of chapter 99. */
  additions: OpenAmount[];
  /** What no answer has and these goods may owe. */
  excluded: OpenAmount[];
}

/** Between which amounts a duty lies, and why it is not one of them. */
interface DutyBounds {
  least: Decimal;
  most: Decimal | null;
  because: readonly string[];
}

/** Why a sum is open where the origin pays column 2. */
export const COLUMN_TWO_UNSAID =
  'the duty of column 2 cannot be worked out from what is given: "columnTwo" is null, and what the goods pay is not said';

const NOTHING = new Exact(0);
/** Goods that bear excise duties, or a tax on registration or consumption, in many countries: codes by first digits. */
const EXCISED = ['0901', '2101', '22', '24', '27', '3403', '3811', '3826', '8703'];

function exactBounds(amount: Decimal): DutyBounds {
  return { least: amount, most: amount, because: [] };
}

function round(amount: Decimal, digits: number): Decimal {
  return amount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
}

function isAmong(code: string, named: readonly string[]): boolean {
  return named.some((prefix) => code.startsWith(prefix) || prefix.startsWith(code));
}

/** Whether the goods leave the duty of each item for the tariff's: a preference can be claimed in its place. */
function usesTariff({ isClaimed, plan }: DutyCase): boolean {
  return isClaimed && plan.grants.some(({ applicable }) => applicable);
}

/** The duty of each item that replaces the tariff's; null if it does not certainly apply. */
function itemDutyOf(dutyCase: DutyCase): Decimal | null {
  const { deMinimis } = dutyCase;
  if (deMinimis?.itemDuty?.applies !== true || usesTariff(dutyCase)) return null;
  return deMinimis.itemDuty.amount;
}

/**
 * The duty line: nothing below a threshold, else column 2, a claimed preference, a duty of each item, or the general
 * duty.
 */
export function paidDuty(dutyCase: DutyCase): PaidDuty {
  const { mfn, columnTwo, claimed, deMinimis, items, digits, plan } = dutyCase;
  if (deMinimis?.dutyWaived === true) {
    return { name: 'Duty', amount: 0, rate: 0, basis: 'below the threshold of "deMinimis"' };
  }
  if (columnTwo !== null) {
    return { name: 'Duty, column 2', amount: columnTwo.duty, rate: columnTwo.rate, basis: 'customs value' };
  }
  if (claimed !== null) {
    const { agreement, duty, rate } = claimed;
    return { name: `Duty, ${agreement}`, amount: duty, rate, basis: 'customs value, claimed preference' };
  }
  const each = itemDutyOf(dutyCase);
  if (each !== null) {
    const amount = round(each.mul(items.least), digits).toNumber();
    const counted = items.least === 0 ? ', counted with an item of the same code' : '';
    return { name: 'Duty', amount, rate: null, basis: `each item of a distance sale${counted}` };
  }
  const { percent, basis } = plan.found.rate;
  const bySchedule = percent === null ? 'ad_valorem_equivalent' : 'ad_valorem';
  const kind = basis === 'customs_union' ? basis : bySchedule;
  return { name: 'Duty', amount: mfn.duty, rate: mfn.rate, basis: `customs value, ${kind}` };
}

/** Bounds of the duty of a rate that combines several lines: the range of the lines' duties. */
function rateBounds(rate: ResolvedRate, stated: number, { value, digits, hsCode }: DutyCase): DutyBounds {
  const { lines, nonAdValoremLines, percent, range } = rate;
  if (isEstimate(rate)) {
    return { least: NOTHING, most: null, because: [`the rate is an average over more goods than those of ${hsCode}`] };
  }
  if (percent !== null && nonAdValoremLines > 0) {
    const because = `${nonAdValoremLines} of the ${lines} lines of the schedule for ${hsCode} are not ad valorem`;
    return { least: NOTHING, most: null, because: [because] };
  }
  if (range === null) return exactBounds(new Exact(stated));
  const { min, max } = range;
  const dutyAt = (rateOfLine: number): Decimal => round(value.mul(rateOfLine).mul(PER_CENT), digits);
  const because = `the ${lines} lines of the schedule for ${hsCode} have rates from ${min} % to ${max} %: name one of them`;
  return { least: dutyAt(min), most: dutyAt(max), because: [because] };
}

/** Bounds after a claimed preference: the duty of the agreement or, where that is not known, at least nothing. */
function claimBounds(general: DutyBounds, { claimed, plan, isClaimed, columnTwo }: DutyCase): DutyBounds {
  if (!isClaimed || columnTwo !== null) return general;
  if (claimed !== null) {
    return general.because.length === 0 ? exactBounds(new Exact(claimed.duty)) : { ...general, least: NOTHING };
  }
  const unknown = plan.grants.filter(({ applicable, rateStatus }) => applicable && rateStatus !== 'not_granted');
  if (unknown.length === 0) return general;
  const because = unknown.map(({ name }) => `the rate of ${name} is not known, and it is claimed`);
  return { ...general, least: NOTHING, because: [...general.because, ...because] };
}

/** Bounds of the duty by the tariff; without upper bound for an edition that later changes may have overtaken. */
function tariffBounds(dutyCase: DutyCase): DutyBounds {
  const { plan, mfn, columnTwo } = dutyCase;
  const second = plan.columnTwo?.rate;
  const general =
    columnTwo !== null && second !== undefined
      ? rateBounds(second, columnTwo.duty, dutyCase)
      : rateBounds(plan.found.rate, mfn.duty, dutyCase);
  const bounds = claimBounds(general, dutyCase);
  return plan.age === null ? bounds : { least: NOTHING, most: null, because: [...bounds.because, plan.age] };
}

/** Bounds of a duty of each item, whose number is not always certain. */
function itemBounds({ deMinimis, items, digits }: DutyCase): DutyBounds {
  const amount = deMinimis?.itemDuty?.amount ?? null;
  if (amount === null) {
    return { least: NOTHING, most: null, because: ['the duty of each item cannot be converted: no rate is stored'] };
  }
  const [least, most] = [items.least, items.most].map((count) => round(amount.mul(count), digits));
  const because = 'codes that share six digits may count as one item or as several';
  return { least: least ?? NOTHING, most: most ?? null, because: items.least === items.most ? [] : [because] };
}

/** Bounds of the duty, with the relief or the duty of each item that a small consignment may have instead. */
function dutyBounds(dutyCase: DutyCase): DutyBounds {
  const { deMinimis, destination } = dutyCase;
  if (deMinimis?.dutyWaived === true) return exactBounds(NOTHING);
  const tariff = tariffBounds(dutyCase);
  if (deMinimis === null || deMinimis.dutyWaived === false) {
    return itemDutyOf(dutyCase) === null ? tariff : itemBounds(dutyCase);
  }
  const { itemDuty, source } = deMinimis;
  if (itemDuty === null) {
    const why = source === null ? '' : `: ${source}`;
    const because = `whether ${destination} waives duty on small consignments is not known${why}`;
    return { ...tariff, least: NOTHING, because: [because, ...tariff.because] };
  }
  if (usesTariff(dutyCase)) return tariff;
  const each = itemBounds(dutyCase);
  const most = tariff.most === null || each.most === null ? null : Exact.max(tariff.most, each.most);
  const because = `whether "distanceSale" is true decides the duty: ${source ?? ''}`;
  return { least: Exact.min(tariff.least, each.least), most, because: [because, ...tariff.because, ...each.because] };
}

/** Duties of chapter 99 that certainly are due, unless the duty is waived. */
function certainAdditions({ plan, value, digits, deMinimis }: DutyCase): Decimal {
  if (deMinimis?.dutyWaived === true) return NOTHING;
  return plan.additional
    .filter(({ applies }) => applies === true)
    .reduce((sum, { rate }) => sum.plus(round(value.mul(rate).mul(PER_CENT), digits)), NOTHING);
}

/**
 * Amounts by which the duty may exceed the stated one, with the reasons. A relief covers the additions of chapter 99
 * too.
 */
function openDuty(dutyCase: DutyCase, paid: PaidDuty): OpenAmount[] {
  const { least, most, because } = dutyBounds(dutyCase);
  const { deMinimis } = dutyCase;
  const mayBeWaived = deMinimis !== null && deMinimis.dutyWaived === null && deMinimis.itemDuty === null;
  return because.map((why, at) => {
    if (at > 0) return { because: why, most: NOTHING, isTaxed: true };
    const lower = least.minus(paid.amount).minus(mayBeWaived ? certainAdditions(dutyCase) : 0);
    return { because: why, least: lower, most: most?.minus(paid.amount) ?? null, isTaxed: true };
  });
}

/** Duties that may be due on the goods but are not loaded, without bounds: trade remedies and excise duties. */
function excludedDuties({ plan, hsCode, destination, deMinimis }: DutyCase): OpenAmount[] {
  const remedied = plan.schedule !== '' && isAmong(hsCode, deMinimis?.remedies ?? ['']);
  const because = [
    ...(remedied ? [`anti-dumping, countervailing and safeguard duties of ${plan.schedule} are not loaded`] : []),
    ...(isAmong(hsCode, EXCISED) ? [`excise duties of ${destination} on such goods are not loaded`] : []),
  ];
  return because.map((why) => ({ because: why, most: null, isTaxed: true }));
}

/** Additions of chapter 99 that may or may not be due. Source: docs/GAPS.md#H9 */
function openAdditions({ plan: { additional, unknownAdditions }, value, digits }: DutyCase): OpenAmount[] {
  return [
    ...additional
      .filter(({ applies }) => applies === null)
      .map(({ name, rate, condition }) => ({
        because: `${name} may apply: ${condition ?? 'what decides is not known'}`,
        most: round(value.mul(rate).mul(PER_CENT), digits),
        isTaxed: true,
      })),
    ...(unknownAdditions === null ? [] : [{ because: unknownAdditions, most: null, isTaxed: true }]),
  ];
}

/**
 * All open amounts of duties by kind.
 * @param isSaid false where the origin pays a duty of column 2 that cannot be computed
 */
export function openDuties(dutyCase: DutyCase, paid: PaidDuty, isSaid: boolean): OpenDuties {
  return {
    duty: isSaid ? openDuty(dutyCase, paid) : [{ because: COLUMN_TWO_UNSAID, most: null, isTaxed: true }],
    additions: dutyCase.deMinimis?.dutyWaived === true ? [] : openAdditions(dutyCase),
    excluded: excludedDuties(dutyCase),
  };
}

/** Bounds of all duties and VAT, additions included. Source: docs/GAPS.md#H9 */
export function dutyRange(dutyCase: DutyCase, paid: number, open: OpenDuties): Range {
  const certain = certainAdditions(dutyCase).plus(paid);
  const { atLeast, atMost, because } = rangeOf({
    certain,
    taxed: dutyCase.value.plus(certain),
    vatPercent: dutyCase.plan.vatPercent,
    open: [...open.duty, ...open.additions, ...open.excluded],
    digits: dutyCase.digits,
  });
  return { atLeast, atMost, because };
}
