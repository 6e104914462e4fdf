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

/** Units of the United Kingdom and European Union schedules that follow from value, weight, volume and count. */
const UNITS: Record<string, { unit: MeasureUnit; factor: string }> = {
  kg: { unit: 'kg', factor: '1' },
  hl: { unit: 'l', factor: '100' },
  'p/st': { unit: 'item', factor: '1' },
};

const PERCENT = /^(\d+(?:\.\d+)?)%?$/;
const SPECIFIC = /^(\d+(?:\.\d+)?) ?(EUR|GBP)\/ ?(\d+)? ?(kg|hl|p\/st)$/;

function times(left: string, right: string): string {
  return (BigInt(left) * BigInt(right)).toString();
}

/** Parses one part of a duty, specific or in percent; null if it is neither. */
function parsePart(text: string): DutyPart | null {
  const specific = SPECIFIC.exec(text);
  if (specific !== null) {
    const [, amount = '0', currency = '', count = '1', unitText = ''] = specific;
    const unit = UNITS[unitText];
    if (unit === undefined) return null;
    const per = times(count, unit.factor);
    return { type: 'specific', amount: plainDecimal(amount), currency, per, unit: unit.unit };
  }
  const percent = PERCENT.exec(text);
  return percent?.[1] === undefined ? null : { type: 'percent', percent: plainDecimal(percent[1]) };
}

/** Percent alone, at one time of the year: a text with months in it is another rate in another month. */
const SIMPLE = /^(\d+(?:\.\d+)?)%$/;
const CLAMPS = /^(?<sum>.+?)(?: MIN (?<minimum>.+?))?(?: MAX (?<maximum>.+))?$/;

/**
 * Parses a rate such as `11.50%`, `9 + 53.7 EUR/100 kg`, `3.84 EUR/hl`, `12.8 MIN 2.4 EUR/100 kg`. In compound rates
 * of the European schedule a bare number is percent.
 * @returns the rate; `duty` is null for agricultural components, entry prices, seasons and contents
 */
export function parseEuRate(text: string): Rate {
  const expression = text.trim();
  const simple = SIMPLE.exec(expression);
  if (simple?.[1] !== undefined) return adValoremRate(expression, simple[1]);
  const clean = expression.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
  const groups = CLAMPS.exec(clean)?.groups;
  const parts = groups?.['sum'] === undefined ? null : parseSum(groups['sum'], parsePart);
  const minimum = groups?.['minimum'] === undefined ? undefined : parseSum(groups['minimum'], parsePart);
  const maximum = groups?.['maximum'] === undefined ? undefined : parseSum(groups['maximum'], parsePart);
  const mixed = /(?:EUR|GBP)/.test(clean);
  if (parts === null || minimum === null || maximum === null)
    return opaqueRate(expression, mixed ? 'compound' : 'other');
  const isClamped = minimum !== undefined || maximum !== undefined;
  const duty = {
    parts,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  return { expression, kind: isClamped ? 'compound' : kindOfParts(parts), adValorem: null, duty };
}
