import type { FieldFault } from '../../errors';

const DIGITS = 5;

/** @returns the id of a row, by which rows are in their order; it is the idempotency key of its payment, too */
export function rowIdOf(batchId: string, position: number): string {
  return `${batchId}:${String(position).padStart(DIGITS, '0')}`;
}

/** @returns whether an id is that of a row of the batch */
export function isRowOf(batchId: string, rowId: string): boolean {
  return rowId.startsWith(`${batchId}:`);
}

/** @returns the place of a row in its batch, from 0 */
export function positionOf(rowId: string): number {
  return Number(rowId.slice(-DIGITS));
}

/** @returns path of a fault of a row, such as `items[3].currency`; `items[3]` for one of the whole row */
export function rowField(position: number, field: string): string {
  const row = `items[${position}]`;
  return field === '' ? row : `${row}.${field}`;
}

/** Faults of a row by their place in the batch. Source: docs/GAPS.md#P18 */
export function faultsOfRow(position: number, faults: readonly FieldFault[]): FieldFault[] {
  return faults.map(({ field, ...rest }) => ({ field: rowField(position, field), ...rest }));
}

/** Members of which two payments cannot have the same value. */
const UNIQUE = ['clientReference', 'uetr', 'quoteId'] as const;
export type UniqueMember = (typeof UNIQUE)[number];

/** Finds rows that repeat what an earlier row of the batch has. */
export class Repeats {
  private readonly seen = new Map<string, number>();

  /** @returns the faults of a row, which is remembered for the later ones */
  faultsOf(position: number, row: { readonly [Member in UniqueMember]?: string | undefined }): FieldFault[] {
    return UNIQUE.flatMap((field) => {
      const value = row[field];
      if (value === undefined) return [];
      const name = `${field} ${value}`;
      const first = this.seen.get(name);
      if (first === undefined) {
        this.seen.set(name, position);
        return [];
      }
      return [{ field, code: 'duplicate', message: `is that of ${rowField(first, '')} too` }];
    });
  }
}
