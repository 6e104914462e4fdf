import type { VNode } from 'preact';
import type { Proposal } from '../../db/administration/proposals';
import { decidedByOne, type Approvals } from '../../domain/auth/approvals';
import type { DomainError } from '../../domain/errors';
import type { Page } from '../../domain/schema-tools';
import { Field, Form, Id, Moment, Notice, Table } from '../parts';

export const PROPOSALS = '/console/operator/proposals';

/** What is proposed, by the name of the act. */
export const ACTS: Readonly<Record<string, string>> = {
  'managed.changed': 'Change',
  'managed.switched': 'Enable or disable',
  'route.created': 'Add a route',
  'partner.key_rotated': 'Replace the key of a partner',
  'partner.secret_rotated': 'Replace the signing secret of a partner',
  'partner.credential_set': 'Set a credential of a bank',
  'approvals.set': 'Change how many people must agree',
  'operator_key.created': 'Make an operator key',
  'operator.password_set': 'Set the password of an operator',
  'operator.second_factor_removed': 'Turn off the second factor of an operator',
  'operator.identities_forgotten': 'Forget who an operator is at the identity provider',
  'operator.vouched': 'Vouch for the address of an operator',
  'operator.erased': 'Erase an operator',
  'key.revoked': 'Revoke a key',
};

const textOf = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

interface CardProps {
  of: Proposal;
  personId: string;
  formToken: string;
}

function ProposalCard({ of: proposal, personId, formToken }: CardProps): VNode {
  const { id, act, subject, person, before, after, reason } = proposal;
  const isOwn = proposal.proposedPerson === personId;
  return (
    <li class="card" id={id}>
      <h3>{ACTS[act] ?? act}</h3>
      <dl>
        <dt>About</dt>
        <dd>
          <Id of={subject} />
        </dd>
        {person !== null && <dt>Person</dt>}
        {person !== null && (
          <dd>
            {person.email}, {person.role}
            {person.partner !== null && ` of ${person.partner}`}
          </dd>
        )}
        <dt>Proposed by</dt>
        <dd>{isOwn ? 'you' : <Id of={proposal.proposedBy} />}</dd>
        <dt>Expires</dt>
        <dd>
          <Moment at={proposal.expiresAt} />
        </dd>
        {reason !== null && <dt>Reason</dt>}
        {reason !== null && <dd>{reason}</dd>}
      </dl>
      <Table
        name="Old and new values"
        rows={[...new Set([...Object.keys(before), ...Object.keys(after)])]}
        empty="No value changes."
        columns={[
          { name: 'Value', cell: (name) => name },
          { name: 'Old', cell: (name) => textOf(before[name]) },
          { name: 'New', cell: (name) => (name in after ? textOf(after[name]) : 'unchanged') },
        ]}
      />
      <Form action={`${PROPOSALS}/${id}`} formToken={formToken}>
        <Field id={`reason-${id}`} name="reason" label="Reason" required={false} />
        <p class="actions">
          {!isOwn && (
            <button name="decision" value="confirm">
              Confirm
            </button>
          )}
          <button name="decision" value="reject" class="danger">
            {isOwn ? 'Take it back' : 'Reject'}
          </button>
        </p>
      </Form>
    </li>
  );
}

export interface ProposalsProps {
  page: Page<Proposal>;
  approvals: Approvals;
  /** Why the last word was refused. */
  fault: DomainError | null;
  personId: string;
  formToken: string;
}

/**
 * Lists acts that one person decides alone; null if all need two.
 * Source: docs/GAPS.md#A3
 */
export function SingleDecisionNotice({ approvals }: { approvals: Approvals }): VNode | null {
  const settings = decidedByOne(approvals);
  if (settings.length === 0) return null;
  return (
    <Notice tone="wait">
      <p>
        One operator decides alone: {settings.join(' and ')}. Require a second:{' '}
        <code>corridor approvals set {settings[0]} two</code>
      </p>
    </Notice>
  );
}

export function Proposals({ page, approvals, fault, personId, formToken }: ProposalsProps): VNode {
  return (
    <>
      {fault !== null && (
        <Notice tone="bad">
          <p role="alert">{fault.message}</p>
          <ul>
            {(fault.details ?? []).map(({ field, message }) => (
              <li key={field}>
                {field} {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <SingleDecisionNotice approvals={approvals} />
      {page.items.length === 0 && <p class="empty">No proposal waits for a second person.</p>}
      <ul class="cards wide">
        {page.items.map((proposal) => (
          <ProposalCard key={proposal.id} of={proposal} personId={personId} formToken={formToken} />
        ))}
      </ul>
      {page.nextCursor !== null && (
        <p>
          <a href={`${PROPOSALS}?${new URLSearchParams({ cursor: page.nextCursor }).toString()}`}>Next page</a>
        </p>
      )}
    </>
  );
}
