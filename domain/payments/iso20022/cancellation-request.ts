import { bankReferenceOf, endToEndIdOf, type OrderPart } from './bank-reference';
import { group, text, type Part } from './element';
import { messageDocument, timeText } from './message-document';
import { agent } from './parties';
import type { ProfiledMessage } from './profiled-message';

/** What the bank is asked for: not to make a payment that it was ordered to make, or to get its money back. */
export interface CancellationRequest {
  instructionId: string;
  /** `c` for a cancellation, `r` for a recall. */
  part: OrderPart;
  createdAt: Date;
  /** What the message that ordered it says of itself. */
  order: {
    /** Name of the message. */
    messageId: string;
    /** Message definition, such as `pain.001.001.09`. */
    definition: string;
    /** As the order has them. */
    instrId: string;
    endToEndId: string;
    /** Null where it is not at hand. */
    uetr: string | null;
  };
  /** ISO 20022 external cancellation reason code. */
  reasonCode: string;
  reason: string | null;
}

/** Holder of the account, BIC of its bank, and its own where it is a bank itself. */
export interface AskingParty {
  name: string;
  bic: string;
  instructingBic?: string | undefined;
}

/** Characters of a line of `AddtlInf`. Source: ISO 20022, Max105Text */
const LINE = 105;

function splitLines(words: string): string[] {
  const characters = Array.from(words);
  const count = Math.ceil(characters.length / LINE);
  return Array.from({ length: count }, (_, index) => characters.slice(index * LINE, (index + 1) * LINE).join(''));
}

/** The `Assgnmt` of a cancellation request: who asks, and which bank. */
function assignment(messageId: string, createdAt: Date, { name, bic, instructingBic }: AskingParty): Part {
  const assigner =
    instructingBic === undefined ? group('Pty', text('Nm', name)) : agent('Agt', { bic: instructingBic });
  return group(
    'Assgnmt',
    text('Id', messageId),
    group('Assgnr', assigner),
    group('Assgne', agent('Agt', { bic })),
    text('CreDtTm', timeText(createdAt)),
  );
}

/**
 * The `TxInf` of a cancellation request.
 * @param original the message that ordered the payment, where it belongs into the transaction
 */
function cancelledTransaction(messageId: string, request: CancellationRequest, original: Part): Part {
  const { order, reasonCode, reason } = request;
  const words = splitLines(reason ?? '').map((line) => text('AddtlInf', line));
  return group(
    'TxInf',
    text('CxlId', messageId),
    original,
    text('OrgnlInstrId', order.instrId),
    text('OrgnlEndToEndId', order.endToEndId),
    text('OrgnlUETR', order.uetr),
    group('CxlRsnInf', group('Rsn', text('Cd', reasonCode)), ...words),
  );
}

/**
 * A cancellation request about one payment: camt.055 from the customer of a bank, camt.056 from another bank.
 * @param definition message definition by the bank's profile
 * @returns the document as text, to be written in UTF-8
 * Source: ISO 20022, camt.055.001 (CustomerPaymentCancellationRequest), camt.056.001 (FIToFIPaymentCancellationRequest);
 *   docs/GAPS.md#P19, docs/GAPS.md#P23
 */
export function writeCancellationRequest(
  request: CancellationRequest,
  asking: AskingParty,
  { definition, message }: { definition: string; message: ProfiledMessage },
): string {
  const { createdAt, order } = request;
  const messageId = bankReferenceOf(request.instructionId, request.part);
  const original = group('OrgnlGrpInf', text('OrgnlMsgId', order.messageId), text('OrgnlMsgNmId', order.definition));
  const isOfCustomer = definition.startsWith('camt.055');
  const underlying = isOfCustomer
    ? group(
        'OrgnlPmtInfAndCxl',
        text('OrgnlPmtInfId', order.messageId),
        original,
        cancelledTransaction(messageId, request, null),
      )
    : cancelledTransaction(messageId, request, original);
  const sender = { bic: asking.instructingBic, name: asking.name };
  return messageDocument(
    message,
    { definition, messageId, createdAt, sender, receiverBic: asking.bic },
    group(
      isOfCustomer ? 'CstmrPmtCxlReq' : 'FIToFIPmtCxlReq',
      assignment(messageId, createdAt, asking),
      group('Undrlyg', underlying),
    ),
  );
}

/**
 * Identifiers of an order as its message stated them, also where they were made otherwise than today; by today's rules
 * where no copy of the message is kept.
 */
export function orderedIn(
  message: string | null,
  { instructionId, attempt, definition }: { instructionId: string; attempt: string; definition: string },
): CancellationRequest['order'] {
  const of = (element: string): string | null =>
    new RegExp(`<${element}>([^<]+)</${element}>`).exec(message ?? '')?.[1] ?? null;
  const reference = bankReferenceOf(instructionId, attempt);
  return {
    messageId: of('MsgId') ?? reference,
    definition: /<Document xmlns="urn:iso:std:iso:20022:tech:xsd:([^"]+)"/.exec(message ?? '')?.[1] ?? definition,
    instrId: of('InstrId') ?? reference,
    endToEndId: of('EndToEndId') ?? endToEndIdOf(instructionId),
    uetr: of('UETR'),
  };
}
