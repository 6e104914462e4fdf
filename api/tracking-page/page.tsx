import type { VNode } from 'preact';
import type { StoredLogo } from '../../db/documents/brandings';
import type { TrackedPayment } from '../../db/payments/instruction/tracking-links';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Reply } from '../endpoint';
import { Facts, publicPage } from '../public-page';

/** A status for a person who waits for money. */
interface StatusText {
  name: string;
  tone?: 'good' | 'wait' | 'bad';
  /** What the person can do now; `expected` is null once that day is over. */
  now: (payment: { payer: string; expected: string | null }) => string;
}

const onItsWayText = (name: string): StatusText => ({
  name,
  now: ({ payer, expected }) =>
    `You need not do anything. If the money is not in your account ${expected === null ? 'yet' : `after ${expected}`}, ask ${payer} and name the reference.`,
});

const STATUS_TEXTS: Record<PaymentStatus, StatusText> = {
  pending: {
    name: 'In preparation',
    tone: 'wait',
    now: ({ payer, expected }) => {
      const until = expected === null ? `Ask ${payer} when it is expected.` : `The money is expected on ${expected}.`;
      return `It may not have been sent yet. ${until}`;
    },
  },
  submitted: onItsWayText('Sent'),
  accepted: onItsWayText('Accepted by the bank'),
  processing: onItsWayText('On its way through the banks'),
  settled: {
    name: 'Settled',
    tone: 'good',
    now: ({ payer }) =>
      `The money was paid to your bank. If your account does not show it within a business day, ask your bank, then ${payer}.`,
  },
  failed: {
    name: 'Not carried out',
    tone: 'bad',
    now: ({ payer }) =>
      `No money comes from this payment. Ask ${payer} when it is paid again, and compare the bank details they hold for you.`,
  },
  cancelled: {
    name: 'Cancelled',
    tone: 'bad',
    now: ({ payer }) => `No money comes from this payment. If you still expect it, ask ${payer}.`,
  },
  returned: {
    name: 'Returned to the sender',
    tone: 'bad',
    now: ({ payer }) =>
      `The money went back to ${payer}. Your bank may know why. Ask ${payer} to pay again, to another account if need be.`,
  },
};

/** The payer's bank has booked its debit: whether the payee's bank has the money, it does not know. Source: docs/GAPS.md#P25 */
const SENT_BY_BANK: StatusText = {
  name: 'Sent by the bank of the payer',
  tone: 'good',
  now: ({ payer, expected }) =>
    `The money was sent, and your bank should credit it. If your account does not show it ${expected === null ? 'yet' : `after ${expected}`}, ask your bank, then ${payer}.`,
};

const TAKEN_BACK: StatusText = {
  name: 'Taken back by the payer',
  tone: 'bad',
  now: ({ payer }) => `${payer} took the money back. If you still expect it, ask ${payer}.`,
};

function statusTextOf(status: PaymentStatus, { isBooked, isRecalled }: TrackedPayment): StatusText {
  if (status === 'settled' && isBooked) return SENT_BY_BANK;
  return status === 'returned' && isRecalled ? TAKEN_BACK : STATUS_TEXTS[status];
}

const DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const Day = ({ at }: { at: Date }): VNode => <time dateTime={at.toISOString()}>{DATES.format(at)}</time>;

function Logo({ png, width, height }: StoredLogo): VNode {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  return <img class="logo" src={source} width={width} height={height} alt="" />;
}

/**
 * Who pays, what has happened and since when, and what to do now; never an amount, the payee's name or an account.
 * @param today calendar date; an expected date before it is not shown
 */
export function trackingPage(payment: TrackedPayment, logo: StoredLogo | null, today: string): Reply {
  const { payer, status, reference, expectedDate, history, tenant } = payment;
  const { name, tone = 'info', now } = statusTextOf(status, payment);
  const expected = expectedDate < today ? null : DATES.format(new Date(expectedDate));
  // A status that was reported again has lasted since its first report.
  const steps = history.filter((step, index) => step.status !== history[index - 1]?.status);
  const since = steps.findLast((step) => step.status === status)?.at;
  const ofReference = ['Reference', reference] as const;
  return publicPage(
    200,
    `Payment from ${payer}`,
    <>
      {logo !== null && <Logo {...logo} />}
      <p class="headline">
        <span class={`badge ${tone}`}>{name}</span> {since !== undefined && <>since {<Day at={since} />}</>}
      </p>
      <p>{now({ payer, expected })}</p>
      <Facts rows={isOutcome(status) || expected === null ? [ofReference] : [['Expected on', expected], ofReference]} />
      {steps.length > 0 && <h2>What has happened</h2>}
      <ol class="timeline">
        {steps.map((step) => (
          <li key={step.at.toISOString() + step.status}>
            <p>{statusTextOf(step.status, payment).name}</p>
            <p class="hint">
              <Day at={step.at} />
            </p>
          </li>
        ))}
      </ol>
      <p class="hint">
        This page never asks for bank details, passwords or fees. Do not give them to anyone who says they come from it.
      </p>
      {tenant.environment === 'test' && <p>This is a test: no money moves.</p>}
    </>,
    { data: logo !== null },
  );
}

/** One page for an unknown link, a revoked link and a wrong code: it does not tell which. */
export function nothingToTrackPage(): Reply {
  const words = <p>This link is invalid or was revoked. Ask the sender.</p>;
  return publicPage(404, 'Nothing is shown here', words);
}
