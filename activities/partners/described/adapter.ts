import {
  classifyDescribedCancellation,
  classifyDescribedInquiry,
  classifyDescribedRecall,
  classifyDescribedSubmission,
} from '../../../domain/payments/dispatch/description/answers';
import type { Description } from '../../../domain/payments/dispatch/description/schema';
import type { PartnerAnswer } from '../../../domain/payments/dispatch/partner-answers';
import type { CallResult } from '../partner-call';
import {
  TOO_LATE,
  type CancelResult,
  type InquiryResult,
  type PartnerAdapter,
  type PartnerOrder,
  type PartnerRecall,
  type RecallResult,
  type SubmitResult,
} from '../port';
import { BankCalls, type DescribedPartner } from './call';
import { inquiryOf, laterRequestOf, submissionOf, type Asked } from './requests';

/** Result of a submission that got no answer. */
function resultWithoutAnswer(result: Exclude<CallResult, { kind: 'answered' }>): SubmitResult {
  if (result.kind === 'too_late') return TOO_LATE;
  const { fault } = result;
  if (result.kind === 'not_sent') return { kind: 'not_delivered', fault };
  return { kind: 'ambiguous', fault, refusal: null, notTaken: false, isOutage: true };
}

/** An order that the bank cannot be given: nothing of it is sent. */
function unfit(order: PartnerOrder, reason: string): SubmitResult {
  if (!order.mayBegin()) return TOO_LATE;
  if (order.isFirstSend) return { kind: 'rejected', message: reason };
  return { kind: 'ambiguous', fault: 'UNFIT', refusal: reason, notTaken: false, isOutage: false };
}

/** A described bank, which can be asked beyond what every partner is asked. */
export interface DescribedBank extends PartnerAdapter {
  description: Description;
  /** Asks what became of a payment. @returns the answer as it came */
  ask(instructionId: string): Promise<CallResult>;
}

/** What it is about; `more` fills its body. */
interface About {
  instructionId: string;
  what: 'cancel' | 'recall';
  more?: object;
}

const needsReference = ({ path, body = [] }: Asked): boolean =>
  path.includes('{bankReference}') || body.some(({ from }) => from === '/bankReference');

class Bank implements DescribedBank {
  readonly description: Description;
  private readonly calls: BankCalls;

  constructor(private readonly partner: DescribedPartner) {
    this.description = partner.description;
    this.calls = new BankCalls(partner);
  }

  async submit(order: PartnerOrder): Promise<SubmitResult> {
    const { instructionId, isFirstSend: isFirst } = order;
    const result = await this.calls.make(submissionOf(this.description, order, this.partner.publicUrl));
    if (result.kind === 'unfit') return unfit(order, result.reason);
    if (result.kind !== 'answered') return resultWithoutAnswer(result);
    const send = { instructionId, isFirst, nowMs: this.partner.nowMs() };
    return classifyDescribedSubmission(this.description, result.answer, send);
  }

  async ask(instructionId: string): Promise<CallResult> {
    const result = await this.calls.make(inquiryOf(this.description, instructionId));
    return result.kind === 'unfit' ? { kind: 'not_sent', fault: result.reason } : result;
  }

  async inquire(instructionId: string): Promise<InquiryResult> {
    const result = await this.ask(instructionId);
    if (result.kind === 'answered') return classifyDescribedInquiry(this.description, result.answer, instructionId);
    return { kind: 'no_answer', fault: result.fault };
  }

  async cancel(instructionId: string): Promise<CancelResult> {
    const { cancel } = this.description;
    if (cancel === undefined) return 'refused';
    const answer = await this.request(cancel, { instructionId, what: 'cancel' });
    // Whether the bank has it is established by the inquiries of the payment itself.
    if (answer === null) return 'requested';
    const said = classifyDescribedCancellation(cancel, answer);
    if (said.kind === 'no_answer') throw new Error(`the bank did not answer the cancellation: ${said.fault}`);
    return said.kind;
  }

  async recall(instructionId: string, recalled: PartnerRecall): Promise<RecallResult> {
    const { recall } = this.description;
    if (recall === undefined) return 'refused';
    const answer = await this.request(recall, { instructionId, what: 'recall', more: recalled });
    if (answer === null) throw new Error('the bank does not know the payment that is recalled');
    const said = classifyDescribedRecall(recall, answer);
    if (said.kind === 'no_answer') throw new Error(`the bank did not answer the recall: ${said.fault}`);
    return said.kind;
  }

  /**
   * Asks the bank about what it has, by its own reference where the request needs that.
   * @returns its answer; null where it never received the payment
   * @throws Error without an answer
   */
  private async request(asked: Asked, { instructionId, what, more }: About): Promise<PartnerAnswer | null> {
    let bankReference: string | null = null;
    if (needsReference(asked)) {
      const known = await this.inquire(instructionId);
      if (known.kind === 'never_received') return null;
      if (known.kind === 'known') bankReference = known.partnerReference;
      if (bankReference === null) throw new Error(`the bank named no reference for the ${what}`);
    }
    const content = { ...more, instructionId, bankReference };
    const result = await this.calls.make(laterRequestOf(this.description, what, asked, content));
    if (result.kind === 'answered') return result.answer;
    throw new Error(`the bank did not answer the ${what}: ${'fault' in result ? result.fault : result.reason}`);
  }
}

/** Speaks to a bank whose own API a document describes. Source: docs/GAPS.md#described */
export function describedAdapter(partner: DescribedPartner): DescribedBank {
  return new Bank(partner);
}
