import type { Database } from '../../db/database';
import { listPartnersOf, type VisitedPartner } from '../../db/payments/dispatch/partners';
import type { AdapterName } from '../../domain/payments/dispatch/adapters';

/** What a worker does again and again for each partner of an adapter. */
export interface PartnerVisitor {
  readonly adapter: AdapterName;
  /** @throws when the database does not answer */
  visit(partner: VisitedPartner): Promise<void>;
}

/** Looks that a worker leaves out after one that found no partner: most installations have none of these adapters. */
const LEFT_OUT = 4;

/** Visits partners whose reports have to be fetched. One that is slow holds up no other: its next visit waits for it alone. */
export class PartnerRounds {
  /** Partners that are being visited, by visitor. */
  private readonly busy: ReadonlyMap<PartnerVisitor, Set<string>>;
  private leftOut = LEFT_OUT;

  constructor(
    private readonly database: Database,
    visitors: readonly PartnerVisitor[],
  ) {
    this.busy = new Map(visitors.map((visitor) => [visitor, new Set()]));
  }

  /** Visits each partner, except where an earlier visit goes on. @throws when the database does not answer */
  async look(): Promise<void> {
    if (this.leftOut < LEFT_OUT) {
      this.leftOut += 1;
      return;
    }
    const visitors = [...this.busy.keys()];
    const partners = await listPartnersOf(this.database, [...new Set(visitors.map(({ adapter }) => adapter))]);
    if (partners.length === 0) this.leftOut = 0;
    await Promise.all(
      visitors.flatMap((visitor) =>
        partners
          .filter(({ adapter }) => adapter === visitor.adapter)
          .map((partner) => this.visitFree(visitor, partner)),
      ),
    );
  }

  private async visitFree(visitor: PartnerVisitor, partner: VisitedPartner): Promise<void> {
    const busy = this.busy.get(visitor);
    if (busy === undefined || busy.has(partner.id)) return;
    busy.add(partner.id);
    await visitor.visit(partner).finally(() => busy.delete(partner.id));
  }
}
