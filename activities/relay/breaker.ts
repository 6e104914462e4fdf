import type { Logger } from 'pino';

/**
 * Whether Temporal answers, for all lanes of a relay: after a failure one call checks it, and until it answers no lane
 * takes items. Otherwise every item would find out by itself, with a deadline, a statement and a log line.
 */
export class Breaker {
  private away = false;
  private asking: Promise<boolean> | null = null;

  constructor(
    private readonly isReachable: () => Promise<boolean>,
    private readonly log: Logger,
  ) {}

  get isOpen(): boolean {
    return this.away;
  }

  /**
   * Asks Temporal; callers that come meanwhile share the answer.
   * @returns whether it answers
   */
  check(): Promise<boolean> {
    this.asking ??= this.checkReachable().finally(() => (this.asking = null));
    return this.asking;
  }

  /** Asks Temporal whether it answers, stores that, and logs a change. */
  private async checkReachable(): Promise<boolean> {
    const isThere = await this.isReachable();
    if (this.away !== isThere) return isThere;
    this.away = !isThere;
    if (isThere) this.log.info('Temporal is back: the relay goes on');
    else this.log.warn('Temporal is away: the relay keeps its items until it is back');
    return isThere;
  }
}
