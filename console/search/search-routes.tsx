import { searchDocs } from '../../api/docs/search';
import { findPayments } from '../../db/payments/instruction/find-payments';
import { readPaymentRows } from '../../db/payments/instruction/payment-rows';
import { mayChange } from '../user-of';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import type { Language } from '../../domain/auth/languages';
import { searchShipments } from '../../db/shipments/search';
import { likelyNumber } from '../words/typed-number';
import { findNamed } from './find-named';
import { placeOfId } from './places';
import { Search } from './search-page';

/** Longer texts name nothing. */
const MAX_TEXT = 200;
/** Shipments that are found by a reference. */
const MAX_SHIPMENTS = 25;
/** Pages of the documentation beside them. */
const MAX_DOCS = 6;

/** An amount as people of that language type it, such as `1.250,50` or `1250,5 EUR`; null where a text is none. */
function amountIn(text: string, language: Language): number | null {
  const amount = likelyNumber(text.replace(/[ \u00a0\u202f]?[A-Za-z]{3}$/, ''), language);
  return amount !== null && amount > 0 && Number.isSafeInteger(Math.trunc(amount)) ? amount : null;
}

async function search(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at, context, words } = visit;
  const text = (new URLSearchParams(context.querystring).get('q') ?? '').trim().slice(0, MAX_TEXT);
  const place = placeOfId(text);
  if (place !== null) return { kind: 'redirect', location: at(place) };
  const sought = { tenant, text, amount: amountIn(text, words.language) };
  const [found, shipments, named] = await Promise.all([
    text === '' ? [] : findPayments(parts.database, parts.vault, sought),
    text === '' ? [] : searchShipments(parts.database, tenant, { reference: text, limit: MAX_SHIPMENTS }),
    text === '' ? [] : findNamed(visit, text),
  ]);
  const [only, ...others] = [...found, ...shipments, ...named].map(({ id }) => placeOfId(id));
  if (only !== undefined && only !== null && others.length === 0) return { kind: 'redirect', location: at(only) };
  const rows = await readPaymentRows(
    parts.database,
    parts.vault,
    found.map(({ id }) => id),
  );
  const payments = found.flatMap(({ id }) => rows.get(id) ?? []);
  const docs = text === '' ? [] : searchDocs(text, MAX_DOCS);
  const shown = { text, payments, shipments, named, docs, mayChange: mayChange(visit, tenant.environment), at };
  return { kind: 'page', title: words.search.title, body: <Search {...shown} /> };
}

export const SEARCH_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/search', access: 'account', handle: search },
];
