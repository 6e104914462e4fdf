import type { VNode } from 'preact';
import type { OwnOperatorKey } from '../../db/auth/operator-keys';
import { Badge, Form, Moment, Table } from '../parts';

/** The keys of the operator who looks. */
export const OPERATOR_KEYS = '/console/operator/keys';

export function OperatorKeys({ keys, formToken }: { keys: readonly OwnOperatorKey[]; formToken: string }): VNode {
  return (
    <>
      <p>Your keys. A key that two people confirmed waits here until you view it, once.</p>
      <Table
        name="Your operator keys"
        rows={keys}
        empty={
          <>
            You have no working key. A key lets programs act as you: an administrator makes one with{' '}
            <code>corridor keys create-operator --operator ADDRESS</code>.
          </>
        }
        columns={[
          { name: 'Label', cell: ({ label, id }) => (label === '' ? id : label) },
          { name: 'Roles', isExtra: true, cell: ({ roles }) => roles.map((role) => <Badge key={role}>{role}</Badge>) },
          { name: 'Ends', isExtra: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          {
            name: 'Key',
            cell: ({ id, hint, label, awaitsOwner }) =>
              awaitsOwner ? (
                <Form action={`${OPERATOR_KEYS}/${id}`} formToken={formToken} className="inline">
                  <button class="small">
                    Show it once<span class="hidden">{` (${label === '' ? id : label})`}</span>
                  </button>
                </Form>
              ) : (
                <code>…{hint}</code>
              ),
          },
        ]}
      />
    </>
  );
}
