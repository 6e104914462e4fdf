import { z } from 'zod';
import { optional } from '../../schema-tools';
import { PAYEE_CHECK_CODES, PAYEE_CHECK_RESULTS, PAYEE_CHECK_SOURCES, PAYEE_DECISIONS } from './payee-check';

/** What a bank says of the payee's name, as its client sees it. Source: docs/GAPS.md#P24 */
export const PayeeCheckShape = z
  .object({
    result: z.enum(PAYEE_CHECK_RESULTS),
    suggestedName: z.string().nullable().meta({ description: 'The name that the bank knows, where it tells it' }),
    at: z.string(),
    source: z.enum(PAYEE_CHECK_SOURCES).meta({ description: 'Where the bank said it' }),
    decision: z.enum(PAYEE_DECISIONS).nullable().meta({ description: 'null: no decision is needed' }),
    expiresAt: z.string().nullable().meta({ description: 'After this a pending one is withdrawn' }),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: 'PayeeCheck' });

/** A check in a partner's report. */
export const SaidPayeeCheckShape = z
  .object({
    result: z.enum([...PAYEE_CHECK_RESULTS, ...PAYEE_CHECK_CODES]).meta({
      description: 'Whether the name belongs to the account; RCVC, RVMC, RVNM and RVNA of ISO 20022 mean the same',
    }),
    suggestedName: optional(z.string().max(140)),
  })
  .meta({ id: 'SaidPayeeCheck' });

/** Body of a decision about the payee. */
export const PayeeDecisionRequest = z
  .object({
    decision: z.enum(['release', 'withdraw']).meta({ description: 'withdraw cancels the payment' }),
    reason: optional(z.string().max(500)),
  })
  .meta({ id: 'PayeeDecision' });
