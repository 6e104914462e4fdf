import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Form, Hidden, Moment, TextArea } from '../parts';

type View = ReturnType<typeof retrievedView>;

interface ApprovalParts {
  payment: View;
  /** Email address of the viewer, and whether the viewer made the payment. */
  viewer: { email: string; isCreator: boolean };
  comment: string;
  formToken: string;
  at: (path: string) => string;
}

type Given = NonNullable<View['approval']>['given'][number];

function Said({ one, what }: { one: Given; what: string }): VNode {
  return (
    <li>
      {what} by {one.member}, <Moment at={new Date(one.at)} />
      {one.comment !== null && <p class="words">{one.comment}</p>}
    </li>
  );
}

/** Two buttons of one form: which one was pressed is the decision. */
function Decide({ payment, hash, comment, formToken, at }: ApprovalParts & { hash: string }): VNode {
  return (
    <Form className="panel" action={at(`/payments/${payment.instructionId}/approvals`)} formToken={formToken}>
      <Hidden name="hash" value={hash} />
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

/** The approvals of a payment that needs some, and the form of a member who may give one. Source: docs/GAPS.md#P17 */
export function PaymentApproval(parts: ApprovalParts): VNode | null {
  const { payment, viewer } = parts;
  const { approval, status } = payment;
  if (approval === null) return null;
  const { hash, needed, given, rejected, expiresAt } = approval;
  const isOpen = status === 'pending' && given.length < needed && rejected === null;
  const hasApproved = given.some(({ member }) => member === viewer.email);
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">Approvals</h2>
      <p>
        {given.length} of {needed} given.
        {isOpen && (
          <>
            {' '}
            Nothing is sent before the last one. Without it the payment is cancelled <Moment at={new Date(expiresAt)} />
            .
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
      {isOpen && viewer.isCreator && <p>You made this payment: other members approve it.</p>}
      {isOpen && hasApproved && <p>You have approved it: the others approve it, too.</p>}
      {isOpen && !viewer.isCreator && !hasApproved && <Decide {...parts} hash={hash} />}
    </section>
  );
}
