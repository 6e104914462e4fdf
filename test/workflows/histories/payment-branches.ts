import { answered, began, branch, ends, is, says, type RequiredBranch } from './branch';

const PAYMENT = 'paymentInstruction';
const sent = (kind: string) => answered('sendInstruction', says('kind', kind));

/** The branches of a payment's life that are recorded. Source: docs/GAPS.md#P3, docs/GAPS.md#P14 */
export const PAYMENT_BRANCHES: readonly RequiredBranch[] = [
  branch(PAYMENT, 'settled, with a client who waited', is('update'), sent('moved'), ends('settled')),
  branch(PAYMENT, 'rejected at once', sent('moved'), ends('failed')),
  branch(
    PAYMENT,
    'ambiguous, then known',
    sent('ambiguous'),
    is('fired'),
    answered('inquireInstruction'),
    ends('failed'),
  ),
  branch(
    PAYMENT,
    'cancelled before its value date',
    began('noteWaiting', 'value_date'),
    is('timer_cancelled'),
    ends('cancelled'),
  ),
  branch(PAYMENT, 'cancelled by the partner', answered('askCancellation'), ends('cancelled')),
];
