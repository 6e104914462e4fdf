import type { FieldFault } from '../../errors';
import { nearestName } from '../../near-names';
import { isNode, type Node } from '../../unknown-value';

const ADDRESS = ['street', 'building', 'city', 'postalCode', 'state', 'country'];

/** Columns without which no row could be a payment. */
const REQUIRED = [
  'amount',
  'currency',
  'beneficiary.name',
  'beneficiary.country',
  'beneficiary.bankAccount.accountNumber',
  'beneficiary.bankAccount.country',
  'purpose.code',
];

/** Columns of a batch as CSV: members of a creation by their paths. Source: docs/GAPS.md#P18 */
export const CSV_COLUMNS: readonly string[] = [
  ...REQUIRED,
  'amountType',
  'beneficiary.type',
  'beneficiary.dateOfBirth',
  'beneficiary.bankAccount.bankName',
  'beneficiary.bankAccount.swiftBic',
  'beneficiary.bankAccount.clearing.scheme',
  'beneficiary.bankAccount.clearing.code',
  ...ADDRESS.map((name) => `beneficiary.address.${name}`),
  'debtor.name',
  'debtor.country',
  ...ADDRESS.map((name) => `debtor.address.${name}`),
  'purpose.description',
  'purpose.nationalCode',
  'remittance.text',
  'remittance.reference',
  'chargeBearer',
  'settlementRoute.routeId',
  'settlementRoute.partnerPreference',
  'settlementRoute.channelPreference',
  'settlementRoute.settlementTimeline',
  'valueDate',
  'clientReference',
  'uetr',
  'quoteId',
];

const KNOWN = new Set(CSV_COLUMNS);
const METADATA = 'metadata.';

/** A header as it was read: the path of each column, null for one that is not known. */
export interface CsvHeader {
  columns: readonly (string | null)[];
  /** Names that are not known. */
  ignored: string[];
  faults: FieldFault[];
}

function requiredFault(column: string, unknown: readonly string[]): FieldFault {
  const near = unknown.find((name) => nearestName(name, [column]) !== null);
  const advice = near === undefined ? '' : `; did you mean this by the column "${near}"?`;
  return { field: column, code: 'required', message: `is a column that the header must have${advice}` };
}

/** Reads the first row of a CSV batch: its columns, the ignored names, and faults for missing and repeated ones. */
export function readHeader(cells: readonly string[]): CsvHeader {
  const names = cells.map((cell) => cell.trim());
  const columns = names.map((name) => (KNOWN.has(name) || name.startsWith(METADATA) ? name : null));
  const ignored = names.filter((name, index) => columns[index] === null && name !== '');
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  const twice = columns.filter((name, index) => name !== null && columns.indexOf(name) < index);
  const faults = [
    ...missing.map((name) => requiredFault(name, ignored)),
    ...[...new Set(twice)].map((name) => ({
      field: name ?? '',
      code: 'duplicate_key',
      message: 'is a column that the header has more than once',
    })),
  ];
  return { columns, ignored, faults };
}

/** Numbers of JSON; anything else stays a text, which the schema refuses. */
function amountOf(cell: string): unknown {
  return /^-?\d{1,17}(\.\d{1,9})?$/.test(cell) ? Number(cell) : cell;
}

/**
 * Sets a member at a dotted path, making the objects on the way. Paths are our own column names, never a client's
 * text.
 */
function setMember(item: Node, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = item;
  for (const name of names) {
    const below = at[name];
    const next: Node = isNode(below) ? below : {};
    at[name] = next;
    at = next;
  }
  at[last] = value;
}

/**
 * Converts a CSV row into the body of a creation.
 * @param cells of a row; an empty one is an absent member
 */
export function rowToItem({ columns }: CsvHeader, cells: readonly string[]): { item: Node; faults: FieldFault[] } {
  const item: Node = { settlementRoute: {} };
  const metadata: [string, string][] = [];
  cells.forEach((cell, index) => {
    const column = columns[index] ?? null;
    if (column === null || cell === '') return;
    if (column.startsWith(METADATA)) metadata.push([column.slice(METADATA.length), cell]);
    else setMember(item, column, column === 'amount' ? amountOf(cell) : cell);
  });
  if (metadata.length > 0) item['metadata'] = Object.fromEntries(metadata);
  if (cells.length <= columns.length) return { item, faults: [] };
  const message = `has ${cells.length} cells, and the header ${columns.length}`;
  return { item, faults: [{ field: '', code: 'cells', message }] };
}
