import { DomainError } from '../../../domain/errors';
import {
  decideAnswer,
  decideQuestion,
  type QuestionsRead,
  type Said,
} from '../../../domain/payments/decisions/information';
import type { InformationRequest } from '../../../domain/payments/review/information';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { INFORMATION_ANSWER, INFORMATION_QUESTION, openSealed, type SealedColumn } from '../../sealed-columns';
import { changePayment } from '../instruction/change-payment';

/** A question with its words in base64, sealed; null before an answer and once they were erased. */
export interface SealedInformation extends InformationRequest {
  question: string | null;
  answer: string | null;
}

/** A question with its words in plain text; null before an answer and once they were erased. */
export type Information = SealedInformation;

/** SQL of the questions to the client of instruction `i`, in order: an array of `SealedInformation`. */
export const INFORMATION_SQL = `coalesce((
  select jsonb_agg(r.request || jsonb_build_object('question', encode(w.question_sealed, 'base64'),
    'answer', encode(w.answer_sealed, 'base64')) order by r.place)
  from jsonb_array_elements(i.information) with ordinality as r (request, place)
  join information_words w on w.id = r.request ->> 'id'), '[]')`;

/** Questions and answers in plain text. */
export function openInformation(vault: Vault, sealed: readonly SealedInformation[]): Information[] {
  const open = (column: SealedColumn, id: string, text: string | null): string | null =>
    text === null ? null : openSealed(vault, column, { id, value: Buffer.from(text, 'base64') }).toString('utf8');
  return sealed.map((one) => ({
    ...one,
    question: open(INFORMATION_QUESTION, one.id, one.question),
    answer: open(INFORMATION_ANSWER, one.id, one.answer),
  }));
}

/** The questions to the client of a payment with their answers, in order; empty when there is no such payment. */
export async function readInformation(
  database: Queryable,
  vault: Vault,
  instructionId: string,
): Promise<Information[]> {
  const [row] = await database.query<{ information: SealedInformation[] }>(
    `select ${INFORMATION_SQL} as information from payment_instructions i where i.id = $1`,
    [instructionId],
  );
  return openInformation(vault, row?.information ?? []);
}

/** The ids of all questions about a payment, and of those with these very words. */
async function readEqual(
  database: Queryable,
  vault: Vault,
  instructionId: string,
  question: string,
): Promise<QuestionsRead> {
  const asked = await readInformation(database, vault, instructionId);
  const equal = asked.filter((one) => one.question === question);
  return { ids: asked.map(({ id }) => id), equal: equal.map(({ id }) => id) };
}

/** Who says something. */
type Speaker = Omit<Said, 'id' | 'sealed' | 'at'>;

/**
 * Asks the client of a held payment a question, with event and audit entry in one transaction. The text is sealed and
 * is in neither of them. The same text is the same question until it is answered.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it is not held, or has the largest number of questions
 * Source: docs/GAPS.md#information
 */
export async function askForInformation(
  database: Queryable,
  vault: Vault,
  instructionId: string,
  { question, ...speaker }: Speaker & { question: string },
): Promise<InformationRequest> {
  const id = newId('informationRequest');
  const said = { ...speaker, id, sealed: vault.seal(question, INFORMATION_QUESTION.purpose(id)) };
  // Each further round finds a question that was asked since the round before, and a payment has ten at most.
  let read: QuestionsRead = { ids: [], equal: [] };
  for (;;) {
    const known = read;
    const { result } = await changePayment(database, { instructionId }, (state, at) =>
      decideQuestion(state, { ...said, at }, known),
    );
    if (result !== null) return result;
    read = await readEqual(database, vault, instructionId, question);
  }
}

/**
 * Records the client's answer, with its audit entry in one transaction. An identical answer gets the result of the
 * first one.
 * @returns when it was answered, an ISO 8601 timestamp
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when the review is over, or another answer was given
 * Source: docs/GAPS.md#information
 */
export async function answerQuestion(
  database: Queryable,
  vault: Vault,
  instructionId: string,
  { id, answer, ...speaker }: Speaker & { id: string; answer: string },
): Promise<string> {
  const said = { ...speaker, id, sealed: vault.seal(answer, INFORMATION_ANSWER.purpose(id)) };
  const { result, state } = await changePayment(database, { instructionId }, (before, at) =>
    decideAnswer(before, { ...said, at }),
  );
  if (result.kind === 'repeated') {
    const known = (await readInformation(database, vault, instructionId)).find((one) => one.id === id);
    if (known?.answer !== answer) {
      const extra = { current: state.status, allowed: [] };
      throw new DomainError('INVALID_TRANSITION', 'The question was answered before.', { extra });
    }
  }
  return result.answeredAt;
}
