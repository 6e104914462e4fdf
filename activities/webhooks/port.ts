import type { QueueTarget } from '../../domain/webhooks/destination';
import type { SignedDelivery } from '../../domain/webhooks/signature';

/** Where a delivery goes and whose it is. */
export interface Target {
  /** Of an HTTPS endpoint, or of a queue. */
  url: string;
  accountId: string;
  /** Static headers of the subscription; none of them is one that the service sets. */
  headers?: Record<string, string>;
  /** Whether a secret of the subscription is not set for this address: nothing is sent. Source: docs/GAPS.md#A12 */
  lacksSecret?: boolean;
  /** Absent or null: an HTTPS endpoint. */
  queue?: QueueTarget | null;
}

/** The answer to an attempt, read up to its bounds. */
export interface ReadAnswer {
  statusCode: number | null;
  /** The beginning of its body. */
  text: string;
}

/** The one HTTP request of an attempt, and the meaning of its answer. */
export interface PreparedAttempt {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** @returns name of the fault of an answer; null where the delivery was taken */
  faultOf(answer: ReadAnswer): string | null;
}

/**
 * How deliveries travel to one kind of destination. Target policy, connections, time limit and what is kept of an answer
 * are the same for all kinds: see `post.ts`.
 * @returns the request, or the name of the fault for which none can be made
 * Source: docs/GAPS.md#W16
 */
export type PrepareAttempt<Kind extends Target = Target> = (
  target: Kind,
  delivery: SignedDelivery,
) => PreparedAttempt | { fault: string };
