import { DomainError } from '../../domain/errors';
import type { QuoteRequest, Unavailable } from '../../db/tariffs/quote';
import { scheduleOf } from '../../domain/tariffs/countries';
import { assertNever } from '../../domain/errors';

/** Why a destination has no answer: a word for machines and a sentence for people. */
export function unavailableReason(request: QuoteRequest, reason: Unavailable): { reason: string; message: string } {
  const { hsCode, destination } = request;
  switch (reason.kind) {
    case 'unknown_code':
      return { reason: 'unknown_code', message: `No heading of the Harmonized System begins ${hsCode.slice(0, 4)}.` };
    case 'domestic':
      return { reason: 'domestic', message: `${destination} is the origin too: no customs border is crossed.` };
    case 'no_schedule':
      return { reason: 'no_schedule', message: `No tariff schedule of ${scheduleOf(destination)} is loaded.` };
    case 'no_rate':
      return { reason: 'no_rate', message: `The schedule loaded for ${destination} has no rate for ${hsCode}.` };
    case 'not_computable':
      return {
        reason: 'not_computable',
        message:
          reason.rate.basis === 'different_lines'
            ? `The lines of ${hsCode} have different duties of which none is ad valorem: name a line of the schedule.`
            : `The duty "${reason.rate.expression ?? ''}" cannot be computed from value, weight and count.`,
      };
    case 'input_missing':
      return { reason: 'input_missing', message: reason.faults.map(({ message }) => message).join(' ') };
    default:
      return assertNever(reason);
  }
}

/** The refusal of a calculation. Source: docs/GAPS.md#H3, #H4, #H5 */
export function quoteRefusal(request: QuoteRequest, reason: Unavailable): DomainError {
  const { message } = unavailableReason(request, reason);
  if (reason.kind === 'unknown_code') return new DomainError('NOT_FOUND', message);
  if (reason.kind === 'domestic') return new DomainError('SAME_TERRITORY', message);
  if (reason.kind === 'input_missing') {
    return new DomainError('TARIFF_DATA_UNAVAILABLE', message, {
      details: reason.faults,
      extra: { dutyExpression: reason.expression },
    });
  }
  return new DomainError('TARIFF_DATA_UNAVAILABLE', message, {
    details: [{ field: reason.kind === 'no_schedule' ? 'destination' : 'hsCode', code: reason.kind, message }],
  });
}
