import { REASON_CODES } from '../../../domain/facts/reasons';

/** Meanings of the reason codes with which payments fail most; English has all of them. Source: docs/GAPS.md#reasons */
export const reasons: Readonly<Record<string, string>> = Object.fromEntries(
  REASON_CODES.facts.flatMap(({ key, value }) => (value === null ? [] : [[key, value.text]])),
);
