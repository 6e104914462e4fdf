import { answered, began, branch, ends, failed, is, says, signalled, type RequiredBranch } from './branch';

const PAYMENT = 'paymentInstruction';
const sent = (kind: string) => answered('sendInstruction', says('kind', kind));
const inquired = (kind: string) => answered('inquireInstruction', says('kind', kind));
const waitsFor = (reason: string) => began('noteWaiting', reason);

/** The branches of a payment's life. Source: docs/GAPS.md#P3, docs/GAPS.md#P14 */
export const PAYMENT_BRANCHES: readonly RequiredBranch[] = [
  branch(
    PAYMENT,
    'settled, with a client who waited',
    is('update'),
    sent('moved'),
    signalled('reportsRecorded'),
    ends('settled'),
  ),
  branch(PAYMENT, 'rejected at once', sent('moved'), ends('failed')),
  branch(
    PAYMENT,
    'a partner that is away twice',
    ...[1, 2].flatMap(() => [sent('not_delivered'), waitsFor('partner_outage'), is('fired')]),
    sent('moved'),
  ),
  branch(
    PAYMENT,
    'a partner that takes nothing now',
    sent('not_taken'),
    waitsFor('partner_refusing'),
    is('fired'),
    sent('moved'),
  ),
  branch(PAYMENT, 'a partner to which no more is sent', sent('held'), is('fired'), sent('moved')),
  branch(PAYMENT, 'something of ours is missing', sent('blocked'), waitsFor('blocked'), is('fired'), sent('moved')),
  branch(
    PAYMENT,
    'ambiguous, then known',
    sent('ambiguous'),
    is('fired'),
    inquired('ask_again'),
    is('fired'),
    inquired('moved'),
  ),
  branch(PAYMENT, 'ambiguous, never received, sent again', sent('ambiguous'), inquired('send_again'), sent('moved')),
  branch(PAYMENT, 'a dispatch that ran out of time', failed('sendInstruction'), is('fired'), inquired('moved')),
  branch(PAYMENT, 'silence', is('fired'), answered('checkSilence'), is('fired'), answered('checkSilence')),
  branch(PAYMENT, 'a report that waited too long', signalled('reportsRecorded'), answered('flagWaitingReports')),
  branch(PAYMENT, 'a value date that comes', waitsFor('value_date'), is('timer'), is('fired'), sent('moved')),
  branch(PAYMENT, 'cancelled before its value date', waitsFor('value_date'), is('timer_cancelled'), ends('cancelled')),
  branch(
    PAYMENT,
    'cancelled by the partner',
    signalled('cancellationRequested'),
    answered('askCancellation'),
    ends('cancelled'),
  ),
  branch(
    PAYMENT,
    'a cancellation that the partner refuses',
    signalled('cancellationRequested'),
    answered('askCancellation'),
    ends('settled'),
  ),
  branch(
    PAYMENT,
    'a cancellation while it is ambiguous',
    sent('ambiguous'),
    signalled('cancellationRequested'),
    began('askCancellation'),
    inquired('moved'),
  ),
  branch(PAYMENT, 'a cancellation that is never answered', failed('askCancellation'), answered('flagUnanswered')),
  branch(
    PAYMENT,
    'tried at once by an operator',
    sent('not_delivered'),
    signalled('reportsRecorded'),
    is('timer_cancelled'),
    sent('moved'),
  ),
  branch(PAYMENT, 'somebody cancels the workflow', is('cancellation_requested'), ends('settled')),
  branch(PAYMENT, 'a history that grows too long', is('continued')),
  branch('paymentStop', 'the partner is asked to stop', answered('askCancellation'), ends('')),
  branch('paymentStop', 'the partner never answers', failed('askCancellation'), answered('flagUnanswered'), ends('')),
];
