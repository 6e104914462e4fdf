import type { AdapterConfig } from '../../../domain/payments/dispatch/adapters';
import { writePain001, type OrderingParty } from '../../../domain/payments/iso20022/credit-transfer';
import { faultCode } from '../../../lib/fault-code';
import { TOO_LATE, type PartnerAdapter, type SubmitResult } from '../port';
import { messageName, OrderFiles } from './order-files';

function orderingParty(config: AdapterConfig<'iso20022'>): OrderingParty {
  return {
    name: config.debtorName,
    country: config.debtorCountry,
    address: { street: config.debtorStreet, postalCode: config.debtorPostalCode, city: config.debtorCity },
    lei: config.debtorLei,
    accountNumber: config.debtorAccount,
    bic: config.debtorBic,
  };
}

/**
 * A bank that takes orders as files of ISO 20022 and reports in files. What was put out is proved by the directory; what the
 * bank makes of it, its status reports and statements say (activities/partners/iso20022/inbox.ts).
 * Source: docs/GAPS.md#P19
 */
export function iso20022Adapter(partnerId: string, config: AdapterConfig<'iso20022'>): PartnerAdapter {
  const files = new OrderFiles(config.directory, partnerId);
  const from = orderingParty(config);

  return {
    async submit({ privateData, takenAt, attempt, ...order }): Promise<SubmitResult> {
      const name = { instructionId: order.instructionId, part: String(attempt) };
      const messageId = messageName(name);
      const content = (): string => writePain001({ ...order, ...privateData, messageId, createdAt: takenAt }, from);
      const result = await files.putOut(name, content, () => order.mayBegin());
      switch (result.kind) {
        case 'put_out':
          return { kind: 'taken', partnerReference: messageId, status: 'submitted' };
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
          : { kind: 'known', partnerReference: found, status: 'submitted' };
      } catch (fault) {
        return { kind: 'no_answer', fault: faultCode(fault) };
      }
    },

    async cancel(instructionId) {
      // An inquiry establishes whether the bank has it.
      return (await files.findOrder(instructionId)) === null ? 'requested' : 'refused';
    },

    async recall(instructionId) {
      await files.findOrder(instructionId);
      return 'refused';
    },
  };
}
