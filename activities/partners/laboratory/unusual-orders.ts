import type { PartnerOrder } from '../port';
import type { Bench } from './bench';

type Orders = Pick<Bench, 'order' | 'random'>;

/** A currency that no list has. */
export const NO_CURRENCY = 'ZZZ';

/** @returns an order that cannot be paid, in a currency that no list has */
export function unpayableOrder(bench: Orders): PartnerOrder {
  return { ...bench.order(), currency: NO_CURRENCY };
}

const NAMES = ['Łódź Żółw Çağrı Ñandú', '株式会社東京貿易', 'شركة التجارة', "O'Neill & Söhne «Prüfung»"];

/** @returns an order whose payee has a name outside of ASCII */
export function unusualOrder(bench: Orders): PartnerOrder {
  const order = bench.order();
  const name = NAMES[Math.floor(bench.random() * NAMES.length)] ?? '';
  const { beneficiary } = order.privateData;
  return { ...order, privateData: { ...order.privateData, beneficiary: { ...beneficiary, name } } };
}

/** An order with all optional members. */
export function fullOrder(bench: Orders): PartnerOrder {
  const order = bench.order();
  const { beneficiary } = order.privateData;
  const { country } = beneficiary;
  const address = { street: 'Main Street', building: '1', city: 'Springfield', postalCode: '12345', country };
  const privateData = {
    ...order.privateData,
    beneficiary: { ...beneficiary, type: 'company' as const, address },
    debtor: { name: 'Corridor Laboratory', country },
    remittance: { text: 'Laboratory', reference: 'LAB-1' },
  };
  return { ...order, valueDate: order.takenAt.toISOString().slice(0, 10), privateData };
}
