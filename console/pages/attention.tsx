import type { VNode } from 'preact';
import type { OperatorRole } from '../../domain/auth/operator-roles';
import type { Approvals } from '../../domain/auth/approvals';
import type { Environment } from '../../domain/auth/tenant';
import type { FlagGroup, FlagKind, OperatorFlag } from '../../db/operator-flags';
import type { CaseGroup, ReconciliationCase } from '../../db/payments/reconciliation-cases';
import type { Page } from '../../domain/schema-tools';
import { workflowIds } from '../../workflows/contract';
import { Field, Form, Id, Moment, Notice, Period, times } from '../parts';
import { CaseFigures } from './case-figures';

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
  recall_unanswered: {
    title: 'A partner did not answer a recall',
    advice: 'It was asked for a day to give settled money back. Call it, and record what it says.',
  },
  listed_beneficiary: {
    title: 'A partner has a payment to somebody who is like a listed name',
    advice: 'A list has changed since it was sent. Look at it, and ask the partner to stop it where that is due.',
  },
  workflow_missing: {
    title: 'A workflow is gone each time that it is begun',
    advice: 'It was begun again three times. See in the Temporal UI why it ends; it is tried once an hour.',
  },
  workflow_ahead: {
    title: 'A workflow knows more about a payment than Postgres',
    advice:
      'Postgres was set back to an earlier moment. Nothing is sent. Ask the people of the partner. While the payment is ' +
      'pending, decide on its page: the partner has it, never received it, or give up. Once it is submitted, its ' +
      'partner has to send its reports again.',
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
  event_log_held: {
    title: 'The log of events stands still',
    advice:
      'A transaction on the server of the database has been open for more than a minute, and what was written after it ' +
      'began is not in the log yet. Deliveries go out. End it where it was forgotten.',
  },
  partner_outage: {
    title: 'A partner is away',
    advice:
      'It cannot be reached, does not answer in time or answers 5xx. Its payments wait and are sent when it is back.',
  },
  unmatched_reports: {
    title: 'A partner reports about payments that are unknown here',
    advice:
      'The reports are kept. Perhaps it mistakes an id; after a fail-over of Postgres it may have payments that were ' +
      'lost here. Compare with its list before anything is sent again.',
  },
  partner_contradicts: {
    title: 'A partner contradicts itself or us',
    advice:
      'More than twenty new reconciliation cases within an hour. Talk to the partner before closing them one by one.',
  },
};

const CASES: Record<string, string> = {
  conflicting_report: 'A report contradicts the outcome',
  conflicting_settlement: 'A second settlement differs from the first',
  reconciliation_mismatch: 'A settlement differs from what was instructed',
  partner_continues: 'A partner works on a payment that has ended here',
  listed_beneficiary: 'A partner has a payment to somebody who is like a listed name',
  earlier_partner: 'A partner that a payment has left says something of it',
  return_mismatch: 'Another amount came back than was paid',
  statement_contradicts: 'A bank statement differs from what is known of a payment',
  given_up: 'An operator gave up a payment that its partner may have',
  stop_refused: 'A partner refuses to stop a payment that has ended here',
  conflicting_submission: 'A partner rejected a payment that it reports on',
};

const HERE = '/console/operator';
const HOLDS = `${HERE}/payments?waiting=compliance_review`;

/** The side of what is shown, as a mark; nothing for what is about the whole service. */
function Side({ of: environment }: { of: Environment | null }): VNode | null {
  return environment === null ? null : <span class={`badge ${environment}`}>{environment}</span>;
}

/** What a flag or a case is about; a payment leads to its page. */
function Subject({ id }: { id: string }): VNode {
  if (!id.startsWith('instr_')) return <code>{id}</code>;
  return (
    <a href={`${HERE}/payments/${id}`}>
      <code>{id}</code>
    </a>
  );
}

/** `formToken`: null for a reader who may not act. */
function FlagCard({ of: flag, formToken }: { of: OperatorFlag; formToken: string | null }): VNode {
  const { title, advice } = FLAGS[flag.kind];
  return (
    <li class="card">
      <h3>
        {title} <Side of={flag.environment} />
      </h3>
      {flag.says !== null && <p>{flag.says}</p>}
      <p>{advice}</p>
      <dl>
        <dt>About</dt>
        <dd>
          <Subject id={flag.subject} />
        </dd>
        <dt>Since</dt>
        <dd>
          <Moment at={flag.raisedAt} />
        </dd>
      </dl>
      {formToken !== null && (
        <Form action={`${HERE}/flags/${flag.id}/clear`} formToken={formToken}>
          <button class="quiet">Clear the flag</button>
        </Form>
      )}
    </li>
  );
}

function CaseCard({ of: opened, formToken }: { of: ReconciliationCase; formToken: string | null }): VNode {
  return (
    <li class="card">
      <h3>
        {CASES[opened.kind] ?? opened.kind} <Side of={opened.environment} />
      </h3>
      <p>The status stays as it was. Agree with the partner, then close the case; that changes no payment.</p>
      <dl>
        <dt>Partner</dt>
        <dd>{opened.partnerName}</dd>
        <dt>Payment</dt>
        <dd>
          <Subject id={opened.instructionId} />
        </dd>
        <dt>Newest report</dt>
        <dd>
          <Id of={opened.reportId} />
        </dd>
        <dt>Workflow</dt>
        <dd>
          <Id of={workflowIds.payment(opened.instructionId)} />
        </dd>
        <dt>Reported</dt>
        <dd>
          {times(opened.count)}, <Period from={opened.openedAt} to={opened.lastSeenAt} />
        </dd>
      </dl>
      <CaseFigures of={opened} />
      {formToken !== null && (
        <Form action={`${HERE}/cases/${opened.id}/close`} formToken={formToken}>
          <Field id={`reason-${opened.id}`} name="reason" label="What was agreed" />
          <button class="quiet">Close the case</button>
        </Form>
      )}
    </li>
  );
}

function CaseGroups({ groups }: { groups: readonly CaseGroup[] }): VNode {
  return (
    <ul>
      {groups.map((group) => (
        <li key={`${group.partnerId} ${group.kind}`}>
          <a href={`${HERE}?${new URLSearchParams({ partner: group.partnerId, kind: group.kind }).toString()}`}>
            {group.partnerName} ({group.environment}), {CASES[group.kind] ?? group.kind}
          </a>
          : {group.cases} open, reported {times(group.reports)}, <Period from={group.oldestAt} to={group.newestAt} />
        </li>
      ))}
    </ul>
  );
}

function FlagGroups({ groups }: { groups: readonly FlagGroup[] }): VNode {
  return (
    <ul>
      {groups.map((group) => (
        <li key={`${group.kind} ${group.partnerName ?? ''} ${group.environment ?? ''}`}>
          {FLAGS[group.kind].title}, {group.partnerName ?? 'no partner'} ({group.environment ?? 'the service'}):{' '}
          {group.flags}, <Period from={group.oldestAt} to={group.newestAt} />
        </li>
      ))}
    </ul>
  );
}

/** Link to where a list goes on; what the page shows beside it stays. */
function More({ name, cursor, query }: { name: string; cursor: string | null; query: string }): VNode | null {
  if (cursor === null) return null;
  const parameters = new URLSearchParams(query);
  parameters.set(name, cursor);
  return (
    <p>
      <a href={`${HERE}?${parameters.toString()}`}>Next page</a>
    </p>
  );
}

export interface AttentionParts {
  /** Of the reader: operations clears flags and closes cases. */
  roles: readonly OperatorRole[];
  approvals: Approvals;
  /** Payments that are held for a compliance review. */
  held: number;
  flagGroups: readonly FlagGroup[];
  /** Of live payments and the service. */
  flags: Page<OperatorFlag>;
  testFlags: Page<OperatorFlag>;
  caseGroups: readonly CaseGroup[];
  cases: Page<ReconciliationCase>;
  /** Query of the page that is shown. */
  query: string;
  formToken: string;
}

function FlagList({ flags, formToken }: { flags: readonly OperatorFlag[]; formToken: string | null }): VNode {
  return (
    <ul class="cards">
      {flags.map((flag) => (
        <FlagCard key={flag.id} of={flag} formToken={formToken} />
      ))}
    </ul>
  );
}

/** What wants a person: flags and contradictions about money; first how many of a kind, then page by page. */
export function Attention(parts: AttentionParts): VNode {
  const { held, flagGroups, flags, testFlags, caseGroups, cases, query } = parts;
  const formToken = parts.roles.includes('operations') ? parts.formToken : null;
  if (held + flagGroups.length + caseGroups.length === 0) return <p class="empty">Nothing wants attention.</p>;
  return (
    <>
      {held > 0 && (
        <Notice tone="wait">
          <p>
            Held for a compliance review, until somebody decides:{' '}
            <a href={HOLDS}>{held === 1 ? '1 payment' : `${held} payments`}</a>.
          </p>
        </Notice>
      )}
      <CaseGroups groups={caseGroups} />
      <FlagGroups groups={flagGroups} />
      <ul class="cards wide">
        {cases.items.map((opened) => (
          <CaseCard key={opened.id} of={opened} formToken={formToken} />
        ))}
      </ul>
      <More name="cases" cursor={cases.nextCursor} query={query} />
      <FlagList flags={flags.items} formToken={formToken} />
      <More name="flags" cursor={flags.nextCursor} query={query} />
      {testFlags.items.length > 0 && <h3>About test payments, keys and partners</h3>}
      <FlagList flags={testFlags.items} formToken={formToken} />
      <More name="test-flags" cursor={testFlags.nextCursor} query={query} />
    </>
  );
}
