import { nearestName } from '../near-names';
import { REQUIRED_MESSAGE } from '../schema-words';
import { EVENT_TYPES } from './events';

/** Where a caller finds the names of events. */
export const EVENT_NAMES_ADVICE = 'GET /v1/event-types lists the names of events, such as payment.settled';

/** @returns the error message for an absent value; undefined, for the usual message, when the value is invalid */
export function missingEventText({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? `${REQUIRED_MESSAGE}; ${EVENT_NAMES_ADVICE}` : undefined;
}

/**
 * The known event name that a misspelt one most likely stands for, or null. In a known family, such as `payment`, only
 * the rest is compared.
 */
export function nearestEvent(text: string, known: readonly string[]): string | null {
  const family = text.slice(0, text.indexOf('.') + 1);
  const ends = known.filter((name) => name.startsWith(family)).map((name) => name.slice(family.length));
  if (family === '' || ends.length === 0) return nearestName(text, known);
  const end = nearestName(text.slice(family.length), ends);
  return end === null ? null : family + end;
}

/** @returns the error message for a text that is not an accepted name or pattern */
export function unknownEventText(text: string, known: readonly string[] = EVENT_TYPES.map(({ name }) => name)): string {
  const near = nearestEvent(text, known);
  return `is not an event name; ${near === null ? EVENT_NAMES_ADVICE : `did you mean ${near}?`}`;
}
