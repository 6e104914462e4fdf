import {
  adValoremRate,
  type DutyPart,
  kindOfParts,
  type MeasureUnit,
  opaqueRate,
  parseSum,
  plainDecimal,
  type Rate,
} from './duty';

/** How one publication writes its rates. */
export interface RateForm {
  /** ISO 4217: of amounts with a sign such as `$`, or with none. */
  currency: string;
  /** What a number alone is: percent, or money for a kilogram. */
  bare?: 'percent' | 'per_kg' | undefined;
  /** `higher`: of `A or B` the higher is due, as the law behind the schedule says. */
  or?: 'higher' | undefined;
  decimalComma?: boolean | undefined;
}

const FREE = /^(?:free|exempt(?:ed)?|0(?:\.0+)? ?%?)$/;
const NUMBER = /^\d+(?:\.\d+)?$/;
const PERCENT = /^(\d+(?:\.\d+)?) ?%$/;
/** Signs and names of the currency that a schedule is in. */
const OWN_CURRENCY = new Set(['', '$', 'nt$', 'rs', 'rs.', 'rp.', 'rm', 'baht', 'riyal']);
const HUNDREDTHS = new Set(['¢', 'c', 'halala']);
const FOREIGN_CURRENCY = /^(?:bdt|eur|gbp|ils|isk|jpy|usd)$/;
const AMOUNT =
  /^(?<sign>[^\d\s]*) ?(?<number>\d*\.?\d+) ?(?<name>[^\d\s/]*?)(?:(?: ?\/ ?| ?pr\.| (?:per|for each) )(?<count>\d+(?:\.\d+)?)? ?(?<unit>\D+)| ?(?<each>each))$/;

const UNITS: Readonly<Record<string, { unit: MeasureUnit; factor: bigint }>> = Object.fromEntries(
  (
    [
      ['kg', 1n, 'kg kgm kilogram'],
      ['g', 1n, 'g gm'],
      ['t', 1n, 't tne tonne mt'],
      ['l', 1n, 'l li liter litre'],
      ['l', 10n, 'dal'],
      ['l', 100n, 'hl'],
      ['l', 1000n, 'kl'],
      ['item', 1n, 'each head item items pcs piece stk u unit'],
      ['item', 12n, 'doz dozen'],
      ['pair', 1n, 'pair'],
    ] as const
  ).flatMap(([unit, factor, words]) => words.split(' ').map((word) => [word, { unit, factor }])),
);

/** `or` with both sides, then a word that says which of them is due. */
const EITHER = /^(?<first>.+?) ?\bor (?<second>.+?)(?:,| ) ?(?:which ?ever is )?(?<which>higher|lower|w\.i\.t\.h)$/;
const CLAMPED =
  /^(?<sum>.+?)(?:,? (?:but n[ot]+ less than|min|with minimum limit) (?<minimum>.+?))?(?:,? (?:(?:but|or) (?:n[ot]+ )?more than|max|with a maximum of) (?<maximum>.+))?$/;

/** A text in lower case, with single blanks, and numbers with a decimal point and no separators. */
function normaliseText(text: string, decimalComma: boolean): string {
  const words = text
    .toLowerCase()
    .replace(/["\u00a0\s]+/g, ' ')
    .replaceAll('￠', '¢')
    .trim();
  return decimalComma
    ? words.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '').replace(/(?<=\d),(?=\d)/g, '.')
    : words.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').replaceAll(',-', '');
}

/** `¢` and the like by moving the point, so that no digit is lost. */
function hundredth(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}

function multiplyCount(count: string, factor: bigint): string | null {
  if (factor === 1n) return plainDecimal(count);
  return /^\d+$/.test(count) ? (BigInt(count) * factor).toString() : null;
}

/** Parses an amount of money per unit; null for an unknown unit or an ambiguous currency. */
function amountOf(text: string, { currency: own }: RateForm): DutyPart | null {
  const found = AMOUNT.exec(text)?.groups;
  if (found === undefined) return null;
  const { sign = '', number = '', name = '', count = '1', each, unit: word = each ?? '' } = found;
  const [money, other] = name === '' ? [sign, ''] : [name, sign];
  const unit = UNITS[word.trim().replace(/\.$/, '')];
  const per = unit === undefined ? null : multiplyCount(count, unit.factor);
  if (unit === undefined || per === null || other !== '') return null;
  const isHundredth = HUNDREDTHS.has(money);
  const isForeign = FOREIGN_CURRENCY.test(money);
  if (!isHundredth && !isForeign && !OWN_CURRENCY.has(money)) return null;
  const amount = plainDecimal(isHundredth ? hundredth(number) : number.replace(/^\./, '0.'));
  return { type: 'specific', amount, currency: isForeign ? money.toUpperCase() : own, per, unit: unit.unit };
}

function parsePart(text: string, form: RateForm): DutyPart | null {
  const percent = PERCENT.exec(text)?.[1];
  return percent === undefined ? amountOf(text, form) : { type: 'percent', percent: plainDecimal(percent) };
}

function parseParts(text: string, form: RateForm): DutyPart[] | null {
  return parseSum(text.replaceAll(' plus ', ' + '), (part) => parsePart(part, form));
}

/** Parses `A or B, whichever is higher` into the duty A with the minimum B, and `lower` into a maximum; else null. */
function parseEither(expression: string, text: string, form: RateForm): Rate | null {
  const found =
    EITHER.exec(text)?.groups ?? (form.or === undefined ? null : /^(?<first>.+) or (?<second>.+)$/.exec(text)?.groups);
  if (found === null || found === undefined) return null;
  const parts = parseParts(found['first'] ?? '', form);
  const bound = parseParts(found['second'] ?? '', form);
  if (parts === null || bound === null) return opaqueRate(expression, 'compound');
  const duty = found['which'] === 'lower' ? { parts, maximum: bound } : { parts, minimum: bound };
  return { expression, kind: 'compound', adValorem: null, duty };
}

/** Parses a bound, which is one part. @returns undefined for none, null for one that cannot be read */
function parseBound(text: string | undefined, form: RateForm): DutyPart[] | null | undefined {
  if (text === undefined) return undefined;
  const part = parsePart(text, form);
  return part === null ? null : [part];
}

/**
 * Parses a rate of a national schedule, such as `Free`, `16%`, `30% + 357 ISK/kg`, `2.82 ¢/kg but not less than
 * 12.5%`, `20% or Rs. 45 per piece, whichever is higher`.
 * @returns the rate; `duty` is null for texts that are not exact, or need more than value, weight and count
 */
export function parseNationalRate(text: string, form: RateForm): Rate {
  const expression = text.trim();
  const clean = normaliseText(expression, form.decimalComma === true);
  if (FREE.test(clean)) return adValoremRate(expression, '0');
  const isNumber = NUMBER.test(clean);
  const percent = isNumber && form.bare === 'percent' ? clean : PERCENT.exec(clean)?.[1];
  if (percent !== undefined) return adValoremRate(expression, percent);
  const either = parseEither(expression, clean, form);
  if (either !== null) return either;
  const { sum = '', minimum: least, maximum: most } = CLAMPED.exec(clean)?.groups ?? {};
  const parts = parseParts(isNumber && form.bare === 'per_kg' ? `${clean}/kg` : sum, form);
  const [minimum, maximum] = [parseBound(least, form), parseBound(most, form)];
  if (parts === null || minimum === null || maximum === null) return opaqueRate(expression);
  const bounds = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  const kind = minimum === undefined && maximum === undefined ? kindOfParts(parts) : 'compound';
  return { expression, kind, adValorem: null, duty: { parts, ...bounds } };
}
