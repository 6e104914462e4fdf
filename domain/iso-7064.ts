/**
 * MOD 97-10 of digits and capital letters, which count 10 to 35; any other character has no value, so nothing is right.
 * @returns whether the remainder is 1, as that of a text with its check digits at the end is
 * Source: ISO 7064
 */
export function isRightByMod97(text: string): boolean {
  if (!/^[0-9A-Z]+$/.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
