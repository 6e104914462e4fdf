import { advanceStream, readStreamedEntries, takeStreamTurn } from '../db/auth/audit-stream';
import type { Queryable } from '../db/database';
import { signBody, type SignedDelivery } from '../domain/webhooks/signature';

/** Where the audit log is sent. */
export interface AuditSink {
  url: string;
  /** As of a subscription: `whsec_` and base64. */
  secret: string;
}

interface StreamContext {
  database: Queryable;
  sink: AuditSink;
  /** Name of this process: one sends at a time. */
  instance: string;
}

const ENTRIES_A_REQUEST = 100;
/** A sink has so long to answer. */
const ANSWER_MS = 10_000;
/** Longer than an answer takes: until then no other process sends what this one may have sent. */
const TURN_SECONDS = 60;

async function send(url: string, { headers, body }: SignedDelivery): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual', signal });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the sink of the audit log answers ${answer.status}`);
}

/**
 * Sends the audit log to its sink in the order of its links, each entry until the sink confirms it with 2xx: an outage
 * delays it and loses nothing. An entry whose confirmation is lost is sent again, under the same position.
 * Source: docs/GAPS.md#audit-stream
 */
export class AuditStream {
  private isBusy = false;

  constructor(private readonly context: StreamContext) {}

  /** Sends what waits, one request after the other. @throws for a sink that does not confirm; the next look tries again */
  async look(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (await this.sendNext());
    } finally {
      this.isBusy = false;
    }
  }

  private async sendNext(): Promise<boolean> {
    const { database, sink, instance } = this.context;
    const turn = await takeStreamTurn(database, { holder: instance, seconds: TURN_SECONDS });
    if (turn === null) return false;
    const entries = await readStreamedEntries(database, turn.position, ENTRIES_A_REQUEST);
    const last = entries.at(-1);
    if (last === undefined) return false;
    const body = Buffer.from(JSON.stringify({ entries }));
    await send(sink.url, signBody({ id: `audit_${turn.position}_${last.position}`, body }, [sink.secret], turn.at));
    return advanceStream(database, turn, last.position);
  }
}
