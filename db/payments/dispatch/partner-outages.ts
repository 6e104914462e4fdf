import type { Queryable } from '../../database';
import { listOutages, type PartnerOutage } from './partner-health';

/** A breaker that opens or closes is noticed within this time. */
const KEPT_MS = 1_000;

/** The partners to which nothing is sent at present, as a process remembers them for a second. Source: docs/GAPS.md#P14 */
export class PartnerOutages {
  private known: { partners: Promise<Map<string, PartnerOutage>>; atMs: number } | null = null;

  constructor(private readonly database: Queryable) {}

  /**
   * @returns null for a partner to which things are sent
   * @throws DomainError UNAVAILABLE when Postgres does not answer
   */
  async of(partnerId: string): Promise<PartnerOutage | null> {
    const nowMs = performance.now();
    if (this.known === null || nowMs - this.known.atMs >= KEPT_MS) {
      const partners = listOutages(this.database);
      this.known = { partners, atMs: nowMs };
      partners.catch(() => {
        this.known = null;
      });
    }
    return (await this.known.partners).get(partnerId) ?? null;
  }
}
