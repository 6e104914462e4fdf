import { getAccount } from './get-account';
import { listRequests } from './list-requests';
import { getRateLimit } from './rate-limit-status';

/** Operations of limits, in the specification's order, and the account that they hold for. */
export const LIMIT_ENDPOINTS = [getRateLimit, getAccount, listRequests];
