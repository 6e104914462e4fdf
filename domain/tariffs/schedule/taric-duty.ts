import { plainDecimal, type Rate } from './duty';
import { parseEuRate } from './eu-duty';

/** Units of measurement of TARIC that follow from weight, volume and count, as the printed schedule writes them. */
const UNITS: Readonly<Record<string, string>> = {
  DTN: '100 kg',
  KGM: 'kg',
  TNE: '1000 kg',
  HLT: 'hl',
  NAR: 'p/st',
  MIL: '1000 p/st',
};
/** A unit that is qualified, such as `DTN G`, is another one. */
const AMOUNT = /(EUR|GBP) ([A-Z]{3})(?![A-Z]| (?!MIN\b|MAX\b)[A-Z])/g;
const NUMBER = /\d+\.\d+/g;

/**
 * Parses a duty in the notation of TARIC and the UK tariff, such as `10.200 % + 93.100 EUR DTN` and `12.00 % + 147.00
 * GBP / 100 kg`.
 * @returns the rate; `duty` is null for agricultural components, contents and unknown units
 */
export function parseTaricRate(text: string): Rate {
  const printed = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(NUMBER, plainDecimal)
    .replace(/ %/g, '%')
    .replace(AMOUNT, (match, currency: string, unit: string) => {
      const known = UNITS[unit];
      return known === undefined ? match : `${currency}/${known}`;
    })
    .replace(/ \/ /g, '/');
  return parseEuRate(printed);
}
