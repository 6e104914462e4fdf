import type { Language } from '../../domain/auth/languages';
import { startOfUtcDay } from '../../domain/calendar-dates';
import { countryName } from '../../domain/countries';
import { currencyDigits } from '../../domain/money';

/** Seconds of a unit of time, the longest first. */
const UNIT_SECONDS = [86_400, 3_600, 60, 1] as const;

/** How a language writes what follows a figure: units of time by their seconds, and the sign of a percentage. */
interface Signs {
  units: Readonly<Record<(typeof UNIT_SECONDS)[number] | 'ms', string>>;
  percent: string;
}

const LATIN: Signs = { units: { 86400: ' d', 3600: ' h', 60: ' min', 1: ' s', ms: ' ms' }, percent: ' %' };

const SIGNS: Readonly<Record<Language, Signs>> = {
  en: LATIN,
  de: LATIN,
  es: LATIN,
  fr: { ...LATIN, units: { ...LATIN.units, 86400: ' j' } },
  'zh-Hans': { units: { 86400: ' 天', 3600: ' 小时', 60: ' 分钟', 1: ' 秒', ms: ' 毫秒' }, percent: '%' },
};

/** A word for each plural that a language has; those that it lacks are left out. */
type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Formats numbers with a minimum and a maximum of decimals; reuses formatters, which are slow to create. */
function numberFormatter(language: Language): (value: number, least: number, most: number) => string {
  const formatters = new Map<string, Intl.NumberFormat>();
  return (value, least, most) => {
    const key = `${least} ${most}`;
    const known = formatters.get(key);
    if (known !== undefined) return known.format(value);
    const made = new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: most });
    formatters.set(key, made);
    return made.format(value);
  };
}

type Dates = Pick<Intl.DateTimeFormat, 'format'>;

/** Formatters of dates. English pages write dates as in ISO 8601, and days of charts as the other languages do. */
function dateFormatters(language: Language): { numeric: Dates; dayAndMonth: Dates } {
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
  if (language !== 'en') {
    return {
      numeric: new Intl.DateTimeFormat(language, {
        timeZone: 'UTC',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
      dayAndMonth: new Intl.DateTimeFormat(language, options),
    };
  }
  const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short' });
  return {
    numeric: { format: (at) => new Date(at ?? 0).toISOString().slice(0, 10) },
    dayAndMonth: { format: (at) => `${new Date(at ?? 0).getUTCDate()} ${month.format(at)}` },
  };
}

function makeFormats(language: Language) {
  const number = numberFormatter(language);
  const plurals = new Intl.PluralRules(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const regions = language === 'en' ? null : new Intl.DisplayNames(language, { type: 'region' });
  const currencies = new Intl.DisplayNames(language, { type: 'currency' });
  const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 12, useGrouping: false });
  const { numeric, dayAndMonth } = dateFormatters(language);
  const { units, percent } = SIGNS[language];
  const money = (amount: number, digits: number): string => number(amount, digits, digits);
  return {
    /** A count with its thousands set apart. */
    figure: (count: number): string => number(count, 0, 3),
    /** What follows a percentage. */
    percent,
    /** A figure that counts to its last digit, such as an exchange rate. */
    exact: (value: number): string => exact.format(value),
    /** The word that goes with a count. */
    plural: (count: number, words: Plurals): string => words[plurals.select(count)] ?? words.other,
    /** Things one after the other, such as `a, b and c`. */
    list: (things: readonly string[]): string => lists.format(things),
    /** A figure as short as an axis needs it, such as `1.2K`. */
    short: (value: number): string => compact.format(value),
    /** An amount in major units with its currency, digits grouped and none rounded away; decimal text from the database. */
    moneyText: (amount: number | string, currency: string): string =>
      `${money(Number(amount), currencyDigits(currency) ?? 2)} ${currency}`,
    /** A sum of money rounded to whole units from a thousand on, where its cents tell nothing. */
    roundMoney: (amount: number, currency: string): string =>
      money(amount, amount >= 1000 ? 0 : (currencyDigits(currency) ?? 2)),
    /** A length of time in seconds, such as `3.4 h`, or `250 ms`. */
    duration: (seconds: number): string => {
      if (seconds < 1) return `${Math.round(seconds * 1000)}${units.ms}`;
      const unit = UNIT_SECONDS.find((one) => seconds >= one) ?? 1;
      const count = seconds / unit;
      return `${number(count, 0, count < 10 ? 1 : 0)}${units[unit]}`;
    },
    /** A share as a percentage, such as `97.4 %`; never 100 % of what is less. */
    share: (part: number, whole: number): string => `${number(Math.floor((part * 1000) / whole) / 10, 0, 1)}${percent}`,
    /** A country by its ISO 3166 alpha-2 code; the code itself where it has no name. */
    country: (code: string): string => (regions === null ? countryName(code) : (regions.of(code) ?? code)),
    /** A currency by its ISO 4217 code; the code itself where it has no name. */
    currency: (code: string): string => currencies.of(code) ?? code,
    /** A calendar date as a chart names it, such as `3 Sep`. */
    dayText: (date: string): string => dayAndMonth.format(startOfUtcDay(date)),
    /** A calendar date, such as `2026-09-03`. */
    date: (date: string): string => numeric.format(startOfUtcDay(date)),
    /** A moment in UTC to the minute, or `precise`: to the millisecond. */
    moment: (at: Date, precise = false): string =>
      `${numeric.format(at)} ${at.toISOString().slice(11, precise ? 23 : 16)} UTC`,
  };
}

/** How a language writes numbers, money, dates and lengths of time, beside its words. Times are UTC in every language. */
export function spokenIn(language: Language) {
  return { language, format: makeFormats(language) };
}
