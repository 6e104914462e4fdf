import type { Queryable } from '../database';
import { listOpenPartners } from './partner-health';

/** A breaker that opens or closes is noticed within this time. */
const KEPT_MS = 1_000;

/** The partners to which nothing is sent at present, as a process remembers them for a second. Source: docs/GAPS.md#P14 */
export class PartnerOutages {
  private known: { partners: Promise<Set<string>>; atMs: number } | null = null;

  /** @param clockMs milliseconds of a clock that never steps */
  constructor(
    private readonly database: Queryable,
    private readonly clockMs: () => number = () => performance.now(),
  ) {}

  /** @throws DomainError UNAVAILABLE when Postgres does not answer */
  async has(partnerId: string): Promise<boolean> {
    const nowMs = this.clockMs();
    if (this.known === null || nowMs - this.known.atMs >= KEPT_MS) {
      const partners = listOpenPartners(this.database);
      this.known = { partners, atMs: nowMs };
      partners.catch(() => {
        this.known = null;
      });
    }
    return (await this.known.partners).has(partnerId);
  }
}
