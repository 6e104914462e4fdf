import type { AdapterConfig } from '../../../domain/payments/dispatch/adapters';
import { writeCamt056 } from '../../../domain/payments/iso20022/cancellation-request';
import {
  PAIN_001,
  writePain001,
  type CreditTransfer,
  type OrderingParty,
} from '../../../domain/payments/iso20022/credit-transfer';
import { PACS_008, writePacs008 } from '../../../domain/payments/iso20022/interbank-transfer';
import { faultCode } from '../../../lib/fault-code';
import { TOO_LATE, type PartnerAdapter, type SubmitResult } from '../port';
import type { Carrier } from './carrier';
import { messageName, OrderFiles, type OrderName } from './order-files';

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

/** As orders have it. */
const UETR = /<UETR>([^<]+)<\/UETR>/;
const DEFINITION = /xmlns="urn:iso:std:iso:20022:tech:xsd:([^"]+)"/;

/** A request to cancel or to return a payment is not known to be out; its code says why. */
class NotPutOut extends Error {
  constructor(readonly code: string) {
    super(`a request was not put out: ${code}`);
  }
}

/**
 * A bank that takes orders as files of ISO 20022 and reports in files. What was put out is proved by the directory; what the
 * bank makes of it, its status reports and statements say (activities/partners/iso20022/inbox.ts).
 * @param carrier takes messages on to the bank's server; null where the bank takes them from the directory
 * Source: docs/GAPS.md#P19
 */
export function iso20022Adapter(
  partnerId: string,
  config: AdapterConfig<'iso20022'>,
  carrier: Carrier | null = null,
): PartnerAdapter {
  const files = new OrderFiles(config.directory, partnerId, carrier);
  const from = orderingParty(config);
  const { instructingBic } = config;
  const definition = instructingBic === undefined ? PAIN_001 : PACS_008;
  const written = (order: CreditTransfer): string =>
    instructingBic === undefined ? writePain001([order], from) : writePacs008(order, from, instructingBic);

  /** @param part which request it is; each goes out once. @throws what the file system says: it is asked again */
  async function ask(
    order: OrderName,
    part: 'c' | 'r',
    why: { reasonCode: string; reason: string | null },
  ): Promise<void> {
    const { instructionId } = order;
    const copy = await files.copyOf(order);
    const uetr = UETR.exec(copy ?? '')?.[1] ?? null;
    // The settings may have changed since it was ordered.
    const orderDefinition = DEFINITION.exec(copy ?? '')?.[1] ?? definition;
    const name = { instructionId, part };
    const request = { ...why, messageId: messageName(name), createdAt: new Date(), instructionId, uetr };
    const content = (): string =>
      writeCamt056({ ...request, orderId: messageName(order), orderDefinition }, { ...from, instructingBic });
    const result = await files.putOut(name, content, () => true);
    if (result.kind !== 'put_out') throw new NotPutOut('fault' in result ? faultCode(result.fault) : result.kind);
  }

  return {
    async submit({ privateData, takenAt, attempt, ...order }): Promise<SubmitResult> {
      const name = { instructionId: order.instructionId, part: String(attempt) };
      const messageId = messageName(name);
      const content = (): string => written({ ...order, ...privateData, messageId, createdAt: takenAt });
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
          : { kind: 'known', partnerReference: messageName(found), status: 'submitted' };
      } catch (fault) {
        return { kind: 'no_answer', fault: faultCode(fault) };
      }
    },

    // It is asked again until it reports; the request goes out once.
    async cancel(instructionId) {
      const order = await files.findOrder(instructionId);
      // An inquiry establishes whether the bank has it.
      if (order !== null) await ask(order, 'c', { reasonCode: 'CUST', reason: null });
      return 'requested';
    },

    async recall(instructionId, { reasonCode, reason }) {
      const order = await files.findOrder(instructionId);
      if (order === null) throw new Error('the directory has no order of a payment that is settled');
      await ask(order, 'r', { reasonCode, reason });
      return 'requested';
    },
  };
}
