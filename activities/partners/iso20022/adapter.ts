import type { AdapterConfig } from '../../../domain/payments/dispatch/adapters';
import { bankReferenceOf, type OrderPart } from '../../../domain/payments/iso20022/bank-reference';
import { orderedIn } from '../../../domain/payments/iso20022/cancellation-request';
import { OrderWriter, type WrittenMessage } from '../../../domain/payments/iso20022/order-writer';
import { faultCode } from '../../../lib/fault-code';
import { TOO_LATE, type PartnerAdapter, type SubmitResult } from '../port';
import type { Carrier } from './carrier';
import { OrderFiles, type OrderName } from './order-files';

/** A message is not known to be out; its code says why. */
class NotPutOut extends Error {
  constructor(readonly code: string) {
    super(`a message was not put out: ${code}`);
  }
}

/**
 * @returns the text of a message that is put out
 * @throws NotPutOut where it breaks a rule of the bank: its rules, or the settings of the partner, may have changed since it was
 *   wanted. A message that was prepared before goes on, and is not written again.
 */
function soundContent({ content, faults }: WrittenMessage): string {
  if (faults.length > 0) throw new NotPutOut('BANK_RULES');
  return content;
}

/**
 * The adapter of a bank that takes ISO 20022 files. The directory proves what was put out; the bank's files report the
 * rest (activities/partners/iso20022/inbox.ts).
 * @param carrier takes messages on to the bank's server; null where the bank takes them from the directory
 * Source: docs/GAPS.md#P19
 */
export function iso20022Adapter(
  partnerId: string,
  config: AdapterConfig<'iso20022'>,
  carrier: Carrier | null = null,
): PartnerAdapter {
  const files = new OrderFiles(config.directory, partnerId, carrier);
  const writer = new OrderWriter(config);
  const referenceOf = ({ instructionId, part }: OrderName): string => bankReferenceOf(instructionId, part);

  /**
   * Puts out a request to cancel or recall an order, once for each part.
   * @param part which request it is
   * @throws the fault of the file system; then it is tried again
   */
  async function putRequestOut(
    order: OrderName,
    part: OrderPart,
    why: { reasonCode: string; reason: string | null },
  ): Promise<void> {
    const { instructionId } = order;
    const copy = await files.copyOf(order);
    // The settings may have changed since it was ordered.
    const ordered = orderedIn(copy, { instructionId, attempt: order.part, definition: writer.definition });
    const written = (reason: string | null): WrittenMessage =>
      writer.request({ ...why, reason, instructionId, part, createdAt: new Date(), order: ordered });
    const content = (): string => {
      const asked = written(why.reason);
      // Words that the bank does not take must not keep the money from being asked back.
      return soundContent(asked.faults.length > 0 && why.reason !== null ? written(null) : asked);
    };
    const result = await files.putOut({ instructionId, part }, content, () => true);
    if (result.kind !== 'put_out') throw new NotPutOut('fault' in result ? faultCode(result.fault) : result.kind);
  }

  return {
    mark: () => files.mark(),

    judge: ({ privateData, ...order }, at) =>
      // The name of the attempt has one form.
      writer.order({ ...order, ...privateData, attempt: 1, createdAt: at }).faults.slice(),

    async submit({ privateData, takenAt, attempt, mark = null, ...order }): Promise<SubmitResult> {
      const fault = mark === null ? null : await files.faultOfMark(mark);
      if (fault !== null) return { kind: 'not_delivered', fault };
      const name = { instructionId: order.instructionId, part: String(attempt) };
      const content = (): string =>
        soundContent(writer.order({ ...order, ...privateData, attempt, createdAt: takenAt }));
      const result = await files.putOut(name, content, () => order.mayBegin());
      switch (result.kind) {
        case 'put_out':
          return { kind: 'taken', partnerReference: referenceOf(name), status: 'submitted' };
        case 'too_late':
          return TOO_LATE;
        case 'not_put_out':
          return { kind: 'not_delivered', fault: faultCode(result.fault) };
        case 'unknown':
          return { kind: 'ambiguous', fault: faultCode(result.fault), refusal: null, notTaken: false, isOutage: true };
      }
    },

    async inquire(instructionId) {
      try {
        const found = await files.findOrder(instructionId);
        return found === null
          ? { kind: 'never_received' }
          : { kind: 'known', partnerReference: referenceOf(found), status: 'submitted' };
      } catch (fault) {
        return { kind: 'no_answer', fault: faultCode(fault) };
      }
    },

    // It is asked again until it reports; the request goes out once.
    async cancel(instructionId) {
      const order = await files.findOrder(instructionId);
      // An inquiry establishes whether the bank has it.
      if (order !== null) await putRequestOut(order, 'c', { reasonCode: 'CUST', reason: null });
      return 'requested';
    },

    async recall(instructionId, { reasonCode, reason }) {
      const order = await files.findOrder(instructionId);
      if (order === null) throw new Error('the directory has no order of a payment that is settled');
      await putRequestOut(order, 'r', { reasonCode, reason });
      return 'requested';
    },
  };
}
