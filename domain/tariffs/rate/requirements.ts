import type { Duty, DutyPart, MeasureUnit } from '../schedule/duty';

/** Fields of a request that a duty cannot do without, and the unit in which the schedule counts. */
export interface Requirements {
  fields: 'weight'[];
  units: MeasureUnit[];
}

function unitsIn(parts: readonly DutyPart[]): MeasureUnit[] {
  return parts.flatMap((part) => (part.type === 'specific' ? [part.unit] : []));
}

/**
 * What a caller must add to value and currency, known before a calculation is refused for its lack.
 * @param duty null for a rate that cannot be computed at all
 * Source: docs/GAPS.md#H3
 */
export function requirementsOf(duty: Duty | null): Requirements {
  const parts = duty === null ? [] : [...duty.parts, ...(duty.minimum ?? []), ...(duty.maximum ?? [])];
  const units = [...new Set(unitsIn(parts))];
  return { fields: units.length === 0 ? [] : ['weight'], units };
}
