import { z } from 'zod';

const MAX_NAME = 140;
const MAX_ANSWERS = 1_000;

/** One answer of a bank, or a notification, as it was recorded, in its API's documentation or from its test system. */
const RecordedAnswer = z
  .strictObject({
    name: z.string().min(1).max(MAX_NAME).meta({ description: 'What it shows' }),
    operation: z.enum(['submit', 'inquire', 'cancel', 'recall', 'notify']),
    status: z.int().min(200).max(599).optional().meta({ description: 'HTTP status' }),
    retryAfter: z.string().optional().meta({ description: 'The header Retry-After' }),
    body: z.json().optional().meta({ description: 'A document of JSON, or the text as it came' }),
    lost: z.literal(true).optional().meta({ description: 'The request was sent, and no answer came' }),
    repeat: z.literal(true).optional().meta({ description: 'The answer to a second send of the same order' }),
    expect: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .meta({ description: 'How it must be read: members of what the dry run prints for it' }),
  })
  .refine(
    ({ operation, status, lost }) =>
      [operation === 'notify', status !== undefined, lost === true].filter(Boolean).length === 1,
    { path: ['status'], message: 'an answer needs either `status` or `lost`, a notification neither.' },
  );

/** Answers of a bank by which its description is tried. Source: docs/GAPS.md#described */
export const RecordedAnswers = z.strictObject({
  instructionId: z
    .string()
    .min(1)
    .max(MAX_NAME)
    .optional()
    .meta({ description: 'The id of ours that the answers carry; by default that of the sample payment' }),
  answers: z.array(RecordedAnswer).min(1).max(MAX_ANSWERS),
});

export type RecordedAnswers = z.output<typeof RecordedAnswers>;
export type RecordedAnswer = z.output<typeof RecordedAnswer>;
