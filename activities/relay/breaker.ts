import type { Logger } from 'pino';

/**
 * Whether Temporal is there, as all lanes of a relay know it: after a failure it is asked once, and while it is away
 * no lane takes anything. Otherwise every item would find out for itself, with a deadline, a statement and a log line.
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
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async ask(): Promise<boolean> {
    const isThere = await this.isReachable();
    if (this.away !== isThere) return isThere;
    this.away = !isThere;
    if (isThere) this.log.info('Temporal is back: the relay goes on');
    else this.log.warn('Temporal is away: the relay keeps its items until it is back');
    return isThere;
  }
}
