export { createClient, type Client } from './client';
export { CorridorError, RequestExpiredError, SignatureError } from './errors';
export type { Pages } from './pages';
export { createPartner, type IncomingRequest, type Partner, type PartnerOptions } from './partner';
export type { components, operations, paths, webhooks } from './schema';
export type { StreamedEvent } from './stream';
export { type CallOptions, type FileOptions, type RequestOptions, type TransportOptions } from './transport';
export { verifyWebhook, type HeaderSource, type WebhookEvent } from './webhooks';
