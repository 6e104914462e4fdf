import { startOfUtcDay } from '../../domain/calendar-dates';
import { currencyDigits } from '../../domain/money';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** @returns a figure as short as an axis needs it, such as `1.2K` */
export function short(value: number): string {
  return COMPACT.format(value);
}

/** @returns a sum of money rounded to whole units from a thousand on, where its cents tell nothing */
export function roundMoney(amount: number, currency: string): string {
  const digits = amount >= 1000 ? 0 : (currencyDigits(currency) ?? 2);
  return amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Units of time from the longest to the shortest, with the name that follows a figure. */
const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** The unit in which a length of time, in seconds, is best read. */
function unitOf(seconds: number): { seconds: number; name: string } {
  const [length, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 's'];
  return { seconds: length, name };
}

/** @returns a length of time, in seconds, as people say it, such as `3.4 h`, or `250 ms` */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  const unit = unitOf(seconds);
  const count = seconds / unit.seconds;
  return `${count.toLocaleString('en', { maximumFractionDigits: count < 10 ? 1 : 0 })} ${unit.name}`;
}

/** @returns a share as a percentage, such as `97.4 %`; never 100 % of what is less */
export function share(part: number, whole: number): string {
  const percent = Math.floor((part * 1000) / whole) / 10;
  return `${percent.toLocaleString('en')} %`;
}

/** @returns a calendar date as a chart names it, such as `3 Sep` */
export function dayText(date: string): string {
  const at = startOfUtcDay(date);
  return `${at.getUTCDate()} ${at.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })}`;
}
