import type { FieldFault } from '../errors';
import { MAX_LIMIT } from './bucket';
import { ENDPOINT_LIMITS, type EndpointLimit } from './plans';

/** Requests a minute by row of the endpoint table, for one key; the standard number applies to rows that are absent. */
export type CustomEndpointLimits = Readonly<Partial<Record<EndpointLimit, number>>>;

/** What was read, and everything that is wrong with it: `limits` is for use where there is no fault. */
export interface ReadEndpointLimits {
  limits: CustomEndpointLimits;
  faults: FieldFault[];
}

function isEndpointLimit(name: string): name is EndpointLimit {
  return Object.hasOwn(ENDPOINT_LIMITS, name);
}

/** Rows of the endpoint table, in its order. */
export const ENDPOINT_LIMIT_NAMES: readonly EndpointLimit[] = Object.keys(ENDPOINT_LIMITS).filter(isEndpointLimit);

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT;
}

/**
 * Reads limits by the name of the endpoint; null counts as absent.
 * @returns the limits, with a fault for each unknown name and each invalid number
 * Source: docs/GAPS.md#L1, docs/GAPS.md#G4
 */
export function readCustomEndpointLimits(sent: Readonly<Record<string, unknown>>): ReadEndpointLimits {
  const limits: Partial<Record<EndpointLimit, number>> = {};
  const faults: FieldFault[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (!isEndpointLimit(name)) {
      const message = `is not one of ${ENDPOINT_LIMIT_NAMES.join(', ')}`;
      faults.push({ field: name, code: 'unknown', message });
    } else if (isCount(value)) {
      limits[name] = value;
    } else if (value !== null) {
      faults.push({ field: name, code: 'range', message: `must be a whole number from 1 to ${MAX_LIMIT}` });
    }
  }
  return { limits, faults };
}

/**
 * Parses limits as people type them: `createInstruction=1000,statusReport=2000`.
 * @returns the limits, with faults as of `readCustomEndpointLimits`, for each malformed part, and for an empty text
 */
export function parseCustomEndpointLimits(text: string): ReadEndpointLimits {
  const numbers = new Map<string, unknown>();
  const faults: FieldFault[] = [];
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [name = '', count, ...more] = part.split('=').map((side) => side.trim());
    if (name === '' || count === undefined || more.length > 0) {
      faults.push({ field: part, code: 'form', message: 'is not of the form createInstruction=1000' });
    } else if (numbers.has(name)) {
      faults.push({ field: name, code: 'twice', message: 'is there twice' });
    } else {
      numbers.set(name, /^\d+$/.test(count) ? Number(count) : count);
    }
  }
  if (numbers.size === 0 && faults.length === 0) {
    const message = `name at least one of ${ENDPOINT_LIMIT_NAMES.join(', ')}`;
    faults.push({ field: '', code: 'too_small', message });
  }
  const read = readCustomEndpointLimits(Object.fromEntries(numbers));
  return { limits: read.limits, faults: [...faults, ...read.faults] };
}

/** Whose key it is, and its plan: null for a key that is not a client's. */
export interface LimitedKey {
  kind: 'client' | 'partner' | 'operator';
  plan: string | null;
}

/** Whether custom numbers of a key apply. Source: docs/GAPS.md#L1 */
export function mayHaveCustomEndpointLimits({ kind, plan }: LimitedKey): boolean {
  return kind === 'partner' || (kind === 'client' && plan === 'enterprise');
}

/** @returns why a key cannot be given custom numbers, as a list of one, or an empty one where it can */
export function customEndpointLimitFaults(key: LimitedKey): FieldFault[] {
  if (mayHaveCustomEndpointLimits(key)) return [];
  const what = key.kind === 'client' ? `the plan of this key is ${key.plan ?? 'free'}` : "this key is an operator's";
  const message = `Custom endpoint limits are for Enterprise keys and partners, and ${what}.`;
  return [{ field: 'customEndpointLimits', code: 'plan', message }];
}
