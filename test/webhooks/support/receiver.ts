import { createHmac } from 'node:crypto';
import type { HttpRequest, Reaction } from '../../support/http-server';

/** What is wrong with a receiver, by the name that a drill gives it; `none`: nothing is. */
export const RECEIVER_FAULTS = [
  'none',
  'too_slow',
  'not_200',
  'redirects',
  'delivery_refused',
  'forgery_accepted',
  'stale_accepted',
  'duplicate_refused',
  'older_event_refused',
  'late_retry_refused',
  'second_signature_refused',
  'first_signature_only',
  'one_secret_at_a_time',
  'large_payload_refused',
  'unknown_type_refused',
  'burst_refused',
] as const;
export type ReceiverFault = (typeof RECEIVER_FAULTS)[number];

const TOLERANCE_S = 300;
const DAY_MS = 86_400_000;
/** More events than all scenarios before the outage window send. */
const QUOTA = 16;

interface Payload {
  id: string;
  type: string;
  timestamp?: string;
  created_at?: string;
  data: { instructionId?: string; sequence?: number };
}

/** The whole work of a receiver by the guide of webhooks, with one fault. */
export class Receiver {
  secret = '';
  private readonly known = new Set<string>();
  private readonly newest = new Map<string, number>();

  constructor(private readonly fault: ReceiverFault) {}

  react(request: HttpRequest): Reaction {
    if (this.fault === 'too_slow') return 'silence';
    if (this.fault === 'delivery_refused') return { status: 403 };
    if (this.fault === 'redirects') return { status: 307, headers: { location: '/elsewhere' } };
    return { status: this.status(request) };
  }

  private status({ headers, body }: HttpRequest): number {
    const { fault } = this;
    if (fault === 'large_payload_refused' && body.length > 16_384) return 413;
    if (fault !== 'forgery_accepted' && !this.isGenuine(headers, body)) return 401;
    const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= TOLERANCE_S;
    if (!isFresh && fault !== 'stale_accepted') return 400;
    const payload = JSON.parse(body.toString('utf8')) as Payload;
    if (fault === 'unknown_type_refused' && !payload.type.startsWith('payment.')) return 422;
    const at = Date.parse(payload.timestamp ?? payload.created_at ?? '');
    if (fault === 'late_retry_refused' && Date.now() - at > DAY_MS) return 400;
    if (this.known.has(payload.id)) return fault === 'duplicate_refused' ? 500 : 200;
    this.known.add(payload.id);
    if (fault === 'burst_refused' && this.known.size > QUOTA) return 429;
    const { instructionId = payload.id, sequence = 0 } = payload.data;
    const newest = this.newest.get(instructionId) ?? 0;
    if (sequence < newest) return fault === 'older_event_refused' ? 409 : 200;
    this.newest.set(instructionId, sequence);
    return fault === 'not_200' ? 204 : 200;
  }

  private isGenuine(headers: HttpRequest['headers'], body: Buffer): boolean {
    const { fault, secret } = this;
    if (fault === 'one_secret_at_a_time') {
      return headers['x-service-signature'] === createHmac('sha256', secret).update(body).digest('hex');
    }
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
    const right = `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`;
    const header = String(headers['webhook-signature']);
    if (fault === 'second_signature_refused') return header === right;
    const signatures = header.split(' ');
    return fault === 'first_signature_only' ? signatures[0] === right : signatures.includes(right);
  }
}
