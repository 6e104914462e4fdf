import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** The list of payments. */
export const payments = {
  title: 'Payments',
  pay: 'Pay',
  payAgain: 'Pay again',
  payee: 'Payee',
  correct: 'Correct',
  correctAndPay: 'Correct and pay again',
  correctAdvice: (payment: string, account: string): string =>
    `${payment}. Every field has what was instructed. Leave the account number empty to pay to ${account} again.`,
  noMatch: 'No payment matches. Enter a reference exactly: an id, your own, the partner’s or the bank’s.',
  noneYet: (first: Wrap, upload: Wrap): ComponentChildren => [
    'There is no payment yet. ',
    first('Make the first one'),
    ' over the API, or ',
    upload('upload a table of payments'),
    '.',
  ],
  cancelTitle: 'Cancel a payment',
  isInStatus: (status: string): string => `is ${status}.`,
  cancelledAtOnce: 'It has not been sent yet, so it is cancelled at once.',
  partnerDecides: (partner: string): string => `${partner} is asked to cancel it and decides.`,
  keptWithPayment: 'Kept with the payment.',
  cancelThePayment: 'Cancel the payment',
  keepIt: 'Keep it',
  recallTitle: 'Recall a payment',
  hasArrived: 'has arrived.',
  recallMeans: (partner: string): string =>
    `${partner} is asked to return it; the beneficiary or its bank may refuse. The payment stays settled until the money is returned.`,
  inWords: 'In words',
  recallHint: 'For staff of the partner; stored with the payment.',
  leaveIt: 'Leave it',
  link: {
    title: 'Public link',
    anyoneSees: 'Anyone with this link sees status, date and reference of the payment, until you revoke it.',
    back: 'Back to the payment',
    notPublic: 'This payment is not public. Anyone with a link sees its status, date and reference, and nothing else.',
    validSince: (since: ComponentChildren): ComponentChildren => [
      'Anyone with the link sees status, date and reference. It has been valid since ',
      since,
      '.',
    ],
    make: 'Make a public link',
    show: 'Show the link',
    revoke: 'Revoke the link',
  },
};
