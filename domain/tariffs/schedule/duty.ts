/** Units in which a specific duty can be computed from what a caller knows. Source: docs/GAPS.md#H3 */
export const MEASURE_UNITS = ['kg', 'g', 'lb', 'oz', 't', 'l', 'item', 'pair'] as const;
export type MeasureUnit = (typeof MEASURE_UNITS)[number];

/** One summand of a duty: a percentage of the value, or money for a quantity. Numbers are decimal texts. */
export type DutyPart =
  | { type: 'percent'; percent: string }
  | { type: 'specific'; amount: string; currency: string; per: string; unit: MeasureUnit };

/** What a schedule's rate text says, as far as it can be computed. */
export interface Duty {
  parts: DutyPart[];
  /** The duty is at least this. */
  minimum?: DutyPart[];
  /** The duty is at most this. */
  maximum?: DutyPart[];
}

/** `compound`: both a percentage and money for a quantity. */
export type RateKind = 'free' | 'ad_valorem' | 'specific' | 'compound' | 'other';

/**
 * One rate of a schedule: its text verbatim, and what the text means.
 * `adValorem` is percent as decimal text, given only where the whole rate is ad valorem.
 * `duty` is null where the text cannot be computed from value, weight and count alone.
 */
export interface Rate {
  expression: string;
  kind: RateKind;
  adValorem: string | null;
  duty: Duty | null;
}

/** @returns the decimal text without needless zeros: `11.50` gives `11.5` */
export function plainDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}

/** @returns a rate that cannot be computed */
export function opaqueRate(expression: string, kind: RateKind = 'other'): Rate {
  return { expression, kind, adValorem: null, duty: null };
}

/** A rate in percent alone; zero is `free`. */
export function adValoremRate(expression: string, percent: string): Rate {
  const plain = plainDecimal(percent);
  return {
    expression,
    kind: plain === '0' ? 'free' : 'ad_valorem',
    adValorem: plain,
    duty: { parts: [{ type: 'percent', percent: plain }] },
  };
}

/**
 * Reads summands that are joined by `+`.
 * @param parsePart reads one of them; null where it cannot
 * @returns null where one of them cannot be read
 */
export function parseSum(text: string, parsePart: (part: string) => DutyPart | null): DutyPart[] | null {
  const parts = text.split('+').map((part) => parsePart(part.trim()));
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? known : null;
}

/** @returns what kind of rate these make, not being percent alone */
export function kindOfParts(parts: readonly DutyPart[]): 'specific' | 'compound' {
  return new Set(parts.map(({ type }) => type)).size > 1 ? 'compound' : 'specific';
}
