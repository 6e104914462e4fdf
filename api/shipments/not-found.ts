import { DomainError } from '../../domain/errors';

/** The same answer for an unknown shipment and for another account's. Source: docs/GAPS.md#G7 */
export function shipmentNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such shipment.');
}
