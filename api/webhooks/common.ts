import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import { pathId } from '../../domain/schema-tools';

export const WEBHOOK_ACCESS = { kind: 'client', scope: 'webhooks:manage' } as const;

/** What every operation of webhooks and their events has. */
export const WEBHOOKS = { tag: 'Webhooks', access: WEBHOOK_ACCESS, limit: null, envelope: 'bare' } as const;

export const WebhookParams = z.object({ webhookId: pathId('webhook') });

export function unknownWebhook(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such webhook subscription.');
}
