import { z } from 'zod';
import { MAX_HOLD_SECONDS } from './quotes';

const HoldFor = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (seconds >= 1 && seconds <= MAX_HOLD_SECONDS) return seconds;
    const message = `must be a whole number of seconds from 1 to ${MAX_HOLD_SECONDS}`;
    context.addIssue({ code: 'custom', message, params: { code: 'range' } });
    return z.NEVER;
  })
  .meta({
    description: 'Seconds to hold route, fee and date; the answer then has a quoteId',
    override: { type: 'integer', minimum: 1, maximum: MAX_HOLD_SECONDS },
  });

/** Query of a preview. Source: docs/GAPS.md#quotes */
export const PreviewQuery = z.object({ hold_for: HoldFor });
