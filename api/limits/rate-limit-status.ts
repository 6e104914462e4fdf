import { z } from 'zod';
import { endpoint } from '../endpoint';

const MS_PER_SECOND = 1000;

/** Source: specification, "Rate-limit status" */
const rateLimitStatus = z.object({
  limit: z.number().int().meta({ description: 'Capacity of the bucket.' }),
  remaining: z.number().int().meta({ description: 'Requests available now.' }),
  reset: z.number().int().meta({ description: 'Unix seconds at which the bucket is full again.' }),
  period: z.enum(['minute', 'hour', 'day']).meta({ description: 'Time in which the bucket fills.' }),
});

/** The tightest bucket of the caller's plan. Reading it costs nothing. Source: docs/GAPS.md#L1 */
export const getRateLimit = endpoint({
  operationId: 'getRateLimit',
  summary: 'Current rate-limit status of the key',
  tag: 'Limits',
  method: 'get',
  path: '/v1/rate-limit',
  access: { kind: 'client', scope: null },
  limit: null,
  countsAgainstPlan: false,
  envelope: 'bare',
  responses: { 200: { description: "The tightest bucket of the key's plan.", schema: rateLimitStatus } },
  errors: [],
  async handle({ principal }, { limiter }) {
    const { limit, remaining, fullAtMs, period } = await limiter.bucketStatus(principal);
    return { status: 200, data: { limit, remaining, reset: Math.ceil(fullAtMs / MS_PER_SECOND), period } };
  },
});
