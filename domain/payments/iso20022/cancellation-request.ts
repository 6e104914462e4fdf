import { agent } from './parties';
import { messageDocument } from './message-document';
import { group, text } from '../../xml';

/** What the bank is asked for: not to make a payment that it was ordered to make, or to get its money back. */
export interface CancellationRequest {
  /** Name of the message, at most 35 characters. */
  messageId: string;
  createdAt: Date;
  instructionId: string;
  /** Name of the message that ordered it. */
  orderId: string;
  /** Message definition of that message, such as `pain.001.001.09`. */
  orderDefinition: string;
  /** Null where it is not at hand. */
  uetr: string | null;
  /** ISO 20022 external cancellation reason code. */
  reasonCode: string;
  reason: string | null;
}

const CAMT_056 = 'camt.056.001.08';
/** Characters of a line of `AddtlInf`. Source: ISO 20022, Max105Text */
const LINE = 105;

function linesOf(words: string): string[] {
  const characters = Array.from(words);
  const count = Math.ceil(characters.length / LINE);
  return Array.from({ length: count }, (_, index) => characters.slice(index * LINE, (index + 1) * LINE).join(''));
}

/**
 * A cancellation request about one payment.
 * @param asking holder of the account, BIC of its bank, and its own where it is a bank itself
 * @returns the document as text, to be written in UTF-8
 * Source: ISO 20022, camt.056.001.08 (FIToFIPaymentCancellationRequest); docs/GAPS.md#P19
 */
export function writeCamt056(
  request: CancellationRequest,
  asking: { name: string; bic: string; instructingBic?: string | undefined },
): string {
  const { messageId, createdAt, instructionId, orderId, orderDefinition, uetr, reasonCode, reason } = request;
  const words = linesOf(reason ?? '').map((line) => text('AddtlInf', line));
  return messageDocument(
    CAMT_056,
    group(
      'FIToFIPmtCxlReq',
      group(
        'Assgnmt',
        text('Id', messageId),
        asking.instructingBic === undefined
          ? group('Assgnr', group('Pty', text('Nm', asking.name)))
          : group('Assgnr', agent('Agt', { bic: asking.instructingBic })),
        group('Assgne', agent('Agt', { bic: asking.bic })),
        text('CreDtTm', createdAt.toISOString()),
      ),
      group(
        'Undrlyg',
        group(
          'TxInf',
          text('CxlId', messageId),
          group('OrgnlGrpInf', text('OrgnlMsgId', orderId), text('OrgnlMsgNmId', orderDefinition)),
          text('OrgnlInstrId', instructionId),
          text('OrgnlEndToEndId', instructionId),
          text('OrgnlUETR', uetr),
          group('CxlRsnInf', group('Rsn', text('Cd', reasonCode)), ...words),
        ),
      ),
    ),
  );
}
