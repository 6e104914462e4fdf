import { BASIS_POINT, Exact, fromMinor, roundMinor, scaleOf } from '../../money';

/** Price of a route; amounts in major units of the instruction's currency, as decimal text. */
export interface FeeSchedule {
  fixed: string;
  basisPoints: string;
  min: string | null;
  max: string | null;
}

/** A fee in minor units of the instruction's currency, with parts in major units that add up to it. */
export interface EstimatedFee {
  estimatedMinor: bigint;
  breakdown: { type: string; amount: number }[];
}

/**
 * The estimated fee of a payment: a fixed part plus basis points of the amount, within the route's bounds, rounded
 * half up.
 * @param amount in major units
 * @param digits digits after the point of the currency
 * @returns minor units; the breakdown adds up to it
 * Source: docs/GAPS.md#P11
 */
export function estimateFee(schedule: FeeSchedule, amount: number, digits: number): EstimatedFee {
  const scale = scaleOf(digits);
  const minor = (text: string): bigint => roundMinor(new Exact(text).mul(scale));
  const fixedMinor = minor(schedule.fixed);
  const totalMinor = roundMinor(
    new Exact(amount).mul(schedule.basisPoints).mul(BASIS_POINT).plus(schedule.fixed).mul(scale),
  );
  const floorMinor = schedule.min === null ? 0n : minor(schedule.min);
  const ceilingMinor = schedule.max === null ? null : minor(schedule.max);
  const raised = totalMinor < floorMinor ? floorMinor : totalMinor;
  const estimatedMinor = ceilingMinor !== null && raised > ceilingMinor ? ceilingMinor : raised;

  const parts: [string, bigint][] = [
    ['fixed', fixedMinor],
    ['percentage', totalMinor - fixedMinor],
    ['minimum_adjustment', raised - totalMinor],
    ['maximum_adjustment', estimatedMinor - raised],
  ];
  const breakdown = parts
    .filter(([type, amountMinor]) => type === 'fixed' || amountMinor !== 0n)
    .map(([type, amountMinor]) => ({ type, amount: fromMinor(amountMinor, digits) }));
  return { estimatedMinor, breakdown };
}
