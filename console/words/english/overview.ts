import type { ComponentChildren } from 'preact';
import type { DiscrepancyType } from '../../../domain/payments/settlement/reconciliation';
import { formatsIn } from '../formats';
import type { Wrap } from '../wrap';

const { figure } = formatsIn('en');

/** The page that a side begins with: what needs attention, and how the business of the last weeks went. */
export const overview = {
  liveIsClosed:
    'The live side of your account is closed; the operator of this service opens it. The test side is separate from it.',
  newKey: (key: string): string =>
    `A live key was created in your name: ${key}. If it was not you, revoke it and sign out the other logins.`,
  lookAtKeys: 'Look at the keys',
  attention: 'Needs attention',
  nothing: 'Nothing needs attention.',
  paymentsWithTrouble: 'Payments that need attention',
  since: 'Since',
  nothingSaid: 'nothing was said',
  /** What differs from the instruction, by the API's types of discrepancies. Source: docs/GAPS.md#P5 */
  differing: {
    amount: 'amount',
    currency: 'currency',
    fee_sum: 'sum of the fees',
    fee_vs_estimate: 'fees',
    fx_math: 'amount by the exchange rate',
    beneficiary_short: 'amount received',
    beneficiary_over: 'amount received',
    date_late: 'date',
    date_early: 'date',
    fee_currency: 'currency of the fees',
    fx_unverifiable: 'exchange rate',
    decimals: 'decimals',
    unreadable: 'unreadable part',
  } satisfies Record<DiscrepancyType, string>,
  insteadOf: (what: string, actual: number | string, expected: number | string): string =>
    `${what} ${actual} instead of ${expected}`,
  endpoint: {
    disabled: 'A webhook endpoint is disabled:',
    failing: 'A webhook endpoint is failing:',
    unreachable: 'A webhook endpoint cannot be reached:',
    byHand: 'Disabled by hand.',
    failuresSince: (at: ComponentChildren): ComponentChildren => ['Nothing but failures since ', at, '.'],
    heldBackSince: (at: ComponentChildren): ComponentChildren => [
      ' Deliveries are held back since ',
      at,
      ': one at a time is attempted, and the others follow as soon as it succeeds.',
    ],
  },
  today: {
    title: 'Payments today',
    moreThan: (most: number): string => `more than ${figure(most)}`,
    note: 'submitted since midnight UTC, by current status',
    noteOfNewest: 'submitted since midnight UTC, by current status; the newest are counted',
  },
  lastDays: (days: number): string => `The last ${days} days`,
  timeShown: 'Time shown',
  days: (days: number): string => `${days} days`,
  uncounted: (days: number): string =>
    `There are so many payments that ${figure(days)} earlier days are still being counted; the page follows.`,
  noPayment: (days: number, make: Wrap): ComponentChildren => [
    `No payment was submitted in the last ${days} days. `,
    make('Make one in five minutes'),
    ', and this place shows how many settle, how fast, and where they go.',
  ],
  payments: (count: number): string => `${figure(count)} payments`,
  submitted: 'Payments submitted',
  submittedByCurrency: 'Payments submitted, by currency',
  other: 'Other',
  success: {
    title: 'Success rate',
    label: 'Share of the payments of a day that were settled, of those that ended',
    noneEnded: 'none has ended',
    settledShare: (share: string): string => `${share} settled`,
    ends: (settled: number, failed: number): string =>
      `${figure(settled)} settled, ${figure(failed)} failed or returned`,
    settled: 'Settled',
  },
  times: {
    title: 'Time to settlement',
    label: 'Time from submission to settlement: the middle one, and the one that 95 % kept',
    noneSettled: 'none settled',
    note: (most: string): string => `median; 95 % within ${most}`,
    within: (half: string, most: string): string => `half within ${half}, 95 % within ${most}`,
  },
  volume: {
    title: 'Volume by currency',
    note: 'without what failed, was cancelled or came back',
    of: (currency: string): string => `Volume in ${currency}`,
    atMost: (volume: string, most: string, day: string): string => `${volume}, at most ${most} on ${day}`,
    moreBelow: (currencies: number): string => `All ${currencies} currencies are in the figures below.`,
  },
  corridors: {
    title: 'Payments by corridor',
    note: (shown: number): string => `the ${shown} with the most payments`,
    corridor: (currency: string, country: string): string => `${currency} to ${country}`,
  },
  figures: {
    name: 'Figures',
    day: 'Day, UTC',
    week: 'Week, UTC',
    submitted: 'Submitted',
    failed: 'Failed or returned',
  },
};
