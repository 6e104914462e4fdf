import type { VNode } from 'preact';
import type { FlagKind, OperatorFlag } from '../../db/operator-flags';
import type { Backlog, Topic } from '../../db/outbox';
import type { ReconciliationCase } from '../../db/payments/reconciliation-cases';
import { Form, Moment } from '../parts';

/** What a flag means and what to do, for somebody who has not read the code. */
const FLAGS: Record<FlagKind, { title: string; advice: string }> = {
  silence: {
    title: 'A partner is silent',
    advice: 'It has said nothing for the hours that the timeline allows, and is asked again. Nothing is sent twice.',
  },
  waiting_report: {
    title: 'A report waits for the step before it',
    advice: 'A return was reported a day ago, and the settlement that it presupposes never came. Ask the partner.',
  },
  payment_blocked: {
    title: 'A payment cannot be sent',
    advice:
      'Something of ours is missing: an adapter that this version does not know, or a data key. Mend it; it is tried again every 15 minutes.',
  },
  partner_refusing: {
    title: 'A partner takes nothing',
    advice:
      'It answers that it takes no instructions: an expired key, a limit, a page in front of it. Payments wait and are sent again.',
  },
  partner_denies: {
    title: 'A partner says that it never received a payment that it took',
    advice: 'Nothing is sent again by itself. Agree with the partner what happened.',
  },
  cancellation_unanswered: {
    title: 'A partner did not answer a cancellation',
    advice: 'It was asked for a day. The client still waits for the cancellation; its reports decide.',
  },
  stop_unanswered: {
    title: 'A partner works on a payment that has ended here',
    advice: 'It was asked for a day to stop, and did not answer. Call it: it may pay.',
  },
  workflow_missing: {
    title: 'A workflow is gone each time that it is begun',
    advice: 'It was begun again three times. See in the Temporal UI why it ends; it is tried once an hour.',
  },
  rate_limit_lock_out: {
    title: 'A key was locked out',
    advice: 'It went on after more than 3,000 refusals. Its owner may have a client that does not wait.',
  },
  outbox_stuck: {
    title: 'The engine does not take its work',
    advice:
      'Work of this kind has waited for more than five minutes, was tried eight times, or is unknown to this version. ' +
      'See whether Temporal and the workers run; nothing is lost.',
  },
  partner_outage: {
    title: 'A partner is away',
    advice:
      'It cannot be reached, does not answer in time or answers 5xx. Its payments wait and are sent when it is back.',
  },
};

const CASES: Record<string, string> = {
  conflicting_report: 'A report contradicts the outcome',
  conflicting_settlement: 'A second settlement differs from the first',
  reconciliation_mismatch: 'A settlement differs from what was instructed',
  partner_continues: 'A partner works on a payment that has ended here',
  stop_refused: 'A partner refuses to stop a payment that has ended here',
  conflicting_submission: 'A partner rejected a payment that it reports on',
};

const WORK: Record<Topic, string> = {
  'payment.start': 'Instructions to be submitted',
  'payment.signal': 'Reports that workflows have not seen',
  'payment.cancel': 'Cancellations that workflows have not seen',
  'payment.stop': 'Payments that have ended here, whose partners are to be asked to stop',
  'delivery.start': 'Webhook deliveries to be started',
  'delivery.signal': 'Changes of subscriptions for waiting deliveries',
  'webhook.changed': 'Changes of subscriptions to be told to their waiting deliveries',
  'event.broadcast': 'Events that every account gets',
  'document.start': 'Documents to be rendered',
};

function workOf(topic: string): string {
  const known = Object.entries(WORK).find(([name]) => name === topic);
  return known === undefined ? `Work of the unknown kind ${topic}` : known[1];
}

/** As many as one list of flags or cases has at most. */
const MANY = 200;

interface Shown {
  title: string;
  advice: string | null;
  about: string;
  since: Date;
  action: string;
  button: string;
}

function Card({ of: shown, formToken }: { of: Shown; formToken: string }): VNode {
  return (
    <li class="card">
      <h3>{shown.title}</h3>
      {shown.advice !== null && <p>{shown.advice}</p>}
      <dl>
        <dt>About</dt>
        <dd>
          <code>{shown.about}</code>
        </dd>
        <dt>Since</dt>
        <dd>
          <Moment at={shown.since} />
        </dd>
      </dl>
      <Form action={shown.action} formToken={formToken}>
        <button class="quiet">{shown.button}</button>
      </Form>
    </li>
  );
}

function ofFlag(flag: OperatorFlag): Shown {
  const action = `/console/operator/flags/${flag.id}/clear`;
  return { ...FLAGS[flag.kind], about: flag.subject, since: flag.raisedAt, action, button: 'Clear the flag' };
}

function ofCase(opened: ReconciliationCase): Shown {
  return {
    title: CASES[opened.kind] ?? opened.kind,
    advice: 'The status stays as it was. Agree with the partner, then close the case; that changes no payment.',
    about: `${opened.instructionId}, ${opened.reportId}`,
    since: opened.openedAt,
    action: `/console/operator/cases/${opened.id}/close`,
    button: 'Close the case',
  };
}

export interface AttentionParts {
  flags: readonly OperatorFlag[];
  cases: readonly ReconciliationCase[];
  formToken: string;
}

/** What wants a person: flags and contradictions about money. */
export function Attention({ flags, cases, formToken }: AttentionParts): VNode {
  const cards = [...cases.map(ofCase), ...flags.map(ofFlag)];
  if (cards.length === 0) return <p class="empty">Nothing wants attention.</p>;
  return (
    <>
      {cards.length >= MANY && <p>These are the first ones; there may be more.</p>}
      <ul class="cards">
        {cards.map((card) => (
          <Card key={card.action} of={card} formToken={formToken} />
        ))}
      </ul>
    </>
  );
}

/** What the engine has still to take. */
export function Waiting({ backlog }: { backlog: readonly Backlog[] }): VNode {
  if (backlog.length === 0) return <p class="empty">The engine has taken everything.</p>;
  return (
    <ul>
      {backlog.map(({ topic, items, since }) => (
        <li key={topic}>
          {workOf(topic)}: {items}, the oldest since <Moment at={since} />
        </li>
      ))}
    </ul>
  );
}
