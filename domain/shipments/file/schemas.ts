import { z } from 'zod';
import { ProofShape } from '../../payments/settlement/proof-schema';
import { PAYMENT_STATUSES } from '../../payments/instruction/status';
import { optional, pathId, printable } from '../../schema-tools';
import { ShipmentRecord } from '../schemas';
import { FINDING_STATUSES, MAX_FINDINGS } from './findings';
import { SEVERITIES, TOPICS } from './rules';

const MAX_REASON = 500;

/** `{id}` and `{finding}` of the path of a finding. */
export const FindingPath = z.object({
  id: pathId('shipment'),
  finding: z.string().max(64).meta({ description: 'Id of a finding of the file' }),
});

/** Body of a decision about a finding. Source: docs/GAPS.md#S2 */
export const FindingDecision = z
  .object({
    status: z.enum(FINDING_STATUSES).meta({
      description: 'accepted: the values differ rightly; resolved: it is seen to; open: neither',
    }),
    reason: optional(printable(MAX_REASON)),
  })
  .meta({ id: 'FindingDecision' });

const Stated = z
  .object({
    source: z.string().meta({ description: 'Id of the document, payment or shipment' }),
    path: z.string().meta({ description: 'Member of the source' }),
    value: z.union([z.string(), z.number()]),
  })
  .meta({ id: 'StatedValue' });

/** A finding as the file shows it. Source: docs/GAPS.md#S2 */
export const FindingShape = z
  .object({
    id: z.string(),
    rule: z.enum(TOPICS).meta({ description: 'What the two are about' }),
    severity: z.enum(SEVERITIES),
    a: Stated,
    b: Stated,
    status: z.enum(FINDING_STATUSES),
    decided_by: z.string().nullable().meta({ description: 'Id of the key or person; null while nobody has decided' }),
    decided_at: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ShipmentFinding' });

const LandedCostOfShipment = z
  .object({
    currency: z.string(),
    date: z.string(),
    total: z.number().nullable().meta({ description: 'Null while anything is open' }),
    at_least: z.number(),
    at_most: z.number().nullable(),
    because: z.array(z.string()).meta({ description: 'What is open' }),
    lines: z.array(z.object({ name: z.string(), amount: z.number().nullable(), rate: z.number().nullable() })),
  })
  .meta({ id: 'LandedCostOfShipment' });

/** The file of a shipment. Source: docs/GAPS.md#S2 */
export const ShipmentFile = z
  .object({
    shipment: ShipmentRecord,
    documents: z
      .array(z.object({ documentId: z.string(), type: z.string(), number: z.string() }))
      .meta({ description: 'The newest of each type that is compared; of invoices the newest of each number' }),
    payments: z.array(
      z.object({
        instructionId: z.string(),
        status: z.enum(PAYMENT_STATUSES),
        amount: z.number(),
        currency: z.string(),
        expectedSettlementDate: z.string(),
      }),
    ),
    statements: z
      .array(ProofShape.extend({ instructionId: z.string() }))
      .meta({ description: "What the banks' statements say of the payments" }),
    landed_cost: LandedCostOfShipment.nullable().meta({
      description:
        'What the goods cost at their destination by value, code and weight of the shipment, without freight; null where these do not suffice',
    }),
    clearances: z
      .array(
        z.object({
          instructionId: z.string(),
          clearanceId: z.string(),
          expiresAt: z.string(),
          revokedAt: z.string().nullable(),
        }),
      )
      .meta({ description: 'Clearances by which payments passed their screening' }),
    findings: z.array(FindingShape).meta({ description: `The ${MAX_FINDINGS} most severe ones where there are more` }),
    findings_left_out: z.int().meta({ description: 'How many more there are' }),
  })
  .meta({ id: 'ShipmentFile' });
