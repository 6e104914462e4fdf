import type { VNode } from 'preact';
import type { StoredLogo } from '../../db/documents/brandings';
import type { TrackedPayment } from '../../db/payments/instruction/tracking-links';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Reply } from '../endpoint';
import { Facts, publicPage } from '../public-page';

/** A status for a person who waits for money. */
interface Told {
  name: string;
  tone?: 'good' | 'wait' | 'bad';
  /** What the person can do now. */
  now: (payment: { payer: string; expected: string }) => string;
}

const onItsWay = (name: string): Told => ({
  name,
  now: ({ payer, expected }) =>
    `You need not do anything. If the money is not in your account after ${expected}, ask ${payer} and name the reference.`,
});

const TOLD: Record<PaymentStatus, Told> = {
  pending: {
    name: 'Received',
    now: ({ expected }) =>
      `It has not been sent yet, and you need not do anything. The money is expected on ${expected}.`,
  },
  submitted: onItsWay('Sent'),
  accepted: onItsWay('Accepted by the bank'),
  processing: onItsWay('On its way through the banks'),
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
      `No money comes from this payment. Ask ${payer} when it is paid again, and compare the bank details that they have of you.`,
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
      `The money went back to ${payer}. Ask your bank why it did not take it, and ${payer} to pay again to an account that does.`,
  },
};

const DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const Day = ({ at }: { at: Date }): VNode => <time dateTime={at.toISOString()}>{DATES.format(at)}</time>;

function Logo({ png, width, height }: StoredLogo): VNode {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  return <img class="logo" src={source} width={width} height={height} alt="" />;
}

/** Who pays, what has happened and since when, and what to do now; never an amount, the payee's name or an account. */
export function trackingPage(payment: TrackedPayment, logo: StoredLogo | null): Reply {
  const { payer, status, reference, expectedDate, history, tenant } = payment;
  const { name, tone = 'info', now } = TOLD[status];
  const expected = DATES.format(new Date(expectedDate));
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
      <Facts rows={isOutcome(status) ? [ofReference] : [['Expected on', expected], ofReference]} />
      {steps.length > 0 && <h2>What has happened</h2>}
      <ol class="timeline">
        {steps.map((step) => (
          <li key={step.at.toISOString() + step.status}>
            <p>{TOLD[step.status].name}</p>
            <p class="hint">
              <Day at={step.at} />
            </p>
          </li>
        ))}
      </ol>
      <p class="hint">This page asks for no bank details, password or fee, and neither does anybody in its name.</p>
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
