/** Names of the scenarios of a drill, in the order in which they are played. Source: docs/GAPS.md#drills */
export const DRILL_SCENARIOS = [
  'takes_delivery',
  'wrong_signature',
  'stale_timestamp',
  'duplicate',
  'disorder',
  'late_retry',
  'rotation',
  'large_payload',
  'unknown_type',
  'outage',
] as const;
export type DrillScenario = (typeof DRILL_SCENARIOS)[number];

/** A receiver that fails it is spared the others: nothing could be learned from them. */
export const FIRST_SCENARIO: DrillScenario = 'takes_delivery';

/** What is expected of the receiver. */
export const DRILL_TITLES: Readonly<Record<DrillScenario, string>> = {
  takes_delivery: 'answers a delivery with exactly 200 within 5 s',
  wrong_signature: 'refuses what was not signed with its secret',
  stale_timestamp: 'refuses a delivery that was signed an hour ago',
  duplicate: 'answers 200 to an event that it has received before',
  disorder: 'answers 200 to an older event of a subject after a newer one',
  late_retry: 'answers 200 to a retry of an event that is 33 hours old',
  rotation: 'accepts both secrets during the overlap of a rotation',
  large_payload: 'answers 200 to a payload of 60 KiB with an unknown member',
  unknown_type: 'answers 200 to an event of a type that it does not know',
  outage: 'takes 20 events, four at a time, after an outage window',
};

/** Nothing is sent for so long before the scenario `outage`: a compressed outage. */
export const OUTAGE_WINDOW_MS = 5_000;

/** warned: it departs from advice, which fails nothing; skipped: it was not played. */
export const DRILL_OUTCOMES = ['passed', 'warned', 'failed', 'skipped'] as const;
export type DrillOutcome = (typeof DRILL_OUTCOMES)[number];
