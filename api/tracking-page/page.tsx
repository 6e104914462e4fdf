import type { TrackedPayment } from '../../db/payments/instruction/tracking-links';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import type { Reply } from '../endpoint';
import { Facts, publicPage } from '../public-page';
import { utcDate } from '../../domain/calendar-dates';

/** Statuses in words for a person who waits for money. */
const WORDS: Record<PaymentStatus, string> = {
  pending: 'Received, not sent yet',
  submitted: 'Sent',
  accepted: 'Accepted by the bank',
  processing: 'On its way through the banks',
  settled: 'Settled',
  failed: 'Not carried out',
  cancelled: 'Cancelled',
  returned: 'Returned to the sender',
};

function dateOf({ status, expectedDate, settledAt, lastUpdatedAt }: TrackedPayment): [string, string] {
  if (status === 'settled') return ['Settled on', utcDate(settledAt ?? lastUpdatedAt)];
  const isOver = status === 'failed' || status === 'cancelled' || status === 'returned';
  return isOver ? ['Since', utcDate(lastUpdatedAt)] : ['Expected on', expectedDate];
}

/** Status, date and reference; never an amount, a name or an account. */
export function trackingPage(payment: TrackedPayment): Reply {
  const rows = [['Status', WORDS[payment.status]], dateOf(payment), ['Reference', payment.reference]] as const;
  return publicPage(
    200,
    'Status of the payment',
    <>
      <Facts rows={rows} />
      {payment.environment === 'test' && <p>This is a test: no money moves.</p>}
    </>,
  );
}

/** One page for an unknown link, a revoked link and a wrong code: it does not tell which. */
export function nothingToTrackPage(): Reply {
  const words = <p>This link is invalid or was revoked. Ask the sender.</p>;
  return publicPage(404, 'Nothing is shown here', words);
}
