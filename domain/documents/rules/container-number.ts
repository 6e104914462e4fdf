const SHAPE = /^[A-Z]{3}[UJZ]\d{7}$/;

/** Values of letters in ISO 6346: from 10 upwards, leaving out the multiples of 11. */
function letterValue(letter: string): number {
  const index = letter.charCodeAt(0) - 65;
  return 10 + index + Math.floor((index + 9) / 10);
}

function characterValue(character: string): number {
  return /\d/.test(character) ? Number(character) : letterValue(character);
}

/** @returns the check digit of the first ten characters of a container number */
export function containerCheckDigit(number: string): number {
  let sum = 0;
  for (let index = 0; index < 10; index += 1) sum += characterValue(number.charAt(index)) * 2 ** index;
  return (sum % 11) % 10;
}

/** `shape`: not four letters and seven digits. Source: ISO 6346 */
export type ContainerFault = 'shape' | 'check_digit';

/**
 * What is wrong with a container number, or null. Spaces and hyphens are how people write it.
 * Source: ISO 6346; docs/GAPS.md#D3
 */
export function containerFault(text: string): ContainerFault | null {
  const number = text.replace(/[\s-]/g, '');
  if (!SHAPE.test(number)) return 'shape';
  return containerCheckDigit(number) === Number(number.charAt(10)) ? null : 'check_digit';
}
