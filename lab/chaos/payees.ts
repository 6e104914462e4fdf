const ACCOUNT = { accountNumber: '9876543210', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' };

export const PAYEE = { name: 'Example Trading Ltd', country: 'US', bankAccount: ACCOUNT };

/** Invented people whose names a watch list has at some time of the run, each from another import on. */
export const LISTED_NAMES = ['Quorvath Imbrelle Zandokry', 'Thessimar Volquandt Ebrizh', 'Yastremor Dulquin Havrekk'];

/** Of so many payments, one goes to each of them. */
const PAYEES = 10;

/** @returns the payee of an intent: the first ones of each ten are people who come onto a list */
export function payeeOf(intent: number): typeof PAYEE {
  return { ...PAYEE, name: LISTED_NAMES[intent % PAYEES] ?? PAYEE.name };
}
