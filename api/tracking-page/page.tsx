import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TrackedPayment } from '../../db/payments/tracking-links';
import type { PaymentStatus } from '../../domain/payments/status';

const STYLES = `body{font:16px/1.5 system-ui,sans-serif;color:#1a1f26;max-width:42rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem;color:#0b3a5c}dl{display:grid;grid-template-columns:max-content 1fr;gap:.4rem 1.2rem}
dt{color:#56616d}dd{margin:0;overflow-wrap:anywhere}`;

/** Nothing but this style sheet: no script, no picture, no form, no frame. */
export const TRACKING_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For somebody who waits for money and knows no statuses. */
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
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  if (status === 'settled') return ['Settled on', day(settledAt ?? lastUpdatedAt)];
  const isOver = status === 'failed' || status === 'cancelled' || status === 'returned';
  return isOver ? ['Since', day(lastUpdatedAt)] : ['Expected on', expectedDate];
}

function documentOf(title: string, children: ComponentChildren): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}

/** Status, date and reference; never an amount, a name or an account. */
export function trackingPage(payment: TrackedPayment): string {
  const rows = [['Status', WORDS[payment.status]], dateOf(payment), ['Reference', payment.reference]];
  return documentOf(
    'Where the payment stands',
    <>
      <dl>
        {rows.map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      {payment.environment === 'test' && <p>This is a test: no money moves.</p>}
    </>,
  );
}

/** The same for a link that never was, for one that was revoked, and for a wrong code. */
export function nothingToTrackPage(): string {
  return documentOf('Nothing is shown here', <p>This link does not work, or not any more. Ask whoever sent it.</p>);
}
