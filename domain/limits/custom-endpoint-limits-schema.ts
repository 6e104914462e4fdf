import { z } from 'zod';
import { MAX_LIMIT } from './bucket';
import { ENDPOINT_LIMIT_NAMES, readCustomEndpointLimits } from './custom-endpoint-limits';

const COUNT = { type: 'integer' as const, minimum: 1, maximum: MAX_LIMIT };

/** Requests a minute by row of the endpoint table. Source: docs/GAPS.md#L1 */
export const CustomEndpointLimitsBody = z
  .record(z.string(), z.unknown())
  .transform((sent, context) => {
    const { limits, faults } = readCustomEndpointLimits(sent);
    for (const { field, code, message } of faults) {
      context.addIssue({ code: 'custom', path: [field], message, params: { code } });
    }
    return limits;
  })
  .meta({
    description: 'Requests a minute of single operations; the others keep the standard numbers',
    override: {
      type: 'object',
      properties: Object.fromEntries(ENDPOINT_LIMIT_NAMES.map((name) => [name, COUNT])),
      additionalProperties: false,
    },
  });
