import type {
  CancellationDecision,
  ParsedCancellationAnswer,
} from '../../domain/payments/iso20022/cancellation-answer';
import { MessageParser, type MessageReader } from './message-parser';

/** Cancellations that a bank may answer in one message. */
const MAX_DECISIONS = 100_000;
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NONREF', '']);
const REFERENCES = new Set(['OrgnlInstrId', 'OrgnlEndToEndId', 'OrgnlTxId', 'OrgnlUETR', 'OrgnlMsgId']);
/** Source: ISO 20022, CancellationIndividualStatus1Code and ExternalInvestigationExecutionConfirmation1Code */
const ANSWERS: Readonly<Record<string, CancellationDecision['answer']>> = {
  ACCR: 'accepted',
  CNCL: 'accepted',
  RJCR: 'refused',
  PDCR: 'open',
};

class AnswerReader implements MessageReader {
  private isCamt029 = false;
  private messageId: string | null = null;
  /** Of the whole message, where a transaction says nothing else. */
  private confirmation: string | null = null;
  private decision: { line: number; references: Set<string>; code: string | null } | null = null;
  private readonly found: { line: number; references: string[]; code: string | null }[] = [];

  constructor(private readonly parser: MessageParser) {}

  begin(message: string | null): void {
    if (message !== 'camt.029') return this.parser.refuse('is no camt.029 of ISO 20022.', 'unknown_message');
    this.isCamt029 = true;
  }

  open(local: string): void {
    if (local === 'TxInfAndSts') this.decision = { line: this.parser.line, references: new Set(), code: null };
  }

  close(local: string, text: string, above: string): void {
    const { decision } = this;
    if (local === 'TxInfAndSts' && decision !== null) {
      if (this.found.length >= MAX_DECISIONS) this.parser.refuse(`has more than ${MAX_DECISIONS} answers.`);
      this.found.push({ ...decision, references: [...decision.references] });
      this.decision = null;
    } else if (decision !== null) {
      const isOwn = above === 'TxInfAndSts' || above === 'OrgnlGrpInf';
      if (isOwn && REFERENCES.has(local) && !NO_REFERENCE.has(text)) decision.references.add(text);
      if (local === 'TxCxlSts' && above === 'TxInfAndSts') decision.code = text;
    } else if (local === 'Conf' && above === 'Sts') this.confirmation = text;
    else if (local === 'Id' && above === 'Assgnmt' && text !== '') this.messageId = text;
  }

  finish(): ParsedCancellationAnswer {
    const { messageId, confirmation, found, parser } = this;
    if (!this.isCamt029) return parser.refuse('is empty.', 'broken_xml');
    if (messageId === null) return parser.refuse('has no Assgnmt/Id.', 'no_message_id');
    if (found.length === 0) return parser.refuse('has no TxInfAndSts: it does not say which payment it is about.');
    const decisions = found.map(({ line, references, code }) => {
      const said = code ?? confirmation ?? '';
      const answer = Object.hasOwn(ANSWERS, said) ? (ANSWERS[said] ?? null) : null;
      return { line, references, answer, code: said };
    });
    return { message: 'camt.029', messageId, decisions };
  }
}

/**
 * Reads a bank's answer to cancellation requests; it stores nothing.
 * @param name what a refusal calls it
 * @throws ImportRefused naming line and reason for what is no such message, or is broken: then nothing of it counts
 * Source: ISO 20022, camt.029.001 (ResolutionOfInvestigation)
 */
export async function readCancellationAnswer(
  name: string,
  chunks: AsyncIterable<unknown>,
): Promise<ParsedCancellationAnswer> {
  const parser = new MessageParser(name);
  const reader = new AnswerReader(parser);
  await parser.read(chunks, reader);
  return reader.finish();
}
