import { z, type output, type ZodType } from 'zod';
import { optional, printable } from '../../schema-tools';
import type { Agreement } from '../../tariffs/schedule/agreements';
import type { InvoiceFormat } from '../branding';
import type { Locale } from '../locales';
import type { Findings } from '../rules/finding';

/** Against what a document is checked beside its own data. */
export interface CheckFacts {
  /** Calendar date in UTC. */
  today: string;
  /** Trade agreements with their members; none where none were imported, or the kind of document needs none. */
  agreements: readonly Agreement[];
  /** What the account wants its commercial invoices to be. */
  invoiceFormat: InvoiceFormat;
}

/** What the data of every document may say. */
interface CommonData {
  locale?: Locale | undefined;
}

/** What one type of document is: the shape of its data, its number and its cross-checks. */
export interface DocumentKind<Data extends CommonData> {
  /** The document's own number, which names the file. Source: docs/GAPS.md#D4 */
  numberOf(data: Data): string;
  /**
   * Cross-checks of the data as they were sent: what is sound of them is judged beside what the shape refuses.
   * Source: docs/GAPS.md#D3, docs/GAPS.md#G2
   */
  check(data: unknown, facts: CheckFacts): Findings;
  /** Fills in what the service knows and the client left out. */
  complete?(data: Data, facts: CheckFacts): Data;
  /** Whether its checks need the trade agreements. */
  needsAgreements?: boolean;
}

/** What requests of every type may say beside their data. */
export const RequestMembers = z.object({
  shipmentId: optional(printable(64)),
  instructionId: optional(z.string().regex(/^instr_[0-9a-z]{26}$/, 'must be the id of a payment instruction')),
});

/** @returns `CommercialInvoice` for `commercial_invoice`: how the published document names its schemas */
function schemaName(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * Describes a type of document.
 * @param type its name in requests
 * @param data shape of its data
 * @returns the kind with the shape of its requests
 */
export function defineKind<Type extends string, Data extends ZodType<CommonData>>(
  type: Type,
  data: Data,
  kind: DocumentKind<output<Data>>,
) {
  const name = schemaName(type);
  const request = z
    .object({ type: z.literal(type), ...RequestMembers.shape, data: data.meta({ id: `${name}Data` }) })
    .meta({ id: `${name}Request` });
  return { ...kind, request };
}
