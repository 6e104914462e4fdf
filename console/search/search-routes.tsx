import { findPayments } from '../../db/payments/instruction/find-payments';
import { ID_PREFIXES } from '../../domain/ids';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { Search } from './search-page';

/** Longer texts name nothing. */
const MAX_TEXT = 200;

/** Pages of things that are known by their ids. */
const PAGES: readonly (readonly [prefix: string, page: string])[] = [
  [ID_PREFIXES.instruction, '/payments/'],
  [ID_PREFIXES.beneficiary, '/beneficiaries/'],
  [ID_PREFIXES.batch, '/batches/'],
  [ID_PREFIXES.document, '/documents/'],
  [ID_PREFIXES.webhook, '/webhooks/'],
  [ID_PREFIXES.delivery, '/deliveries/'],
  [ID_PREFIXES.request, '/requests?id='],
];

async function search({ parts, tenant, at, context }: SideVisit): Promise<Answer> {
  const text = (new URLSearchParams(context.querystring).get('q') ?? '').trim().slice(0, MAX_TEXT);
  const place = PAGES.find(([prefix]) => text.startsWith(prefix) && /^[a-z]+_[0-9a-z]{26}$/.test(text));
  if (place !== undefined) return { kind: 'redirect', location: at(`${place[1]}${text}`) };
  const payments = text === '' ? [] : await findPayments(parts.database, parts.vault, tenant, text);
  const [only, ...others] = payments;
  if (only !== undefined && others.length === 0) {
    return { kind: 'redirect', location: at(`/payments/${only.id}`) };
  }
  return { kind: 'page', title: 'Search', body: <Search {...{ text, payments, at }} /> };
}

export const SEARCH_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/search', access: 'account', handle: search },
];
