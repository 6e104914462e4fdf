import { z } from 'zod';

/** A cancellation as the payment shows it. Source: docs/GAPS.md#P7 */
export const CancellationShape = z
  .object({
    status: z.enum(['requested', 'cancelled', 'refused']),
    reason: z.string().nullable(),
    requestedAt: z.string(),
  })
  .meta({ id: 'Cancellation' });
