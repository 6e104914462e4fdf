import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Form, Internal, Moment, TextArea } from '../parts';
import { useWords } from '../words/use-words';

type View = ReturnType<typeof retrievedView>;
type Approval = NonNullable<View['approval']>;

interface Viewer {
  email: string;
  /** Whether the viewer made the payment, or sent the batch. */
  isCreator: boolean;
}

interface ApprovalParts {
  what: 'payment' | 'batch';
  approval: Pick<Approval, 'hash' | 'creator' | 'needed' | 'given' | 'rejected' | 'expiresAt'>;
  /** Whether it can still be decided about. */
  isOpen: boolean;
  action: string;
  viewer: Viewer;
  comment: string;
  formToken: string;
}

type Given = Approval['given'][number];

function ApprovalItem({ one, isRejected = false }: { one: Given; isRejected?: boolean }): VNode {
  const { approvals } = useWords();
  const at = <Moment at={new Date(one.at)} />;
  return (
    <li>
      {isRejected ? approvals.rejectedBy({ member: one.member, at }) : approvals.approvedBy({ member: one.member, at })}
      {one.comment !== null && <p class="words">{one.comment}</p>}
    </li>
  );
}

/**
 * Form to approve or reject, with a comment. It sends the hash of what the approver saw, so that the decision counts
 * for exactly that.
 */
function DecisionForm({ approval, action, comment, formToken }: ApprovalParts): VNode {
  const { approvals } = useWords();
  return (
    <Form className="panel" action={action} formToken={formToken}>
      <Internal name="hash" value={approval.hash} />
      <TextArea
        name="comment"
        label={approvals.comment}
        hint={approvals.commentHint}
        value={comment}
        required={false}
        maxlength={500}
      />
      <p class="actions">
        <button name="decision" value="approve">
          {approvals.approve}
        </button>{' '}
        <button class="danger" name="decision" value="reject">
          {approvals.reject}
        </button>
      </p>
    </Form>
  );
}

/**
 * The approvals of a payment or a batch, with the form of a member who may give one.
 * Source: docs/GAPS.md#P17, P18
 */
export function Approvals(parts: ApprovalParts): VNode {
  const { what, viewer, isOpen } = parts;
  const { hash, creator, needed, given, rejected, expiresAt } = parts.approval;
  const isUndecided = isOpen && given.length < needed && rejected === null;
  const hasApproved = given.some(({ member }) => member === viewer.email);
  const { approvals } = useWords();
  const until = <Moment at={new Date(expiresAt)} />;
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">{approvals.title}</h2>
      <p>
        {approvals.given({ given: given.length, needed })}{' '}
        {isUndecided && (what === 'payment' ? approvals.paymentWaits({ until }) : approvals.batchWaits({ until }))}
      </p>
      <ul>
        {given.map((one) => (
          <ApprovalItem key={one.member} one={one} />
        ))}
        {rejected !== null && <ApprovalItem one={rejected} isRejected />}
      </ul>
      {creator !== undefined && <p>{approvals.byAgent({ key: creator.replace(/^agent of /, '') })}</p>}
      <p class="hint">
        {approvals.hash}
        <code class="words">{hash}</code>
      </p>
      {isUndecided && viewer.isCreator && <p>{what === 'payment' ? approvals.madePayment : approvals.sentBatch}</p>}
      {isUndecided && hasApproved && <p>{approvals.haveApproved}</p>}
      {isUndecided && !viewer.isCreator && !hasApproved && <DecisionForm {...parts} />}
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
