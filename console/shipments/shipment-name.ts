import type { Shipment } from '../../domain/shipments/shipment';
import type { Words } from '../words/use-words';

/** Characters of a description that a headline or a row has room for. */
const MAX_GOODS = 80;

/** @returns the first line of what the goods are, cut where it is long; null where nothing says it */
export function goodsOf({ description }: Pick<Shipment, 'description'>): string | null {
  const [line = ''] = description?.trim().split('\n') ?? [];
  const characters = [...line.trim()];
  if (characters.length === 0) return null;
  return characters.length > MAX_GOODS ? `${characters.slice(0, MAX_GOODS - 1).join('')}…` : characters.join('');
}

/** @returns `Vietnam to United States` */
export function wayOf(shipment: Shipment, { format, shipments }: Words): string {
  return shipments.fromTo({
    from: format.country(shipment.origin_country),
    to: format.country(shipment.destination_country),
  });
}

/** @returns what a person knows it by: `Cotton T-shirts, Vietnam to United States` */
export function shipmentTitle(shipment: Shipment, words: Words): string {
  const what = goodsOf(shipment) ?? shipment.reference ?? words.shipments.one;
  return `${what}${words.common.comma}${wayOf(shipment, words)}`;
}
