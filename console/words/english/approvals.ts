import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** The approvals of a payment or a batch, the list of those that wait, and the rules. */
export const approvals = {
  title: 'Approvals',
  approvedBy: (member: string, at: ComponentChildren): ComponentChildren => [`Approved by ${member}, `, at],
  rejectedBy: (member: string, at: ComponentChildren): ComponentChildren => [`Rejected by ${member}, `, at],
  comment: 'Comment',
  commentHint: 'Members of the account read it.',
  approve: 'Approve',
  reject: 'Reject',
  given: (given: number, needed: number): string => `${given} of ${needed} given.`,
  paymentWaits: (until: ComponentChildren): ComponentChildren => [
    'Nothing is sent before the last one. Without it the payment is cancelled ',
    until,
    '.',
  ],
  batchWaits: (until: ComponentChildren): ComponentChildren => [
    'No payment is sent before the last one that it needs; one that needs fewer is sent earlier. Without it the payments are cancelled, from ',
    until,
    '.',
  ],
  byAgent: (key: string): string => `Proposed by an agent with the key ${key}.`,
  hash: 'Hash of what is paid: ',
  madePayment: 'You made this payment: other members approve it.',
  sentBatch: 'You sent this batch: other members approve it.',
  haveApproved: 'You have approved it: the others approve it, too.',
  takeAway: 'Take away',
  theRuleAbove: (money: string): string => ` the rule above ${money}`,
  rules: 'Rules',
  rule: 'Rule',
  rulesName: 'Rules of approvals',
  howRulesApply:
    'Of several rules the one that asks for most applies. A payment in a currency without a rule needs as many approvals as the strictest rule, whatever its amount.',
  noRule: (guide: Wrap): ComponentChildren => [
    'No payment of this side needs an approval. An owner sets from which amount one does; ',
    guide('the guide'),
    ' shows how it works.',
  ],
  paymentsAbove: 'Payments above',
  setARule: 'Set a rule',
  aboveHint: '0: every payment in the currency.',
  ofMembers: 'Approvals of different members',
  setTheRule: 'Set the rule',
  ownersSet: 'Owners set the rules.',
};
