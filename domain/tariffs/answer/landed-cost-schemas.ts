import { z } from 'zod';
import { Country, optional } from '../../schema-tools';
import { CoverageSchema } from './answer-schema';
import { checkAmounts, consignment, delivery, quantity } from './request-schema';

const amount = z.number().meta({ description: 'In the currency of the request' });

/** Body of `POST /api/v1/tariffs/landed-cost`, an extension. Source: docs/GAPS.md#H9 */
export const CalculateLandedCost = z
  .object({
    ...consignment,
    destination: Country,
    ...quantity,
    ...delivery,
    claimPreference: optional(z.boolean()).meta({ description: 'Whether the best preference that applies is claimed' }),
  })
  .superRefine(checkAmounts, { when: () => true })
  .meta({ id: 'LandedCostRequest' });

const CostLineEntry = z.object({
  name: z.string(),
  amount: amount.nullable(),
  rate: z.number().nullable(),
  basis: z.string(),
  recoverable: z.boolean().meta({ description: 'Whether a business gets it back as input tax' }),
  source: z.string(),
  from: z.string().nullable(),
});

/** Source: docs/GAPS.md#H9 */
export const LandedCostAnswer = z
  .object({
    hsCode: z.string(),
    origin: z.string(),
    destination: z.string(),
    value: z.number(),
    currency: z.string(),
    incoterm: z.string(),
    customsValue: z.object({
      amount,
      basis: z.enum(['FOB', 'CIF']).nullable(),
      source: z.string().nullable(),
      from: z.string().nullable(),
    }),
    lines: z.array(CostLineEntry),
    total: amount.nullable().meta({ description: 'Null while a line is not known or an addition is undecided' }),
    atLeast: amount,
    atMost: amount.nullable().meta({ description: 'Null where nothing bounds the total' }),
    because: z.array(z.string()).meta({ description: 'What is open; empty where the total is known' }),
    totalWithoutRecoverable: amount.nullable(),
    deMinimis: z
      .object({
        threshold: z.number().nullable(),
        currency: z.string().nullable(),
        dutyWaived: z.boolean().nullable(),
        source: z.string().nullable(),
      })
      .nullable(),
    date: z.string(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'LandedCost' });
