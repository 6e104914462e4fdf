export { createClient, type CallOptions, type Client } from './client';
export { CorridorError, RequestExpiredError, SignatureError } from './errors';
export { createPartner, type IncomingRequest, type Partner, type PartnerOptions } from './partner';
export type { components, operations, paths, webhooks } from './schema';
export { type TransportOptions } from './transport';
export { verifyWebhook, type HeaderSource, type WebhookEvent } from './webhooks';
