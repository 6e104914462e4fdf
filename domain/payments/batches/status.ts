/** `all_or_nothing`: a fault of any row refuses the batch; `valid_only`: of its own row alone. Source: docs/GAPS.md#P18 */
export const BATCH_MODES = ['all_or_nothing', 'valid_only'] as const;
export type BatchMode = (typeof BATCH_MODES)[number];

/**
 * `deciding`: what a member has decided about the batch is decided about each of its payments. `cancelling`: payments that
 * no partner has are cancelled.
 * Source: docs/GAPS.md#P18
 */
export const BATCH_STATUSES = ['making', 'completed', 'deciding', 'cancelling', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** `making`: in hand; `made`: there is a payment; `failed`: a fault of the service. Source: docs/GAPS.md#P18 */
export const ROW_STATES = ['waiting', 'making', 'made', 'refused', 'cancelled', 'failed'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** Tries after which a row that cannot be made is `failed`. Source: docs/GAPS.md#P18 */
export const MAX_ROW_TRIES = 5;

/** Rows of a batch as JSON. Source: docs/GAPS.md#P18 */
export const MAX_ITEMS = 1_000;
/** Rows of a batch as a file. Source: docs/GAPS.md#P18 */
export const MAX_FILE_ROWS = 10_000;
/** Faults that a refusal names, and refused rows that the batch itself shows, at most. Source: docs/GAPS.md#P18 */
export const MAX_NAMED = 1_000;
