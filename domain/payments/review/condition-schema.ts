import { z } from 'zod';
import { DOCUMENT_TYPES } from '../../documents/registry';
import { optional, Timestamp } from '../../schema-tools';
import { REQUIRED_MESSAGE } from '../../schema-words';
import { SEVERITIES } from '../../shipments/file/rules';
import { SHIPMENT_STATUSES } from '../../shipments/shipment';
import {
  CONDITION_MEMBERS,
  CONDITION_REASONS,
  CONDITION_TYPES,
  membersOf,
  MAX_CONDITIONS,
  type ConditionMember,
  type Conditions,
  type StatedCondition,
} from './conditions';

const MAX_ID = 64;
const id = (description: string) => optional(z.string().min(1).max(MAX_ID).meta({ description }));

const MEMBERS = {
  type: z.enum(CONDITION_TYPES).meta({
    description:
      'shipment_status: `shipmentId` has reached `status`; document: a file of `documentType` is there, by `sha256`, ' +
      '`documentId` or `shipmentId`; no_findings: no finding of `severity` or higher is open in the file of `shipmentId`; ' +
      'payment_proved: the booking of `instructionId` is proved; not_before: the moment `at` has come',
  }),
  shipmentId: id('A shipment of the account'),
  status: optional(z.enum(SHIPMENT_STATUSES).meta({ description: 'This one, or one that follows it' })),
  documentType: optional(z.enum(DOCUMENT_TYPES)),
  documentId: id('A document of the account'),
  sha256: optional(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in small letters')
      .meta({ description: 'Of the file of a document' }),
  ),
  severity: optional(z.enum(SEVERITIES)),
  instructionId: id('Another payment of the account'),
  at: optional(Timestamp),
};

/** Adds an issue for each member that a condition of its type lacks or must not have. Source: docs/GAPS.md#P27 */
function checkMembers(condition: StatedCondition, context: z.RefinementCtx): void {
  const { all, oneOf } = CONDITION_MEMBERS[condition.type];
  const lacking = all.filter((name) => condition[name] === undefined);
  const [first] = oneOf;
  if (first !== undefined && oneOf.every((name) => condition[name] === undefined)) lacking.push(first);
  for (const name of lacking) {
    const others = oneOf.filter((other) => other !== name).join(' or ');
    const message = oneOf.includes(name) ? `${REQUIRED_MESSAGE}, unless ${others} is given` : REQUIRED_MESSAGE;
    context.addIssue({ code: 'custom', path: [name], message, params: { code: 'invalid_type' } });
  }
  const own = membersOf(condition.type);
  for (const name of Object.keys(condition) as ('type' | ConditionMember)[]) {
    if (name === 'type' || condition[name] === undefined || own.includes(name)) continue;
    const message = `does not belong to a condition ${condition.type}`;
    context.addIssue({ code: 'custom', path: [name], message, params: { code: 'exclusive' } });
  }
}

/** What a payment waits for; all conditions have to be met at the same moment. Source: docs/GAPS.md#P27 */
export const StatedConditions = z
  .array(z.object(MEMBERS).superRefine(checkMembers).meta({ id: 'PaymentCondition' }))
  .min(1)
  .max(MAX_CONDITIONS)
  .meta({ description: 'The payment is sent once all of them are met at the same moment' });

/** Conditions of a payment with what is known of each. */
export const ConditionsShape = z.array(
  z
    .object({
      type: z.enum(CONDITION_TYPES),
      shipmentId: z.string().optional(),
      status: z.enum(SHIPMENT_STATUSES).optional(),
      documentType: z.string().optional(),
      documentId: z.string().optional(),
      sha256: z.string().optional(),
      severity: z.enum(SEVERITIES).optional(),
      instructionId: z.string().optional(),
      at: z.string().optional(),
      met: z.boolean(),
      metAt: z.string().nullable().meta({ description: 'Since when it is met' }),
      because: z.enum(CONDITION_REASONS).meta({ description: 'Why it is met, or is not' }),
    })
    .meta({ id: 'JudgedCondition' }),
);

/** @returns conditions as an answer shows them; an empty list where there are none */
export function conditionViews(conditions: Conditions | null): z.output<typeof ConditionsShape> {
  return (conditions?.items ?? []).map(({ oneOf: _oneOf, metAt, because, ...stated }) => ({
    ...stated,
    ...{ met: metAt !== null, metAt, because },
  }));
}
