import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { answerQuestion, askForInformation } from '../../db/payments/review/information';
import { requestRecall } from '../../db/payments/settlement/recall';
import { recordRedating } from '../../db/payments/routing/redating';
import { recordResubmitted } from '../../db/payments/instruction/resubmission';
import { changePayment } from '../../db/payments/instruction/change-payment';
import { DomainError } from '../../domain/errors';
import { decideStatementEntry } from '../../domain/payments/settlement/statements';
import { actor, newInstruction, VAULT } from './operation';
import { workerOf } from './worker';

/** A refusal that the client is told; anything else is a fault. */
async function unlessRefused(codes: readonly string[], work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof DomainError) || !codes.includes(fault.code)) throw fault;
  }
}

/** A calendar has changed: what waits is dated anew. */
export const redate = actor('redate', async ({ database }, { instructionId }) => {
  const dates = { expectedDate: '2026-11-25', dateExplanation: [], releaseAt: null };
  await recordRedating(database, instructionId, { because: 'calendar_changed', ...dates });
});

/** The client wants settled money back. */
export const recall = actor('recall', async ({ database }, { instructionId }) => {
  const audit = { actor: 'client', act: 'payment.recall_requested', requestId: null, detail: {} };
  const request = { reasonCode: 'DUPL', reason: null, audit } as const;
  await unlessRefused(['INVALID_TRANSITION'], requestRecall(database, instructionId, request));
});

/** The partner is asked for the money, and refuses. */
export const refuseRecall = actor('refuse-recall', (steps, world) =>
  workerOf(steps, world).askRecall(world.instructionId),
);

/** A statement of the bank shows another amount. */
export const bookOtherwise = actor('book-otherwise', async ({ database }, { instructionId }) => {
  const money = { amount: '1', currency: 'USD', direction: 'debit' } as const;
  const rest = { line: 1, isBooked: true, isReturn: false, isReversal: false, reasonCode: null, bookedOn: null };
  const booked = { ...rest, ...money, references: [instructionId], account: null, bookingReferences: [] };
  const facts = {
    statementId: 'stm_1',
    place: { partnerId: 'ptn_1', file: 'otherwise', position: 1, otherReferences: new Set<string>() },
    expected: { amount: '1250.5', currency: 'USD' },
    isRepeated: false,
    isByPayeeReference: false,
  };
  await changePayment(database, { instructionId }, (state) => decideStatementEntry(state, booked, facts, new Date()));
});

/** The payment is instructed again, by a request that may die before it has linked the two. */
export const resubmit = actor('resubmit', async ({ database }, { instructionId }) => {
  const again = { ...newInstruction(newId('instruction')), resubmissionOf: instructionId };
  const work = async (): Promise<void> => {
    await insertInstruction(database, again, null);
    await recordResubmitted(database, instructionId, again.id);
  };
  await unlessRefused(['DUPLICATE', 'INVALID_TRANSITION'], work());
});

/** The relay links the two when the request has not. */
export const link = actor('link', async ({ database }, { instructionId }) => {
  const again = await database.query<{ id: string }>(
    `select r.id from payment_instructions r
     where r.resubmission_of = $1 and exists (select from outbox where subject = $1 and topic = 'payment.link')`,
    [instructionId],
  );
  for (const { id } of again) await recordResubmitted(database, instructionId, id);
});

/** An operator asks the client of a held payment something, and the client answers at once. */
export const askAndAnswer = actor('ask-and-answer', async ({ database }, world) => {
  const { instructionId } = world;
  const said = { requestId: null };
  const work = async (): Promise<void> => {
    const question = { ...said, by: 'operator:key_1', question: 'When?' };
    const { id } = await askForInformation(database, VAULT, instructionId, question);
    await answerQuestion(database, VAULT, instructionId, { ...said, by: 'key:key_2', id, answer: 'In May' });
    world.answered.push(id);
  };
  await unlessRefused(['INVALID_TRANSITION'], work());
});
