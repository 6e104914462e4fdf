import { getRateLimit } from './rate-limit-status';

/** Operations of limits, in the specification's order. */
export const LIMIT_ENDPOINTS = [getRateLimit];
