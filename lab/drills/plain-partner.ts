import { moreThanOnce } from '../chaos/group';
import { answerJson, serveHttp, textOf, type ListeningServer } from '../chaos/http';
import { Ledger, type LedgerEntry, type PartnerStatus } from '../chaos/partner/ledger';
import type { Reporter } from '../chaos/partner/reporter';

const STEPS: readonly PartnerStatus[] = ['accepted', 'processing', 'settled'];
const STEP_MS = 500;

/** A partner that takes everything at once and knows what it has taken; it reports nothing unless it is given a reporter. */
export class PlainPartner {
  /** Ids of payments that came once more under the key of the first time. */
  readonly repeated: string[] = [];
  private server: ListeningServer | null = null;
  private reporter: Reporter | null = null;

  /** @param ledger may be that of another one: a partner with two addresses */
  constructor(readonly ledger: Ledger = new Ledger('plain')) {}

  async listen(): Promise<number> {
    this.server = await serveHttp(({ method, path, body, headers }, response) => {
      if (method === 'GET') {
        const entry = this.ledger.find(path.split('/')[2] ?? '');
        if (entry === undefined) answerJson(response, 404, { code: 'not_found', message: 'There is none.' });
        else answerJson(response, 200, { partnerReference: entry.reference, status: entry.status });
        return Promise.resolve();
      }
      const { entry, isNew } = this.ledger.accept({
        intent: Number(textOf(body, 'purpose', 'description').replace('intent ', '')),
        instructionId: textOf(body, 'instructionId'),
        key: String(headers['idempotency-key'] ?? ''),
        receivedAt: Date.now(),
      });
      if (!isNew) this.repeated.push(entry.instructionId);
      answerJson(response, 200, { partnerReference: entry.reference, status: 'submitted' });
      if (isNew && this.reporter !== null) void this.proceed(entry, this.reporter);
      return Promise.resolve();
    });
    return this.server.port;
  }

  /** From then on it settles what it takes, and reports each step. */
  reportThrough(reporter: Reporter): void {
    this.reporter = reporter;
  }

  /** What must not have become of acknowledged payments, once it has had the time to take them. */
  faultsOf(acknowledged: readonly string[]): Record<string, readonly string[]> {
    const entries = this.ledger.entries();
    const taken = new Set(entries.map(({ instructionId }) => instructionId));
    return {
      'acknowledged payments that the partner does not have': acknowledged.filter((id) => !taken.has(id)),
      'payments that the partner has twice': moreThanOnce(entries, ({ intent }) => `intent ${intent}`),
    };
  }

  async close(): Promise<void> {
    this.reporter?.stop();
    await this.server?.close();
  }

  private async proceed(entry: LedgerEntry, reporter: Reporter): Promise<void> {
    for (const status of STEPS) {
      await reporter.pause(STEP_MS);
      entry.status = status;
      await reporter.report(entry, status);
    }
  }
}
