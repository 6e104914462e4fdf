import type { VNode } from 'preact';
import type { OperatorRole } from '../../domain/auth/operator-roles';
import type { Approvals } from '../../domain/auth/approvals';
import type { Environment } from '../../domain/auth/tenant';
import type { FlagGroup, OperatorFlag } from '../../db/operator-flags';
import type { CaseGroup, ReconciliationCase } from '../../db/payments/settlement/reconciliation-cases';
import type { Page } from '../../domain/schema-tools';
import { workflowIds } from '../../workflows/contract';
import { Field, Form, Id, Moment, Notice, Period, times } from '../parts';
import { CaseFigures } from '../payments/case-figures';
import { CASES, FLAGS } from './attention-texts';

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
      <p>The status does not change. Agree with the partner, then close the case; this changes no payment.</p>
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

/** Shipped facts that ran out or soon will; nothing where there are none. */
function FactsDue({ due }: { due: readonly string[] }): VNode | null {
  if (due.length === 0) return null;
  return (
    <Notice tone="wait">
      <p>
        Facts that ship with Corridor have to be checked again. Once one has run out, answers say that it is unknown.
      </p>
      <ul>
        {due.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Notice>
  );
}

export interface AttentionParts {
  /** Of the reader: operations clears flags and closes cases. */
  roles: readonly OperatorRole[];
  approvals: Approvals;
  /** Payments that are held for a compliance review. */
  held: number;
  /** Shipped facts that ran out or soon will, in words. */
  factsDue: readonly string[];
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
  const { held, factsDue, flagGroups, flags, testFlags, caseGroups, cases, query } = parts;
  const formToken = parts.roles.includes('operations') ? parts.formToken : null;
  if (held + factsDue.length + flagGroups.length + caseGroups.length === 0)
    return <p class="empty">Nothing needs attention.</p>;
  return (
    <>
      {held > 0 && (
        <Notice tone="wait">
          <p>
            Held for compliance review until a decision:{' '}
            <a href={HOLDS}>{held === 1 ? '1 payment' : `${held} payments`}</a>.
          </p>
        </Notice>
      )}
      <FactsDue due={factsDue} />
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
