import { z } from 'zod';
import { ENVIRONMENTS, type Environment } from '../auth/tenant';
import type { FieldFault } from '../errors';
import { optional } from '../schema-tools';
import { plainWords } from '../schema-words';
import { missingEventText, unknownEventText } from './event-names';
import { findEventType, isEventName, type CheckedEvent } from './events';

/** Body of `POST /v1/events`. Source: docs/GAPS.md#W9 */
export const PublishEvent = z
  .object({
    type: z.string({ error: missingEventText }).refine(isEventName, {
      error: ({ input }) => unknownEventText(String(input)),
      params: { code: 'event' },
    }),
    account: z.string().min(1).max(200).meta({ description: 'Name or id of the account' }),
    object: z.record(z.string(), z.unknown()).meta({ description: "In the shape of the event type's schema" }),
    environment: optional(z.enum(ENVIRONMENTS)).meta({ description: 'Side of the account, by default `test`' }),
  })
  .meta({ id: 'PublishEventRequest' });

/** What an operator publishes. */
export interface PublishRequest {
  /** Name of the event. */
  type: string;
  object: Record<string, unknown>;
  environment: Environment;
}

/**
 * Checks an event that an operator publishes against the schema of its type. On the live side events about payments
 * cannot be published, because only payments cause them.
 * @returns the event, its object without unknown members; or all faults
 * Source: docs/GAPS.md#W9
 */
export function checkPublished({ type, object, environment }: PublishRequest): CheckedEvent | FieldFault[] {
  const found = findEventType(type);
  if (found === undefined) return [{ field: 'type', code: 'event', message: unknownEventText(type) }];
  if (environment === 'live' && type.startsWith('payment.')) {
    const message = 'is a payment event, which cannot be published on the live side';
    return [{ field: 'type', code: 'payments_only', message }];
  }
  const parsed = z.record(z.string(), z.unknown()).and(found.object).safeParse(object, { error: plainWords });
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      field: ['object', ...issue.path].map(String).join('.'),
      code: issue.code,
      message: issue.message,
    }));
  }
  return { type: found.name, object: z.record(z.string(), z.unknown()).parse(found.object.parse(object)) };
}
