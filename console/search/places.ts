import { ID_PREFIXES } from '../../domain/ids';

/** Pages of things that are known by their ids. */
const PAGES: readonly (readonly [prefix: string, page: string])[] = [
  [ID_PREFIXES.instruction, '/payments/'],
  [ID_PREFIXES.beneficiary, '/beneficiaries/'],
  [ID_PREFIXES.batch, '/batches/'],
  [ID_PREFIXES.shipment, '/shipments/'],
  [ID_PREFIXES.document, '/documents/'],
  [ID_PREFIXES.webhook, '/webhooks/'],
  [ID_PREFIXES.delivery, '/deliveries/'],
  [ID_PREFIXES.request, '/requests/'],
];

/** @returns the page of one side that shows what has this id; null for a text that is none, or that no page shows */
export function placeOfId(text: string): string | null {
  const page = PAGES.find(([prefix]) => text.startsWith(prefix) && /^[a-z]+_[0-9a-z]{26}$/.test(text))?.[1];
  return page === undefined ? null : `${page}${text}`;
}
