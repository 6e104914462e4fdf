import { InvalidArgumentError } from 'commander';
import {
  ENDPOINT_LIMIT_NAMES,
  parseCustomEndpointLimits,
  type CustomEndpointLimits,
} from '../../domain/limits/custom-endpoint-limits';

/** What `--endpoint-limits` says of a key, as a whole: numbers that it had before are gone. */
export interface EndpointLimitsOption {
  endpointLimits: boolean;
  customEndpointLimits: CustomEndpointLimits;
}

/** Help of `--endpoint-limits`. */
export const ENDPOINT_LIMITS_HELP =
  'limits of single operations: standard; none; or numbers a minute in place of the standard ones, such as ' +
  `createInstruction=1000,statusReport=2000, of ${ENDPOINT_LIMIT_NAMES.join(', ')}`;

/**
 * Parses `none`, `standard`, or limits by name.
 * @throws InvalidArgumentError with every fault
 */
export function endpointLimits(text: string): EndpointLimitsOption {
  if (text === 'none') return { endpointLimits: false, customEndpointLimits: {} };
  if (text === 'standard') return { endpointLimits: true, customEndpointLimits: {} };
  const { limits, faults } = parseCustomEndpointLimits(text);
  if (faults.length === 0) return { endpointLimits: true, customEndpointLimits: limits };
  const named = faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
  throw new InvalidArgumentError(`It must be none, standard or numbers by name: ${named}.`);
}
