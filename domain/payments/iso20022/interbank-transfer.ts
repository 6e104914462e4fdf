import {
  amountText,
  creditor,
  creditorAgent,
  paymentType,
  purposeOf,
  regulatoryReporting,
  remittanceOf,
  type CreditTransfer,
  type OrderingParty,
} from './credit-transfer';
import { account, agent, party } from './parties';
import { messageDocument } from './message-document';
import { group, text } from '../../xml';

/** Message definition of an order from one bank to another. */
export const PACS_008 = 'pacs.008.001.08';

/** The schema wants an agent, also where an IBAN alone names the bank. Source: EPC guidelines, "NOTPROVIDED" */
const NO_AGENT = group('CdtrAgt', group('FinInstnId', group('Othr', text('Id', 'NOTPROVIDED'))));

/**
 * A customer credit transfer between banks with one payment, settled over the account that the sender has at the receiver
 * (`INDA`). The debtor is who the payment names, else the sender; their account at the sender is not known here.
 * @param from the sender, with its account at the bank of `bic`, which receives the message
 * @param instructingBic of the sender
 * @returns the document as text, to be written in UTF-8
 * Source: ISO 20022, pacs.008.001.08 (FIToFICustomerCreditTransfer); docs/GAPS.md#P19
 */
export function writePacs008(order: CreditTransfer, from: OrderingParty, instructingBic: string): string {
  const { instructionId, messageId, createdAt, valueDate, uetr, beneficiary, debtor, currency } = order;
  const { accountNumber, country } = beneficiary.bankAccount;
  const agents = [agent('InstgAgt', { bic: instructingBic }), agent('InstdAgt', { bic: from.bic })];
  return messageDocument(
    PACS_008,
    group(
      'FIToFICstmrCdtTrf',
      group(
        'GrpHdr',
        text('MsgId', messageId),
        text('CreDtTm', createdAt.toISOString()),
        text('NbOfTxs', '1'),
        group('SttlmInf', text('SttlmMtd', 'INDA'), account('SttlmAcct', from.accountNumber, from.country)),
        ...agents,
      ),
      group(
        'CdtTrfTxInf',
        group(
          'PmtId',
          text('InstrId', instructionId),
          text('EndToEndId', instructionId),
          text('TxId', instructionId),
          text('UETR', uetr),
        ),
        paymentType(order),
        text('IntrBkSttlmAmt', amountText(order), ` Ccy="${currency}"`),
        text('IntrBkSttlmDt', valueDate ?? createdAt.toISOString().slice(0, 10)),
        text('ChrgBr', order.chargeBearer ?? 'SHAR'),
        party('Dbtr', debtor ?? from),
        agent('DbtrAgt', { bic: instructingBic }),
        creditorAgent(beneficiary) || NO_AGENT,
        creditor(beneficiary),
        account('CdtrAcct', accountNumber, country),
        purposeOf(order.purpose),
        regulatoryReporting(order),
        remittanceOf(order),
      ),
    ),
  );
}
