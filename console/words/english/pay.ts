/** The form that pays. */
export const pay = {
  payee: 'Payee',
  newPayee: 'Somebody new',
  noSavedPayees: 'Payees that you have saved can be chosen here.',
  countryHint: 'Two letters, such as US. Only for somebody new.',
  fieldsOfIt: 'Show the fields for this payee and currency',
  send: (amount: string): string => `Pay ${amount}`,
  changeIt: 'Change it',
  review: 'Review',
  route: 'Route',
  screening: 'Screening',
  /** By the API's classes. Source: docs/GAPS.md#P13 */
  screened: {
    clear: 'No match: it is sent without a review.',
    not_screened: 'No official list is loaded: it is sent without a comparison.',
    review: 'It is held until a person has reviewed it.',
    blocked: 'It would be refused.',
  },
  heldUntil: 'Held until',
  otherAccount: (account: string, date: string) =>
    `The last payment to a payee of this name, on ${date}, went to the account ${account}. Confirm the new account with the payee, by a way that you know already.`,
  alsoAsked: 'Banks of this corridor also ask for:',
};
