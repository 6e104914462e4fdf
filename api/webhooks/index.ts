import { getDrill, startWebhookDrill } from './drills';
import { getEvent, listEvents } from './events';
import { getDelivery, listEventTypes, listWebhookDeliveries, resend } from './deliveries';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './subscriptions';
import { getRecovery, recoverWebhook } from './recover';
import { streamEvents } from './stream-events';
import { testWebhook } from './test-webhook';

/** Operations 15 to 20 of the specification and those decided beside them. */
export const WEBHOOK_ENDPOINTS = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  getDelivery,
  resend,
  recoverWebhook,
  getRecovery,
  startWebhookDrill,
  getDrill,
  listEventTypes,
  listEvents,
  streamEvents,
  getEvent,
] as const;
