import { NotJudged, type Bench, type PartnerFault } from './bench';
import type { Exchanged, OrderRole, PlacedOrder } from './file-evidence';

/** @returns what was ordered and answered. @throws NotJudged for a partner without files; PartnerFault as the exchange */
export function exchangeFiles(bench: Bench): Promise<Exchanged> {
  if (bench.files === null) throw new NotJudged('the partner exchanges no files.');
  return bench.files.exchange(bench);
}

/** @returns the orders of a role */
export function ordersOf({ orders }: Pick<Exchanged, 'orders'>, ...roles: OrderRole[]): PlacedOrder[] {
  return orders.filter(({ role }) => roles.includes(role));
}

/** @throws PartnerFault for the first of what should not be there */
export function requireNone<Found>(found: readonly Found[], faultOf: (first: Found) => PartnerFault): void {
  const [first] = found;
  if (first !== undefined) throw faultOf(first);
}
