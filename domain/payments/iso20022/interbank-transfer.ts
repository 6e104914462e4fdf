import {
  amountText,
  creditor,
  creditorAgent,
  orderReference,
  paymentType,
  purposeOf,
  regulatoryReporting,
  remittanceOf,
  type CreditTransfer,
  type OrderingParty,
} from './credit-transfer';
import { endToEndIdOf } from './bank-reference';
import { group, text, type Part } from './element';
import { messageDocument, timeText } from './message-document';
import { account, agent, party } from './parties';
import type { ProfiledMessage } from './profiled-message';

/** Message definition of an order from one bank to another. */
export const PACS_008 = 'pacs.008.001.08';

/** The schema wants an agent, also where an IBAN alone names the bank. Source: EPC guidelines, "NOTPROVIDED" */
const NO_AGENT = group('CdtrAgt', group('FinInstnId', group('Othr', text('Id', 'NOTPROVIDED'))));

/**
 * The `CdtTrfTxInf` of a pacs.008.
 * @param sender the ordering party; its `bic` is that of the bank that holds its account, which is the instructed
 * agent
 * @param senderBic the instructing agent, which is the debtor's agent too
 */
function transferTransaction(order: CreditTransfer, sender: OrderingParty, senderBic: string): Part {
  const { instructionId, createdAt, valueDate, uetr, beneficiary, debtor, currency } = order;
  const { accountNumber, country } = beneficiary.bankAccount;
  const reference = orderReference(order);
  return group(
    'CdtTrfTxInf',
    group(
      'PmtId',
      text('InstrId', reference),
      text('EndToEndId', endToEndIdOf(instructionId)),
      text('TxId', reference),
      text('UETR', uetr),
    ),
    paymentType(order),
    text('IntrBkSttlmAmt', amountText(order), currency),
    text('IntrBkSttlmDt', valueDate ?? createdAt.toISOString().slice(0, 10)),
    text('ChrgBr', order.chargeBearer ?? 'SHAR'),
    agent('InstgAgt', { bic: senderBic }),
    agent('InstdAgt', { bic: sender.bic }),
    party('Dbtr', debtor ?? sender),
    agent('DbtrAgt', { bic: senderBic }),
    creditorAgent(beneficiary) ?? NO_AGENT,
    creditor(beneficiary),
    account('CdtrAcct', accountNumber, country),
    purposeOf(order.purpose),
    regulatoryReporting(order),
    remittanceOf(order),
  );
}

/**
 * A customer credit transfer between banks with one payment, settled over the account that the sender has at the receiver
 * (`INDA`). The debtor is who the payment names, else the sender; their account at the sender is not known here.
 * @param orderingParty the sender, with its account at the bank of `bic`, which receives the message
 * @param by `bic` of the sender, and the message that writes by the bank's profile and keeps what breaks its rules
 * @returns the document as text, to be written in UTF-8
 * Source: ISO 20022, pacs.008.001.08 (FIToFICustomerCreditTransfer); docs/GAPS.md#P19, docs/GAPS.md#P23
 */
export function writePacs008(
  order: CreditTransfer,
  orderingParty: OrderingParty,
  { bic, message }: { bic: string; message: ProfiledMessage },
): string {
  const { createdAt } = order;
  const messageId = orderReference(order);
  const sender = { bic, name: orderingParty.name };
  return messageDocument(
    message,
    { definition: PACS_008, messageId, createdAt, sender, receiverBic: orderingParty.bic },
    group(
      'FIToFICstmrCdtTrf',
      group(
        'GrpHdr',
        text('MsgId', messageId),
        text('CreDtTm', timeText(createdAt)),
        text('NbOfTxs', '1'),
        group(
          'SttlmInf',
          text('SttlmMtd', 'INDA'),
          account('SttlmAcct', orderingParty.accountNumber, orderingParty.country),
        ),
      ),
      transferTransaction(order, orderingParty, bic),
    ),
  );
}
