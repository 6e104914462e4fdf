import type { VNode } from 'preact';
import type { operatorPaymentView } from '../../../api/operator/payment-views';
import { MAX_NOTE } from '../../../domain/payments/review/case-work-schema';
import { Empty, Form, Hidden, Moment, StatusBadge, TextArea } from '../../parts';
import type { Faults } from '../../forms/read-form';

type View = ReturnType<typeof operatorPaymentView>;

interface CaseWorkProps {
  payment: View;
  /** Of the reader. */
  personId: string;
  entered: { note: string };
  faults: Faults;
  formToken: string;
}

/** Who works on a payment, as its reader says it. */
export function assigneeText(person: { id: string; email: string } | null, readerId: string): string {
  if (person === null) return '';
  return person.id === readerId ? 'you' : person.email;
}

/** Who works on the payment, with a button to take or release it. */
export function Assignee({ payment, personId, formToken }: CaseWorkProps): VNode {
  const { assignment, instructionId } = payment;
  const here = `/console/operator/payments/${instructionId}`;
  const isMine = assignment?.person.id === personId;
  return (
    <Form className="assignee" action={isMine ? `${here}/assignment/end` : `${here}/assignment`} formToken={formToken}>
      {assignment !== null && !isMine && <Hidden name="takeOver" value="yes" />}
      <p class="actions">
        {assignment === null ? (
          <span>Unassigned.</span>
        ) : (
          <span>
            Assigned to <strong>{assigneeText(assignment.person, personId)}</strong> since{' '}
            <Moment at={new Date(assignment.since)} />.
          </span>
        )}
        <button class="quiet small">{isMine ? 'Give back' : assignment === null ? 'Take' : 'Take over'}</button>
      </p>
    </Form>
  );
}

/** Form for a note to colleagues. */
export function NoteForm({ payment, entered, faults, formToken }: CaseWorkProps): VNode {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Note for colleagues</h2>
      <Form action={`/console/operator/payments/${payment.instructionId}/notes`} formToken={formToken}>
        <TextArea
          name="note"
          label="Note"
          hint="Operators read it, the account does not. It is sealed, and erased with the payment."
          value={entered.note}
          maxlength={MAX_NOTE}
          fault={faults['note']}
        />
        <button class="quiet">Add the note</button>
      </Form>
    </section>
  );
}

/** What happened to a payment at a moment. */
interface Happened {
  at: string;
  /** Null for what the service or a partner did. */
  who: string | null;
  what: VNode | string;
  /** Words of a person or a partner. */
  words: string | null;
}

const ACTS: Readonly<Record<string, string>> = {
  'payment.taken': 'took it',
  'payment.given_back': 'gave it back',
};

function actText(act: string): string {
  return ACTS[act] ?? act.replace(/^payment\./, '').replaceAll('_', ' ');
}

/** Statuses, acts and notes in chronological order; a note stands for the act that added it. */
function collectEvents({ history, acts, notes }: Pick<View, 'history' | 'acts' | 'notes'>): Happened[] {
  const all: Happened[] = [
    ...history.map(({ at, status, message }) => ({
      at,
      who: null,
      what: <StatusBadge status={status} />,
      words: message,
    })),
    ...[...acts]
      .reverse()
      .filter(({ act }) => act !== 'payment.noted')
      .map(({ at, actor, actorName, act, detail }) => ({
        at,
        who: actorName ?? actor,
        what: actText(act),
        words: typeof detail['reason'] === 'string' ? detail['reason'] : null,
      })),
    ...notes.map(({ notedAt: at, notedBy: who, note }) => ({ at, who, what: 'noted', words: note ?? 'erased' })),
  ];
  return all.sort((one, other) => one.at.localeCompare(other.at));
}

/** Everything that happened to a payment, the earliest first. */
export function History({ payment }: { payment: View }): VNode {
  const all = collectEvents(payment);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {all.length === 0 && <Empty>No history yet.</Empty>}
      <ol class="timeline">
        {all.map(({ at, who, what, words }, index) => (
          <li key={index}>
            <p>
              {who !== null && <strong>{who}</strong>} {what} <Moment at={new Date(at)} precise />
            </p>
            {words !== null && <p class="words">{words}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
