import { ruleOf } from './bank-profile';
import { group, text, type Part } from './element';
import type { ProfiledMessage } from './profiled-message';

/** Who sends a message to whom, for its business application header. */
export interface MessageFrame {
  /** Message definition, such as `pain.001.001.09`. */
  definition: string;
  messageId: string;
  createdAt: Date;
  /** A BIC, or the name of an organisation that has none. */
  sender: { bic: string | undefined; name: string };
  receiverBic: string;
}

/** @returns date and time with the offset of UTC, as every profile takes it */
export function timeText(at: Date): string {
  return at.toISOString().replace('Z', '+00:00');
}

function institution(name: string, bic: string): Part {
  return group(name, group('FIId', group('FinInstnId', text('BICFI', bic))));
}

/** The business application header (`AppHdr`) of a message. */
function businessHeader(
  { definition, messageId, createdAt, sender, receiverBic }: MessageFrame,
  service: string,
): Part[] {
  const from =
    sender.bic === undefined ? group('Fr', group('OrgId', text('Nm', sender.name))) : institution('Fr', sender.bic);
  return [
    from,
    institution('To', receiverBic),
    text('BizMsgIdr', messageId),
    text('MsgDefIdr', definition),
    text('BizSvc', service),
    text('CreDt', timeText(createdAt)),
  ];
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** Writes a document of one message definition in pieces, within the profile's envelope if it has one. */
export function* documentInPieces(
  message: ProfiledMessage,
  frame: MessageFrame,
  content: Iterable<string>,
): Generator<string> {
  const envelope = ruleOf(message.profile, 'envelope');
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (envelope !== null) {
    const parts = businessHeader(frame, envelope.service).map((part) => message.write(part, 'AppHdr'));
    yield `<${envelope.root}><AppHdr xmlns="${NAMESPACE}${envelope.header}">${parts.join('')}</AppHdr>`;
  }
  yield `<Document xmlns="${NAMESPACE}${frame.definition}">`;
  yield* content;
  yield envelope === null ? '</Document>\n' : `</Document></${envelope.root}>\n`;
}

/** The same as one text. */
export function messageDocument(message: ProfiledMessage, frame: MessageFrame, content: Part): string {
  return [...documentInPieces(message, frame, [message.write(content)])].join('');
}
