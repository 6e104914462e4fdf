import { assertNever, DomainError } from '../../domain/errors';
import { scheduleOf, shareTariff } from '../../domain/tariffs/schedule/countries';
import { coverageOf, excludedFrom, type Coverage } from '../../domain/tariffs/schedule/coverage';
import type { QuoteRequest, Unavailable } from '../../domain/tariffs/rate/found-rate';

function noScheduleMessage({ origin, destination }: QuoteRequest): string {
  const name = scheduleOf(destination);
  if (shareTariff(origin, destination)) {
    return `No tariff schedule of ${name} for goods of ${origin} is loaded: both apply one common tariff towards others.`;
  }
  return `No tariff schedule of ${name} is loaded. An operator loads its averages with "corridor data pull wits --countries ${name}".`;
}

/** Why a destination has no answer: a code for machines and a sentence for people. */
export function unavailableReason(request: QuoteRequest, reason: Unavailable): { reason: string; message: string } {
  const { hsCode, origin, destination } = request;
  switch (reason.kind) {
    case 'unknown_code':
      return { reason: 'unknown_code', message: `There is no heading ${hsCode.slice(0, 4)} in the Harmonized System.` };
    case 'domestic':
      return {
        reason: 'domestic',
        message: `${destination} is both origin and destination: no customs border is crossed.`,
      };
    case 'no_schedule':
      return { reason: 'no_schedule', message: noScheduleMessage(request) };
    case 'before_editions':
      return {
        reason: 'before_editions',
        message: `The oldest edition of the schedule of ${scheduleOf(destination)} that is loaded begins on ${reason.validFrom}, after ${request.date}.`,
      };
    case 'no_rate':
      return {
        reason: 'no_rate',
        message: `The schedule loaded for ${destination} has no rate for ${hsCode}: it is in ${reason.nomenclature ?? 'another edition of the nomenclature'}, and no concordance for the code is loaded.`,
      };
    case 'no_column_two':
      return {
        reason: 'no_column_two',
        message: `Goods of ${origin} pay column 2 rates of the United States, which are not loaded for ${hsCode}.`,
      };
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

/** Sources of a refusal: the editions that were looked at and what they lack. */
function coverageOfRefusal(request: QuoteRequest, reason: Unavailable, message: string): Coverage {
  const sources = 'sources' in reason ? reason.sources : [];
  return coverageOf(sources, [message], excludedFrom([scheduleOf(request.destination)]));
}

/** The field that a caller would have to change. */
export function fieldOf(reason: Unavailable): string {
  if (reason.kind === 'no_schedule') return 'destination';
  return reason.kind === 'before_editions' ? 'date' : 'hsCode';
}

/** The error that refuses a calculation. Source: docs/GAPS.md#H3, #H4, #H5 */
export function quoteRefusal(request: QuoteRequest, reason: Unavailable): DomainError {
  const { message } = unavailableReason(request, reason);
  const coverage = coverageOfRefusal(request, reason, message);
  if (reason.kind === 'unknown_code') return new DomainError('NOT_FOUND', message);
  if (reason.kind === 'domestic') return new DomainError('SAME_TERRITORY', message);
  if (reason.kind === 'input_missing') {
    return new DomainError('TARIFF_DATA_UNAVAILABLE', message, {
      details: reason.faults,
      extra: {
        dutyExpression: reason.expression,
        requires: [...new Set(reason.faults.map(({ field }) => (field === 'unit' ? 'weight' : field)))],
        coverage,
      },
    });
  }
  return new DomainError('TARIFF_DATA_UNAVAILABLE', message, {
    details: [{ field: fieldOf(reason), code: reason.kind, message }],
    extra: { coverage },
  });
}
