import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** The form that pays. */
export const pay = {
  payee: 'Payee',
  newPayee: 'Somebody new',
  noSavedPayees: 'Payees that you have saved can be chosen here.',
  countryHint: 'Two letters, such as US. Only for somebody new.',
  proceed: 'Continue',
  accountIn: (country: string): string => `an account in ${country}`,
  goesTo: (payee: string, currency: string, other: Wrap): ComponentChildren => [
    `To ${payee}, in ${currency}. `,
    other('Pay somebody else, or in another currency'),
  ],
  send: 'Pay',
  preview: 'Preview of the payment',
  noPreview: 'Fill in the form and press Preview: route, fee, date and screening appear here.',
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
  alsoAsked: 'Banks of this corridor also ask for:',
};
