import type { ComponentChildren, VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import type { StoredReport } from '../../db/payments/reports/list-reports';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { unixMsOf } from '../../domain/ids';
import { WAITING_MESSAGES, WAITING_REASONS } from '../../domain/payments/dispatch/waiting';
import { English, Moment, StatusBadge } from '../parts';
import { useWords, wordFor, type Words } from '../words/use-words';
import { StatusTimes } from './status-times';

type View = ReturnType<typeof retrievedView>;

/** One thing that happened to a payment. */
interface Happening {
  at: Date;
  what: ComponentChildren;
  /** What was said about it. */
  detail?: ComponentChildren;
  /** Whether it is a status of the payment. */
  isStatus?: true;
}

interface StoryParts {
  payment: View;
  reports: readonly StoredReport[];
  deliveries: readonly DeliveryRow[];
  at: (path: string) => string;
  now: Date;
}

/** Messages of Corridor's own, by their sentence. */
const REASON_OF = new Map(WAITING_REASONS.map((reason) => [WAITING_MESSAGES[reason], reason]));

/** A message of Corridor in the reader's language; undefined for a message of anybody else. */
function translateMessage(message: string, { waiting }: Words['payment']): string | undefined {
  return wordFor(waiting, REASON_OF.get(message) ?? null);
}

function statusEvents({ statusHistory }: View, { payment }: Words): Happening[] {
  return statusHistory.map(({ status, timestamp, message }) => ({
    at: new Date(timestamp),
    isStatus: true,
    what: <StatusBadge status={status} />,
    detail: message === undefined ? undefined : (translateMessage(message, payment) ?? <English>{message}</English>),
  }));
}

function attemptEvents({ attempts }: View, { payment: { story } }: Words): Happening[] {
  return attempts.map(({ startedAt, attempt, route, message }) => ({
    at: new Date(startedAt),
    what: story.sent({ partner: route.partnerName, attempt }),
    detail: message === null ? undefined : <English>{message}</English>,
  }));
}

function reportEvents(reports: readonly StoredReport[], { payment: { story } }: Words): Happening[] {
  return reports.map(({ recordedAt, status, disposition, message, partnerReference, bankReference }) => ({
    at: recordedAt,
    what: (
      <>
        {story.reported} <StatusBadge status={status} /> {wordFor(story.dispositions, disposition)}
      </>
    ),
    detail: [message, partnerReference, bankReference].filter((text) => text !== null).join('; ') || undefined,
  }));
}

function decisionEvents({ approval, informationRequests, cancellation, recall }: View, words: Words): Happening[] {
  const { payment, common } = words;
  const approvals = (approval?.given ?? []).map(({ at, member, comment }) => ({
    at: new Date(at),
    what: payment.story.approved({ member }),
    detail: comment ?? undefined,
  }));
  const questions = informationRequests.flatMap(({ askedAt, question, answeredAt, answer }): Happening[] => [
    { at: new Date(askedAt), what: payment.story.asked, detail: question ?? common.erased },
    ...(answeredAt === null
      ? []
      : [{ at: new Date(answeredAt), what: payment.story.answered, detail: answer ?? common.erased }]),
  ]);
  return [
    ...approvals,
    ...questions,
    ...(cancellation === null
      ? []
      : [
          {
            at: new Date(cancellation.requestedAt),
            what: payment.story.cancellationRequested,
            detail: cancellation.reason ?? undefined,
          },
        ]),
    ...(recall === null
      ? []
      : [
          {
            at: new Date(recall.requestedAt),
            what: payment.recall.askedBack,
            detail: payment.recall.reasons[recall.reasonCode],
          },
        ]),
  ];
}

function deliveryEvents(
  deliveries: readonly DeliveryRow[],
  at: StoryParts['at'],
  { payment: { story } }: Words,
): Happening[] {
  return deliveries.map(({ id, event, status }): Happening => ({
    at: new Date(unixMsOf(id)),
    what: (
      <>
        {story.delivery} <a href={at(`/deliveries/${id}`)}>{event}</a> <StatusBadge status={status} />
      </>
    ),
  }));
}

/** Events in chronological order. */
function Timeline({ of: happenings }: { of: readonly Happening[] }): VNode {
  const sorted = [...happenings].sort((one, other) => one.at.getTime() - other.at.getTime());
  return (
    <ol class="timeline">
      {sorted.map(({ at, what, detail, isStatus }, index) => (
        <li key={index} class={isStatus === true ? 'status' : undefined}>
          <p>
            {what} <Moment at={at} precise />
          </p>
          {detail !== undefined && <p class="hint words">{detail}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Statuses, dispatches, partner reports, decisions and deliveries of a payment, in chronological order. */
export function Story({ payment, reports, deliveries, at, now }: StoryParts): VNode {
  const words = useWords();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{words.payment.timeline}</h2>
      <Timeline
        of={[
          ...statusEvents(payment, words),
          ...attemptEvents(payment, words),
          ...reportEvents(reports, words),
          ...decisionEvents(payment, words),
          ...deliveryEvents(deliveries, at, words),
        ]}
      />
      <StatusTimes history={payment.statusHistory} now={now} />
    </section>
  );
}
