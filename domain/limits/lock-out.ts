/**
 * When a key that goes on after refusals is locked out, and for how long.
 * Source: specification, "Limits" ("persistent violation"); docs/GAPS.md#L2
 */
export const LOCK_OUT = {
  /** More refusals than this within the window lock the key out. */
  refusals: 3_000,
  windowMinutes: 10,
  minutes: 15,
} as const;
