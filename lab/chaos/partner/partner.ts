import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerJson, serveHttp, textOf, type ListeningServer, type ReceivedRequest } from '../http';
import { INVENTED } from '../inventions';
import { Ledger, type LedgerEntry, type PartnerStatus, type Submission } from './ledger';
import type { Reporter, ReportRecord } from './reporter';
import { scriptOf, type PartnerName, type PartnerScript } from './script';

/** Beyond the five seconds that Corridor waits for an answer. */
const LATE_MS = 6_000;
/** After Corridor has given up, and after its first inquiries, the partner takes the instruction all the same. */
const AFTER_DEADLINE_MS = 12_000;
const HTML = '<html><body>Scheduled maintenance</body></html>';
/** How long the partner thinks about a cancellation that it does not decide at once. */
const CANCEL_THOUGHT_MS = 1_000;

function answerPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
}

/** Whether a call came after the end of its validity, such as one that a link has held up. Source: docs/PARTNERS.md */
function isLate({ headers }: ReceivedRequest): boolean {
  return Date.now() / 1000 > Number(headers['x-corridor-valid-until']);
}

/** Path below which the places are to which a partner moves. */
const PLACE = /^\/place-(\d+)(?=\/)/;

/** A settlement partner with a ledger: odd in its answers, truthful about what it has taken. */
export class ScriptedPartner {
  readonly ledger: Ledger;
  /** Calls about what was invented, and for settled money, which no client here wants back. */
  readonly uncalledFor: string[] = [];
  /** Instructions whose first submission was answered as the script says. */
  private readonly seen = new Set<string>();
  /** Other places of the partner, each of which knows nothing of what this one has taken. */
  readonly places: ScriptedPartner[] = [];
  private server: ListeningServer | null = null;
  private reporter: Reporter | null = null;

  constructor(
    private readonly seed: number,
    readonly name: PartnerName,
    /** What its references begin with. */
    readonly place: string = name,
  ) {
    this.ledger = new Ledger(place);
  }

  /** Opens another place, which shares the partner's network. @returns its path below the partner's address */
  openPlace(): string {
    const number = this.places.length + 1;
    const place = new ScriptedPartner(this.seed, this.name, `${this.name}-place-${number}`);
    place.reporter = this.reporter;
    this.places.push(place);
    return `/place-${number}`;
  }

  get reports(): readonly ReportRecord[] {
    return this.reporter?.records ?? [];
  }

  async listen(): Promise<number> {
    this.server = await serveHttp((received, response) => this.handle(received, response));
    return this.server.port;
  }

  /** From then on it reports what becomes of the instructions that it takes. */
  reportThrough(reporter: Reporter): void {
    this.reporter = reporter;
  }

  /** It reports nothing more. */
  fallSilent(): void {
    this.reporter?.stop();
  }

  async close(): Promise<void> {
    this.fallSilent();
    await this.server?.close();
  }

  private async handle(received: ReceivedRequest, response: ServerResponse): Promise<void> {
    const [prefix = '', number] = PLACE.exec(received.path) ?? [];
    const place = number === undefined ? undefined : this.places[Number(number) - 1];
    if (place !== undefined) return place.handle({ ...received, path: received.path.slice(prefix.length) }, response);
    if (isLate(received)) return answerJson(response, 425, { code: 'too_late', message: 'The call came too late.' });
    const [, , instructionId = '', action = ''] = received.path.split('/');
    const named = instructionId === '' ? textOf(received.body, 'instructionId') : instructionId;
    if (named.includes(INVENTED) || action === 'recall') {
      this.uncalledFor.push(`${this.name} was called: ${received.method} ${received.path} ${named}`);
      return answerJson(response, 404, { code: 'not_found', message: 'There is no such instruction.' });
    }
    if (received.method === 'GET') return this.inquire(instructionId, response);
    if (action === 'cancel') return this.cancel(instructionId, response);
    const submission: Submission = {
      intent: Number(textOf(received.body, 'purpose', 'description').replace('intent ', '')),
      instructionId: textOf(received.body, 'instructionId'),
      key: String(received.headers['idempotency-key'] ?? ''),
      receivedAt: Date.now(),
    };
    const script = scriptOf(this.seed, this.name, submission.intent);
    if (this.seen.has(submission.instructionId)) return this.take(submission, script, response);
    this.seen.add(submission.instructionId);
    return this.answerFirst(submission, script, response);
  }

  private inquire(instructionId: string, response: ServerResponse): void {
    const entry = this.ledger.find(instructionId);
    if (entry !== undefined) {
      answerJson(response, 200, { instructionId, partnerReference: entry.reference, status: entry.status });
    } else if (this.ledger.isRejected(instructionId)) {
      answerJson(response, 200, { instructionId, partnerReference: 'none', status: 'failed' });
    } else answerJson(response, 404, { code: 'not_found', message: 'There is no such instruction.', instructionId });
  }

  private take(submission: Submission, script: PartnerScript, response: ServerResponse): void {
    const { entry } = this.accept(submission, script);
    answerJson(response, 200, { partnerReference: entry.reference, status: 'submitted' });
  }

  private accept(submission: Submission, script: PartnerScript): { entry: LedgerEntry } {
    const taken = this.ledger.accept(submission);
    if (taken.isNew) void this.proceed(taken.entry, script);
    return taken;
  }

  private async answerFirst(submission: Submission, script: PartnerScript, response: ServerResponse): Promise<void> {
    switch (script.first) {
      case 'ok':
        return this.take(submission, script, response);
      case 'conflict':
        return answerJson(response, 409, { code: 'in_progress', message: 'Another request is in progress.' });
      case 'too_many':
        return answerJson(response, 429, { code: 'too_many', message: 'Slow down.' }, { 'retry-after': '1' });
      case 'unauthorized':
        return answerJson(response, 401, { code: 'unauthorized', message: 'The signature is unknown.' });
      case 'unavailable_but_accepted':
        this.accept(submission, script);
        return answerJson(response, 502, { message: 'bad gateway' });
      case 'unavailable':
        return answerJson(response, 500, { message: 'internal error' });
      case 'late_but_accepted':
        this.accept(submission, script);
        await delay(LATE_MS);
        return this.take(submission, script, response);
      case 'accepted_after_the_deadline':
        await delay(AFTER_DEADLINE_MS);
        return this.take(submission, script, response);
      case 'page_but_accepted':
        this.accept(submission, script);
        return answerPage(response);
      case 'page':
        return answerPage(response);
      case 'hang':
        return;
      case 'reset_but_accepted':
        this.accept(submission, script);
        response.socket?.resetAndDestroy();
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'rejected':
        this.ledger.reject(submission.instructionId);
        return answerJson(response, 422, { code: 'rejected', message: 'The account is closed.' });
    }
  }

  /** Moves the money, and says so step by step. */
  private async proceed(entry: LedgerEntry, script: PartnerScript): Promise<void> {
    const settled: PartnerStatus[] = script.outcome === 'returned' ? ['settled'] : [];
    const steps: PartnerStatus[] = ['accepted', 'processing', ...settled, script.outcome];
    for (const status of steps) {
      await this.reporter?.pause(script.stepMs);
      if (this.reporter?.isStopped === true || entry.status === 'cancelled') return;
      entry.status = status;
      await this.reporter?.report(entry, status);
      if (script.isRepeating) await this.reporter?.report(entry, status);
    }
  }

  private async cancel(instructionId: string, response: ServerResponse): Promise<void> {
    const entry = this.ledger.find(instructionId);
    if (entry === undefined) {
      answerJson(response, 404, { code: 'not_found', message: 'There is no such instruction.' });
      return;
    }
    entry.cancelAskedAt ??= Date.now();
    const { cancel } = scriptOf(this.seed, this.name, entry.intent);
    const isInTime = entry.status === 'submitted' || entry.status === 'accepted';
    if (entry.status === 'cancelled') return answerJson(response, 200, { status: 'cancelled' });
    if (!isInTime || cancel === 'refused') {
      return answerJson(response, 409, { code: 'too_late', message: 'It cannot be cancelled.', status: entry.status });
    }
    entry.status = 'cancelled';
    if (cancel === 'at_once') return answerJson(response, 200, { status: 'cancelled' });
    answerJson(response, 202, { status: 'requested' });
    await delay(CANCEL_THOUGHT_MS);
    await this.reporter?.report(entry, 'cancelled');
  }
}
