import type { FieldFault } from '../../domain/errors';
import { nearestName } from '../../domain/near-names';
import { REQUIRED_MESSAGE } from '../../domain/schema-words';
import { fieldPath } from '../json-body';

/** A member that a request has and its operation does not know. */
export interface UnknownMember {
  path: readonly (string | number)[];
  /** Names that stand there and are known. */
  known: readonly string[];
}

/** The refusal of a member that is not known. Source: docs/GAPS.md#G4 */
export function unknownFault({ path, known }: UnknownMember): FieldFault {
  const near = nearestName(String(path.at(-1)), known);
  const list = known.length === 0 ? 'this operation has none' : `known here: ${known.join(', ')}`;
  const advice = near === null ? list : `did you mean ${near}?`;
  return { field: fieldPath(path), code: 'unknown_member', message: `is not known; ${advice}` };
}

/** Adds a suggestion to the fault of a missing member if an unknown one has nearly its name. */
export function withSuggestions(faults: readonly FieldFault[], unknown: readonly UnknownMember[]): FieldFault[] {
  return faults.map((fault) => {
    if (!fault.message.startsWith(REQUIRED_MESSAGE)) return fault;
    const near = unknown.find(({ path, known }) => {
      const meant = nearestName(String(path.at(-1)), known);
      return meant !== null && fieldPath([...path.slice(0, -1), meant]) === fault.field;
    });
    if (near === undefined) return fault;
    return {
      ...fault,
      message: `${fault.message}; did you mean this by the unknown member "${fieldPath(near.path)}"?`,
    };
  });
}

/** @returns whether `Prefer` asks for the refusal of what would be ignored. Source: RFC 7240, 4.4 */
export function prefersStrict(header: string): boolean {
  return header.split(/[,;]/).some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}
