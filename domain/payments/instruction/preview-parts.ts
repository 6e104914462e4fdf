import { z } from 'zod';

/** A rule of a corridor that a payment does not meet. Source: docs/GAPS.md#corridors */
export const UnmetRequirement = z
  .object({ rule: z.string(), field: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'UnmetRequirement' });

/** Members that a bank gets in another form. Source: docs/GAPS.md#P23 */
export const SentAs = z
  .array(z.object({ field: z.string(), text: z.string().nullable() }).meta({ id: 'SentText' }))
  .meta({
    description:
      'Members that the bank of the route gets in another form, converted to its characters or shortened; text null: not at all',
  });
