import type { Tenant } from '../../domain/auth/tenant';
import type { Shipment, ShipmentStatus } from '../../domain/shipments/shipment';
import type { ListPage } from '../../domain/list-order';
import type { Database, Queryable } from '../database';
import { inOrder } from '../list-order';
import { SHIPMENT_COLUMNS, toShipment, type ShipmentRow } from './shipments';

/** Filters of a search; absent ones do not narrow. `to` is exclusive. */
export interface ShipmentFilters extends ListPage {
  query?: string | undefined;
  originCountry?: string | undefined;
  destinationCountry?: string | undefined;
  /** Digits alone, as a prefix: a heading finds its subheadings. */
  hsCode?: string | undefined;
  status?: ShipmentStatus | undefined;
  /** The whole reference, as the client wrote it. */
  reference?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The text with HS codes as they are stored for the search: without points. */
function withoutPoints(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}.])\d{2,4}(?:\.\d{2,4}){1,4}(?![\p{L}\p{N}])/gu, (code) =>
    code.replaceAll('.', ''),
  );
}

/** A text search reads every shipment of its account: some 3 µs for each. */
const TEXT_SEARCH_MS = 2_000;

/** Words of the text as prefixes that must all occur; null when it has none, such as "&". */
function prefixQuery(text: string): string | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `${word}:*`).join(' & ');
}

async function findShipments(client: Queryable, tenant: Tenant, filters: ShipmentFilters): Promise<Shipment[]> {
  const { beyond, direction } = inOrder(filters.order);
  const rows = await client.query<ShipmentRow>(
    `select ${SHIPMENT_COLUMNS} from shipments
     where account_id = $1 and environment = $13
       and ($2::text is null or search_words @@ to_tsquery('simple', $3) or search_words @@ to_tsquery('simple', $12)
            or search_words @@ plainto_tsquery('english', $2) or position(lower($2) in search_text) > 0)
       and ($4::text is null or origin_country = $4)
       and ($5::text is null or destination_country = $5)
       and ($6::text is null or starts_with(replace(hs_code, '.', ''), $6))
       and ($7::text is null or status = $7)
       and ($8::timestamptz is null or created_at >= $8)
       and ($9::timestamptz is null or created_at < $9)
       and ($10::text is null or id ${beyond} $10)
       and ($14::text is null or reference = $14)
     order by id ${direction} limit $11`,
    [
      tenant.accountId,
      filters.query ?? null,
      filters.query === undefined ? null : prefixQuery(filters.query),
      filters.originCountry ?? null,
      filters.destinationCountry ?? null,
      filters.hsCode ?? null,
      filters.status ?? null,
      filters.from ?? null,
      filters.to ?? null,
      filters.after ?? null,
      filters.limit,
      filters.query === undefined ? null : prefixQuery(withoutPoints(filters.query)),
      tenant.environment,
      filters.reference ?? null,
    ],
    'for_values',
  );
  return rows.map(toShipment);
}

/**
 * One page of a tenant's shipments.
 * A query is found as words, as stemmed English words, or literally inside the text (for scripts without spaces).
 * @throws DomainError UNAVAILABLE when a text search takes longer than two seconds
 * Source: docs/GAPS.md#S1, docs/GAPS.md#G8
 */
export function searchShipments(database: Database, tenant: Tenant, filters: ShipmentFilters): Promise<Shipment[]> {
  if (filters.query === undefined) return findShipments(database, tenant, filters);
  return database.transaction(async (client) => {
    await client.query(`set local statement_timeout = ${TEXT_SEARCH_MS}`);
    return findShipments(client, tenant, filters);
  });
}
