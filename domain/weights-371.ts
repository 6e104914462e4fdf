/** Weights of the digits from the left, over and over. */
const WEIGHTS = [3, 7, 1];

/**
 * Whether the digits, times 3, 7, 1, 3, 7, 1 and so on from the left, add up to a multiple of ten: routing numbers of the
 * United States (9 digits) and account numbers of Mexico (CLABE, 18 digits) have their last digit chosen so.
 * @param digits nothing but digits
 * Source: American Bankers Association, Routing Number Policy; Asociación de Bancos de México, CLABE
 */
export function isRightBy371(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at % WEIGHTS.length] ?? 0), 0);
  return sum % 10 === 0;
}
