import { findPayments } from '../../db/payments/instruction/find-payments';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { placeOfId } from './places';
import { Search } from './search-page';

/** Longer texts name nothing. */
const MAX_TEXT = 200;

async function search({ parts, tenant, at, context, words }: SideVisit): Promise<Answer> {
  const text = (new URLSearchParams(context.querystring).get('q') ?? '').trim().slice(0, MAX_TEXT);
  const place = placeOfId(text);
  if (place !== null) return { kind: 'redirect', location: at(place) };
  const payments = text === '' ? [] : await findPayments(parts.database, parts.vault, tenant, text);
  const [only, ...others] = payments;
  if (only !== undefined && others.length === 0) {
    return { kind: 'redirect', location: at(`/payments/${only.id}`) };
  }
  return { kind: 'page', title: words.search.title, body: <Search {...{ text, payments, at }} /> };
}

export const SEARCH_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/search', access: 'account', handle: search },
];
