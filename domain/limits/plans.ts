/** Plan tiers, requests per key. Source: specification, "Limits" */
export const PLANS = ['free', 'starter', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** Requests of one key in each period. */
export interface PlanLimits {
  perMinute: number;
  perHour: number;
  perDay: number;
}

/** Limits of the plans; an Enterprise key without numbers has 100,000 a minute. Source: docs/GAPS.md#L1 */
export const PLAN_LIMITS: Record<Plan, Partial<PlanLimits>> = {
  free: { perMinute: 10, perHour: 100, perDay: 1_000 },
  starter: { perMinute: 60, perHour: 1_000, perDay: 10_000 },
  professional: { perMinute: 300, perHour: 5_000, perDay: 100_000 },
  enterprise: { perMinute: 100_000 },
};

/** Requests per minute of the specification's per-endpoint table. Source: specification, "Limits"; docs/GAPS.md#L1, docs/GAPS.md#P14 */
export const ENDPOINT_LIMITS = {
  createInstruction: 100,
  getInstruction: 300,
  statusReport: 500,
  settlementConfirmation: 500,
  track: 60,
  partnerInstructions: 500,
} as const;

export type EndpointLimit = keyof typeof ENDPOINT_LIMITS;
