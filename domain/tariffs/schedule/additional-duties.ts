import { EU_MEMBERS } from './countries';
import { plainDecimal } from './duty';
import { addDays } from '../../calendar-dates';

/**
 * A duty that chapter 99 of the United States schedule adds to the rate of the line: facts of the publication, no texts.
 * Dates are calendar dates; `until` is the first day on which it no longer holds.
 */
export interface AdditionalDuty {
  /** Digits, such as `99038803`. */
  heading: string;
  /** Percent of the customs value, as decimal text, on top of the line's own rate. */
  percent: string;
  /** Countries whose goods pay it; null where the text names none. */
  origins: readonly string[] | null;
  exceptOrigins: readonly string[];
  /** Codes that the text names; null where it refers to a note that the publication of rates does not hold. */
  codes: readonly string[] | null;
  /** The note that lists the goods, such as `20(f)`. */
  note: string | null;
  from: string | null;
  until: string | null;
  /** Whether more than origin, code and date decides, such as where the metal was melted. */
  conditional: boolean;
}

const ADDED = /applicable subheading\s*(?:\+|plus)\s*(\d+(?:\.\d+)?)%/;
const SUSPENDED = /suspended/i;
/** What a text leaves to other headings, said before its own goods. */
const OTHER_HEADINGS = /^Except .*?, (?=(?:products?|articles|derivative|aluminum|effective|ship)\b)/i;
/** Words that make a duty depend on what neither code, origin nor date says. */
const CONDITIONS =
  /not accompanied by|was melted|containing primary|qualifying contract|privileged foreign|if exported|[Dd]erivative/;

const NAMES: Readonly<Record<string, string>> = {
  Argentina: 'AR',
  Australia: 'AU',
  Belarus: 'BY',
  Brazil: 'BR',
  Canada: 'CA',
  China: 'CN',
  'Hong Kong': 'HK',
  Japan: 'JP',
  Mexico: 'MX',
  Russia: 'RU',
  'Russian Federation': 'RU',
  'South Korea': 'KR',
  Turkey: 'TR',
  Ukraine: 'UA',
  'United Kingdom': 'GB',
};
const COUNTRY = new RegExp(Object.keys(NAMES).join('|'), 'g');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY = `(${MONTHS.join('|')}) (\\d{1,2}), (\\d{4})`;
const FROM = new RegExp(`on or after ${DAY}`);
const BEFORE = new RegExp(`and before ${DAY}`);
const THROUGH = new RegExp(`through ${DAY}`);

function isoDayOf(match: RegExpExecArray | null): string | null {
  const [, month = '', day = '', year = ''] = match ?? [];
  if (year === '') return null;
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function dayAfter(day: string | null): string | null {
  return day === null ? null : addDays(day, 1);
}

function countriesIn(text: string): string[] {
  const named = [...text.matchAll(COUNTRY)].flatMap(([name]) => NAMES[name] ?? []);
  const union = /member countries of the European Union/.test(text) ? EU_MEMBERS : [];
  return [...new Set([...named, ...union])];
}

/** The part of the text that says whose goods are meant: after the last "product(s) of", up to the next comma. */
function originsOf(text: string): string[] {
  const parts = [...text.matchAll(/products? of ([A-Z][^,:]*)/g)].map(([, part = '']) => part);
  const articles = /articles of (Mexico|Canada)/.exec(text)?.[1] ?? '';
  return countriesIn([...parts, articles].join(' '));
}

/**
 * Parses a line of chapter 99 that adds a duty to the rate of the goods' own line.
 * @param text the line's description with the superior ones
 * @param general the general rate column
 * @returns null for lines that add nothing, and for suspended ones
 */
export function parseAdditionalDuty(heading: string, text: string, general: string): AdditionalDuty | null {
  const percent = ADDED.exec(general.replace(/\s+/g, ' '))?.[1];
  if (percent === undefined || SUSPENDED.test(text)) return null;
  const own = text.replace(OTHER_HEADINGS, '');
  const [before = '', after = ''] = own.split(/except (?=products of)/);
  const origins = originsOf(before);
  const codes = [...own.matchAll(/provided for in (?:sub)?headings? ((?:\d{4}[\d.]*(?:, | or |, or )?)+)/g)];
  const named = codes.flatMap(([, list = '']) => list.match(/\d{4}(?:\.\d{2})*/g) ?? []);
  const note = [...before.matchAll(/notes? (\d+(?:\([a-z]+\))*)/g)].at(-1)?.[1] ?? null;
  return {
    heading,
    percent: plainDecimal(percent),
    origins: origins.length === 0 ? null : origins,
    exceptOrigins: countriesIn(after),
    codes: named.length === 0 ? null : [...new Set(named.map((code) => code.replaceAll('.', '')))],
    note,
    from: isoDayOf(FROM.exec(own)),
    until: isoDayOf(BEFORE.exec(own)) ?? dayAfter(isoDayOf(THROUGH.exec(own))),
    conditional: CONDITIONS.test(before),
  };
}
