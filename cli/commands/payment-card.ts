import type { ReadScreening } from '../../db/compliance/read-screening';
import type { OperatorPaymentFacts } from '../../db/payments/review/operator-payments';
import type { PaymentNote } from '../../db/payments/review/payment-notes';
import type { Information } from '../../db/payments/review/information';
import { textOf } from '../context';
import { cardOf, minuteOf, tableOf, type Column } from '../table';

/** A screening without what only its receipt is for. */
export function shownScreening({ id, decision, screenedAt, algorithm, clearanceId, parties }: ReadScreening) {
  return { id, decision, screenedAt, algorithm, clearanceId, parties };
}

/** What `corridor payments show` knows of a payment. */
type Shown = OperatorPaymentFacts['payment'] &
  Omit<OperatorPaymentFacts, 'payment'> & {
    information: readonly Information[];
    notes: readonly PaymentNote[];
    screening: ReturnType<typeof shownScreening> | null;
    allowedDecisions: readonly string[];
    workflowId: string;
  };

/** Members of an object that have a value, in words. */
function words(of: object | null): string {
  const given = Object.entries(of ?? {}).filter(([, value]) => value !== null && value !== '');
  return given.map(([name, value]) => `${name} ${textOf(value)}`).join(', ');
}

const utc = (at: Date): string => `${minuteOf(at)} UTC`;

function screeningText(screening: Shown['screening']): string {
  if (screening === null) return '';
  const found = screening.parties.flatMap(({ party, name, entries }) =>
    entries.map((entry) => `${party} ${name ?? ''} is like ${entry.name ?? entry.listEntry} (${entry.score})`),
  );
  return [screening.decision.replaceAll('_', ' '), ...found].join('; ');
}

function conditionsText(conditions: Shown['conditions']): string {
  return (conditions?.items ?? []).map(({ type, because }) => `${type}: ${because}`).join(', ');
}

function factsOf(found: Shown): [name: string, value: string][] {
  const { waitingReason, waitingSince, outcome, screening, allowedDecisions } = found;
  return [
    ['Account', `${found.accountName} (${found.environment})`],
    ['Partner', found.partnerName],
    ['Waits for', waitingReason === null ? '' : `${waitingReason}, since ${utc(waitingSince)}`],
    ['Conditions', conditionsText(found.conditions)],
    ['Assigned to', found.assignment?.email ?? ''],
    ['Possible decisions', allowedDecisions.join(', ')],
    ['Outcome', outcome === null ? '' : [outcome.reasonCode, outcome.message].filter(Boolean).join(': ')],
    ['Client reference', found.clientReference ?? ''],
    ['Partner reference', found.partnerReference ?? ''],
    ['Value date', found.valueDate ?? ''],
    ['Submitted', utc(found.submittedAt)],
    ['Last change', utc(found.lastUpdatedAt)],
    ['Cancellation', words(found.cancellation)],
    ['Recall', words(found.recall)],
    ['Returned', words(found.returned)],
    ['Resubmission of', found.resubmissionOf ?? ''],
    ['Resubmitted as', found.resubmittedAs ?? ''],
    ['Screening', screeningText(screening)],
    ['Workflow', found.workflowId],
  ];
}

type Dispatch = Shown['dispatches'][number];
type Act = Shown['acts'][number];

const DISPATCHES: readonly Column<Dispatch>[] = [
  { title: 'ATTEMPT', of: ({ attempt }) => attempt },
  { title: 'STATE', isWhole: true, of: ({ state }) => state },
  { title: 'PARTNER', of: ({ partnerName }) => partnerName },
  { title: 'SENT', align: 'right', of: ({ sends }) => sends },
  { title: 'FEE', align: 'right', of: ({ feeEstimated }) => feeEstimated },
  { title: 'EXPECTED', isWhole: true, of: ({ expectedDate }) => expectedDate },
  { title: 'STARTED (UTC)', of: ({ startedAt }) => minuteOf(startedAt) },
  { title: 'FAULT', of: ({ fault }) => fault },
];

const ACTS: readonly Column<Act>[] = [
  { title: 'AT (UTC)', isWhole: true, of: ({ at }) => minuteOf(new Date(at)) },
  { title: 'ACT', of: ({ act }) => act },
  { title: 'BY', of: ({ actor, actorName }) => actorName ?? actor },
  { title: 'DETAIL', of: ({ detail }) => words(detail) },
];

const QUESTIONS: readonly Column<Information>[] = [
  { title: 'QUESTION', of: ({ question }) => question },
  { title: 'ANSWER', of: ({ answer }) => answer ?? 'none yet' },
];

const NOTES: readonly Column<PaymentNote>[] = [
  { title: 'AT (UTC)', isWhole: true, of: ({ at }) => minuteOf(at) },
  { title: 'BY', of: ({ author, authorName }) => authorName ?? author },
  { title: 'NOTE', of: ({ text }) => text ?? 'erased' },
];

const idColumns = (title: string): readonly Column<{ id: string; kind: string }>[] => [
  { title, isWhole: true, of: ({ id }) => id },
  { title: 'KIND', of: ({ kind }) => kind },
];

/** Shows a payment to a person: the amount, then its values, then its history. `--json` has all members. */
export function paymentCard(found: Shown, width: number | null): string[] {
  const parts: [name: string, lines: string[]][] = [
    ['Dispatches', rowsOf(found.dispatches, DISPATCHES, width)],
    ['Flags', rowsOf(found.flags, idColumns('FLAG'), width)],
    ['Cases', rowsOf(found.cases, idColumns('CASE'), width)],
    ['Questions to the client', rowsOf(found.information, QUESTIONS, width)],
    ['Notes', rowsOf(found.notes, NOTES, width)],
    ['Actions', rowsOf(found.acts, ACTS, width)],
  ];
  return [
    `${found.amount} ${found.currency}  ${found.status}`,
    found.id,
    '',
    ...cardOf(
      factsOf(found).filter(([, value]) => value !== ''),
      width,
    ),
    ...parts.flatMap(([name, lines]) => (lines.length === 0 ? [] : ['', name, ...lines])),
  ];
}

function rowsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | null): string[] {
  return rows.length === 0 ? [] : tableOf(rows, columns, width);
}
