import { DomainError } from '../errors';

/** The same answer for an unknown payment, another account's, and one that the partner was never given. Source: docs/GAPS.md#G7 */
export function paymentNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such payment instruction.');
}
