import type { FieldFault } from '../../../errors';

/** What a recorded answer is read as, and what of the description does not fit it. */
export interface Read {
  read: Record<string, string | number>;
  notes: FieldFault[];
}

/** A member of the description that does not fit an answer. */
export const note = (field: string, code: string, message: string): FieldFault => ({ field, code, message });

/** The members that have a value. */
export function omitUnknown(read: Record<string, string | number | null | undefined>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}
