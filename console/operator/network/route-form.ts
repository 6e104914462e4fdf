import type { ZodType } from 'zod';
import { RouteChange, RouteCreate } from '../../../domain/payments/routing/route-schema';
import { numberIn, type Faults } from '../../forms/read-form';
import { shapeOf } from '../../forms/schema/shape';

/** Lists as people type them. */
const words = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());

const MEMBERS: Readonly<Record<string, ZodType>> = { ...RouteCreate.shape, ...RouteChange.shape };

/**
 * The value of a member of a route; undefined for an unknown name and for a number left empty, null for a bound left
 * empty.
 */
function memberValue(name: string, text: string): unknown {
  const schema = MEMBERS[name];
  if (schema === undefined) return undefined;
  const shape = shapeOf(schema);
  if (shape.kind === 'list') return words(text);
  if (shape.kind !== 'value' || shape.type !== 'number') return text;
  return text === '' ? schema.safeParse(null).data : numberIn(text);
}

/** Faults of the operation at the fields of the form: of a list, the first item at fault. */
export function faultsOfRoute(faults: Faults): Faults {
  const shown: Faults = {};
  for (const [path, message] of Object.entries(faults)) shown[path.split('.')[0] ?? path] ??= message;
  return shown;
}

/**
 * Reads the fields of a route as the body of the operator's operation. Fields that are not in the form, and numbers
 * left empty, are absent; bounds left empty are null.
 */
export function readRouteFields(form: URLSearchParams): Record<string, unknown> {
  return {
    ...Object.fromEntries([...form].map(([name, text]) => [name, memberValue(name, text.trim())])),
    ...(form.has('cutOff') ? { alwaysOpen: form.get('alwaysOpen') === 'yes' } : {}),
    ...(words(form.get('countries') ?? '').length === 0 ? { countries: ['*'] } : {}),
    timelines: form.getAll('timeline'),
  };
}
