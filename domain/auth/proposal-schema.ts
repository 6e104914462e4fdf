import { z } from 'zod';
import { optional, NotesShape } from '../schema-tools';
import { OPERATOR_ROLES } from './operator-roles';

const MAX_REASON = 500;

const Values = z.record(z.string(), z.unknown());

/** Why a person confirms or rejects a proposal. */
export const ProposalWord = z
  .object({ reason: optional(z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log' })) })
  .meta({ id: 'ProposalWord' });

/** An act that waits for a second person, or did. Source: docs/GAPS.md#A3 */
export const ProposalRecord = z
  .object({
    id: z.string(),
    act: z.string().meta({ description: 'The proposed action, such as `managed.changed`' }),
    subject: z.string().meta({ description: 'Id of its object' }),
    person: z
      .object({
        email: z.string(),
        role: z.string(),
        partner: z.string().nullable().meta({ description: 'Name of the partner of the person' }),
      })
      .nullable()
      .meta({ description: 'The user that it is about; null where it is about something else' }),
    role: z.enum(OPERATOR_ROLES).meta({ description: 'Of the person who confirms or rejects it' }),
    status: z.enum(['open', 'expired', 'confirmed', 'rejected']),
    before: Values.meta({ description: 'Values at the time of the proposal; secrets as keyed hashes' }),
    after: Values.meta({ description: 'What would hold' }),
    reason: z.string().nullable(),
    proposedBy: z.string(),
    proposedAt: z.string(),
    expiresAt: z.string().meta({ description: 'End of the time for confirmation' }),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    ...NotesShape,
  })
  .meta({ id: 'Proposal' });
