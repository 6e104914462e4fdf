import type { ComponentChildren, VNode } from 'preact';
import type { Reply } from '../../api/endpoint';
import { Facts, publicPage } from '../../api/public-page';
import type { StoredLogo } from '../../db/documents/brandings';
import type { TrackedPayment } from '../../db/payments/instruction/tracking-links';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Words } from '../words/use-words';

/**
 * A status for a person who waits for money. `booked`: the payer's bank has booked its debit; whether the payee's bank has
 * the money, it does not know. Source: docs/GAPS.md#P25
 */
type Shown = PaymentStatus | 'booked' | 'recalled';

const TONES: Partial<Record<Shown, 'good' | 'wait' | 'bad'>> = {
  ...{ pending: 'wait', settled: 'good', booked: 'good' },
  ...{ failed: 'bad', cancelled: 'bad', returned: 'bad', recalled: 'bad' },
};

function shownAs(status: PaymentStatus, { isBooked, isRecalled }: TrackedPayment): Shown {
  if (status === 'settled' && isBooked) return 'booked';
  return status === 'returned' && isRecalled ? 'recalled' : status;
}

/** What the person can do now. @param expected null once that day is over */
function advice(shown: Shown, { payer }: TrackedPayment, expected: string | null, { now }: Words['tracking']): string {
  const values = { payer, isDated: expected !== null, expected: expected ?? '' };
  return shown === 'submitted' || shown === 'accepted' || shown === 'processing'
    ? now.onItsWay(values)
    : now[shown](values);
}

/** Writes a day in full, which a reader cannot take for another one. */
function longDate({ language }: Words): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (at) => format.format(at);
}

const Day = ({ at, children }: { at: Date; children: ComponentChildren }): VNode => (
  <time dateTime={at.toISOString()}>{children}</time>
);

function Logo({ png, width, height }: StoredLogo): VNode {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  return <img class="logo" src={source} width={width} height={height} alt="" />;
}

/**
 * Who pays, what has happened and since when, and what to do now; never an amount, the payee's name or an account.
 * @param today calendar date; an expected date before it is not shown
 */
export function trackingPage(
  payment: TrackedPayment,
  { words, logo, today }: { words: Words; logo: StoredLogo | null; today: string },
): Reply {
  const { payer, status, reference, expectedDate, history, tenant } = payment;
  const { tracking, common } = words;
  const dateText = longDate(words);
  const shown = shownAs(status, payment);
  const expected = expectedDate < today ? null : dateText(new Date(expectedDate));
  // A status that was reported again has lasted since its first report.
  const steps = history.filter((step, index) => step.status !== history[index - 1]?.status);
  const since = steps.findLast((step) => step.status === status)?.at;
  const ofReference = [common.reference, reference] as const;
  return publicPage(
    { status: 200, title: tracking.title({ payer }), language: words.language, policy: { data: logo !== null } },
    <>
      {logo !== null && <Logo {...logo} />}
      <p class="headline">
        <span class={`badge ${TONES[shown] ?? 'info'}`}>{tracking.names[shown]}</span>{' '}
        {since !== undefined && tracking.since({ day: <Day at={since}>{dateText(since)}</Day> })}
      </p>
      <p>{advice(shown, payment, expected, tracking)}</p>
      <Facts
        rows={isOutcome(status) || expected === null ? [ofReference] : [[tracking.expectedOn, expected], ofReference]}
      />
      {steps.length > 0 && <h2>{tracking.happened}</h2>}
      <ol class="timeline">
        {steps.map((step) => (
          <li key={step.at.toISOString() + step.status}>
            <p>{tracking.names[shownAs(step.status, payment)]}</p>
            <p class="hint">
              <Day at={step.at}>{dateText(step.at)}</Day>
            </p>
          </li>
        ))}
      </ol>
      <p class="hint">{tracking.warning}</p>
      {tenant.environment === 'test' && <p>{tracking.isTest}</p>}
    </>,
  );
}

/** One page for an unknown link, a revoked link and a wrong code: it does not tell which. */
export function nothingToTrackPage({ language, tracking }: Words): Reply {
  return publicPage({ status: 404, title: tracking.nothing, language }, <p>{tracking.invalid}</p>);
}
