import {
  adValoremRate,
  type DutyPart,
  kindOfParts,
  type MeasureUnit,
  opaqueRate,
  parseSum,
  plainDecimal,
  type Rate,
  type RateKind,
} from './duty';

/** Units of the United States schedule that follow from value, weight, volume and count; `per` in the unit named. */
const US_UNITS: Record<string, { unit: MeasureUnit; per: string }> = {
  kg: { unit: 'kg', per: '1' },
  g: { unit: 'g', per: '1' },
  t: { unit: 't', per: '1' },
  liter: { unit: 'l', per: '1' },
  each: { unit: 'item', per: '1' },
  article: { unit: 'item', per: '1' },
  head: { unit: 'item', per: '1' },
  'doz.': { unit: 'item', per: '12' },
  gross: { unit: 'item', per: '144' },
  thousand: { unit: 'item', per: '1000' },
  '1000': { unit: 'item', per: '1000' },
  'pr.': { unit: 'pair', per: '1' },
  // 42 gallons of exactly 3.785411784 litres.
  bbl: { unit: 'l', per: '158.987294928' },
};

const PERCENT = /^(\d+(?:\.\d+)?)%$/;
/** Such as `33 1/3%`. */
const PERCENT_WITH_FRACTION = /^(\d+) (\d+)\/(\d+)%$/;
/** So many digits that no amount differs in its minor unit from that of the fraction. */
const FRACTION_DIGITS = 20;
const MONEY = /^(\$?)(\d+(?:\.\d+)?)(¢?)(?:\s+(each)|\s*\/\s*(.+))$/;

/** Parses a percentage with a fraction, such as `33 1/3%`, into a decimal number; null for other texts. */
function parseFraction(text: string): string | null {
  const [, whole, numerator, denominator] = PERCENT_WITH_FRACTION.exec(text) ?? [];
  if (whole === undefined || numerator === undefined || denominator === undefined || /^0+$/.test(denominator))
    return null;
  const scale = 10n ** BigInt(FRACTION_DIGITS);
  const parts = (BigInt(numerator) * scale) / BigInt(denominator) + BigInt(whole) * scale;
  const digits = parts.toString().padStart(FRACTION_DIGITS + 1, '0');
  return plainDecimal(`${digits.slice(0, -FRACTION_DIGITS)}.${digits.slice(-FRACTION_DIGITS)}`);
}

/** Cents to dollars by moving the point, so that no digit is lost. */
function centsToDollars(cents: string): string {
  const [whole = '0', fraction = ''] = cents.split('.');
  const padded = whole.padStart(3, '0');
  return plainDecimal(`${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`);
}

/** Parses one part of a duty: percent, or money per unit; null if it is neither. */
function parsePart(text: string): DutyPart | null {
  const percent = PERCENT.exec(text);
  if (percent?.[1] !== undefined) return { type: 'percent', percent: plainDecimal(percent[1]) };
  const fraction = parseFraction(text);
  if (fraction !== null) return { type: 'percent', percent: fraction };
  const money = MONEY.exec(text);
  if (money === null) return null;
  const [, dollar, number = '0', cent, each, unitText = ''] = money;
  if ((dollar === '$') === (cent === '¢')) return null;
  const unit = US_UNITS[each ?? unitText.trim()];
  if (unit === undefined) return null;
  const amount = cent === '¢' ? centsToDollars(number) : plainDecimal(number);
  return { type: 'specific', amount, currency: 'USD', per: unit.per, unit: unit.unit };
}

/** The kind of a rate that cannot be computed, by whether it names money, percent or both. */
function kindOf(text: string): RateKind {
  const percent = /\d%/.test(text);
  const money = /\d¢|\$\d/.test(text);
  if (percent && money) return 'compound';
  if (money) return 'specific';
  return 'other';
}

/**
 * Parses a rate of the United States schedule ("Free", "6.5%", "33 1/3%", "1¢/kg", "29.1¢/kg + 25.9%").
 * @returns the rate; `duty` is null for texts that need more than value, weight and count
 */
export function parseUsRate(text: string): Rate {
  const expression = text.trim();
  if (expression === 'Free') return adValoremRate(expression, '0');
  const simple = PERCENT.exec(expression);
  if (simple?.[1] !== undefined) return adValoremRate(expression, simple[1]);
  const fraction = parseFraction(expression);
  if (fraction !== null) return adValoremRate(expression, fraction);
  const parts = parseSum(expression, parsePart);
  if (parts === null) return opaqueRate(expression, kindOf(expression));
  return { expression, kind: kindOfParts(parts), adValorem: null, duty: { parts } };
}

/** A special rate and the programs (symbols such as `KR`, `S+`) it is for. */
export interface SpecialRate extends Rate {
  programs: string[];
}

/** Symbols are one or two letters, with `+` or `*` where some products or countries are left out. */
const SYMBOL = /^[A-Z]{1,2}[+*]?$/;
const SPECIAL_GROUP = /([^()]*?)\s*\(([^()]*)\)/g;
/** A slip of the publication: `(PA (PA)`. */
const SYMBOL_TWICE = /\(([A-Z]{1,2}[+*]?) \(\1\)/g;

/**
 * Parses the "Special" column: `Free (A,AU,BH) 3.95% (JP)`. Parentheses with anything but symbols are references to
 * notes: they are left out, or belong to the text before symbols that follow at once, as in `See note 3(e) (CO,PE)`.
 */
export function parseUsSpecial(text: string): SpecialRate[] {
  const rates: SpecialRate[] = [];
  let withNote = '';
  const groups = text.replace(/\s+/g, ' ').replace(SYMBOL_TWICE, '($1)').matchAll(SPECIAL_GROUP);
  for (const [whole, rateText = '', list = ''] of groups) {
    const symbols = list.split(/[,.\s]+/).filter((symbol) => symbol !== '');
    const own = rateText.replace(/^[\s,;]+/, '').trim();
    const isNote = symbols.length === 0 || !symbols.every((symbol) => SYMBOL.test(symbol));
    const expression = own === '' ? withNote : own;
    withNote = isNote && own !== '' && list !== '' ? whole.trim() : '';
    if (isNote || expression === '') continue;
    rates.push({ ...parseUsRate(expression), programs: symbols });
  }
  return rates;
}
