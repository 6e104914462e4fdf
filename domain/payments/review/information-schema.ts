import { z } from 'zod';
import { Timestamp, NotesShape } from '../../schema-tools';
import { INFORMATION_STATUSES } from './information';

/** Characters of a question; one that is longer is several. */
export const MAX_QUESTION = 1_000;
/** Characters of an answer: in any script they fit into a form of the console. */
export const MAX_ANSWER = 1_500;

/** A text that says something; it is kept as it is written. */
const Words = z.string().regex(/\S/, 'must not be blank');

/** What an operator asks the client of a held payment. Source: docs/GAPS.md#information */
export const InformationQuestion = z
  .object({
    question: Words.max(MAX_QUESTION).meta({ description: 'The client reads it as written' }),
  })
  .meta({ id: 'InformationQuestion' });

/** Answer to the operator: which question it is. */
export const InformationAsked = z
  .object({
    instructionId: z.string(),
    informationRequestId: z.string(),
    askedBy: z.string(),
    askedAt: Timestamp,
    ...NotesShape,
  })
  .meta({ id: 'InformationAsked' });

/** What the client answers. Source: docs/GAPS.md#information */
export const InformationAnswer = z
  .object({
    answer: Words.max(MAX_ANSWER).meta({ description: 'For the reviewers of the payment' }),
  })
  .meta({ id: 'InformationAnswer' });

/** Answer to the client; the words are not repeated. */
export const InformationReceipt = z
  .object({ instructionId: z.string(), informationRequestId: z.string(), answeredAt: Timestamp })
  .meta({ id: 'InformationReceipt' });

/** A question as the payment shows it to its client. */
export const InformationShape = z
  .object({
    informationRequestId: z.string(),
    status: z.enum(INFORMATION_STATUSES).meta({ description: 'closed: the review ended without an answer' }),
    question: z.string().nullable().meta({ description: 'Null once the payment was erased' }),
    askedAt: z.string(),
    answer: z.string().nullable().meta({ description: 'Null before it is given, and once the payment was erased' }),
    answeredAt: z.string().nullable(),
  })
  .meta({ id: 'InformationRequest' });

/** A question as operators see it. */
export const OperatorInformationShape = InformationShape.extend({
  askedBy: z.string(),
  answeredBy: z.string().nullable(),
}).meta({ id: 'OperatorInformationRequest' });
