import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Form, Hidden, Moment, TextArea } from '../parts';

type View = ReturnType<typeof retrievedView>;
type Approval = NonNullable<View['approval']>;

interface Viewer {
  email: string;
  /** Whether the viewer made the payment, or sent the batch. */
  isCreator: boolean;
}

interface ApprovalParts {
  what: 'payment' | 'batch';
  approval: Pick<Approval, 'hash' | 'needed' | 'given' | 'rejected' | 'expiresAt'>;
  /** Whether it can still be decided about. */
  isOpen: boolean;
  action: string;
  viewer: Viewer;
  comment: string;
  formToken: string;
}

type Given = Approval['given'][number];

function Said({ one, what }: { one: Given; what: string }): VNode {
  return (
    <li>
      {what} by {one.member}, <Moment at={new Date(one.at)} />
      {one.comment !== null && <p class="words">{one.comment}</p>}
    </li>
  );
}

/** Two buttons of one form: which one was pressed is the decision. */
function Decide({ approval, action, comment, formToken }: ApprovalParts): VNode {
  return (
    <Form className="panel" action={action} formToken={formToken}>
      <Hidden name="hash" value={approval.hash} />
      <TextArea
        name="comment"
        label="Comment"
        hint="Members of the account read it."
        value={comment}
        required={false}
        maxlength={500}
      />
      <p class="actions">
        <button name="decision" value="approve">
          Approve
        </button>{' '}
        <button class="danger" name="decision" value="reject">
          Reject
        </button>
      </p>
    </Form>
  );
}

/** The approvals of a payment or a batch, and the form of a member who may give one. Source: docs/GAPS.md#P17, P18 */
export function Approvals(parts: ApprovalParts): VNode {
  const { what, viewer, isOpen } = parts;
  const { hash, needed, given, rejected, expiresAt } = parts.approval;
  const isUndecided = isOpen && given.length < needed && rejected === null;
  const hasApproved = given.some(({ member }) => member === viewer.email);
  const end =
    what === 'payment' ? 'Without it the payment is cancelled' : 'Without it the payments are cancelled, from';
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">Approvals</h2>
      <p>
        {given.length} of {needed} given.
        {isUndecided && (
          <>
            {' '}
            {what === 'payment'
              ? 'Nothing is sent before the last one.'
              : 'No payment is sent before the last one that it needs; one that needs fewer is sent earlier.'}{' '}
            {end} <Moment at={new Date(expiresAt)} />.
          </>
        )}
      </p>
      <ul>
        {given.map((one) => (
          <Said key={one.member} one={one} what="Approved" />
        ))}
        {rejected !== null && <Said one={rejected} what="Rejected" />}
      </ul>
      <p class="hint">
        Hash of what is paid: <code class="words">{hash}</code>
      </p>
      {isUndecided && viewer.isCreator && (
        <p>You {what === 'payment' ? 'made this payment' : 'sent this batch'}: other members approve it.</p>
      )}
      {isUndecided && hasApproved && <p>You have approved it: the others approve it, too.</p>}
      {isUndecided && !viewer.isCreator && !hasApproved && <Decide {...parts} />}
    </section>
  );
}

interface OfPayment extends Pick<ApprovalParts, 'viewer' | 'comment' | 'formToken'> {
  payment: View;
  at: (path: string) => string;
}

/** The approvals of a payment that needs some. Source: docs/GAPS.md#P17 */
export function PaymentApproval({ payment, at, ...parts }: OfPayment): VNode | null {
  const { approval, status, instructionId } = payment;
  if (approval === null) return null;
  const action = at(`/payments/${instructionId}/approvals`);
  return <Approvals {...parts} what="payment" isOpen={status === 'pending'} {...{ approval, action }} />;
}
