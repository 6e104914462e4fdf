import type { ParsedCancellationAnswer } from '../../../domain/payments/iso20022/cancellation-answer';
import { MessageRefused } from '../../../domain/payments/iso20022/message-refused';
import type { ParsedStatusReport } from '../../../domain/payments/iso20022/status-codes';
import type { ParsedStatement } from '../../../domain/payments/settlement/statement-entry';
import { readCancellationAnswer } from '../../../importers/iso20022/cancellation-answer';
import { readStatusReport } from '../../../importers/iso20022/status-report';
import { readCamt } from '../../../importers/statements/camt';

/** A file of a bank, by what it is. */
export type BankFile =
  | { kind: 'status'; report: ParsedStatusReport }
  | { kind: 'statement'; statement: ParsedStatement }
  | { kind: 'cancellation'; answered: ParsedCancellationAnswer };

/** The document says what it is; a header may stand before it. */
const NAMESPACE = /urn:iso:std:iso:20022:tech:xsd:(?!head\.)([a-z]{4}\.\d{3})\./;

/**
 * Parses a file of a bank, whatever message it has; it stores nothing.
 * @param name what a refusal calls it
 * @param beginning of the file, at least eight kilobytes
 * @throws MessageRefused naming line and reason: then nothing of it counts
 * Source: docs/GAPS.md#P19
 */
export async function readBankFile(
  name: string,
  beginning: Buffer,
  content: () => AsyncIterable<unknown>,
): Promise<BankFile> {
  const message = NAMESPACE.exec(beginning.toString('latin1').replaceAll('\0', ''))?.[1];
  switch (message) {
    case 'pain.002':
    case 'pacs.002':
      return { kind: 'status', report: await readStatusReport(name, content()) };
    case 'camt.052':
    case 'camt.053':
    case 'camt.054':
      return { kind: 'statement', statement: await readCamt(name, content()) };
    case 'camt.029':
      return { kind: 'cancellation', answered: await readCancellationAnswer(name, content()) };
    case undefined:
    default:
      throw new MessageRefused(
        `${name}: is no pain.002, pacs.002, camt.029, camt.052, camt.053 or camt.054 of ISO 20022.`,
        'unknown_message',
      );
  }
}
