import type { DutyPart } from '../../../../domain/tariffs/schedule/duty';
import { requirementsOf } from '../../../../domain/tariffs/rate/requirements';

const percent: DutyPart = { type: 'percent', percent: '5' };
const per = (unit: 'kg' | 'l' | 'item'): DutyPart => ({
  type: 'specific',
  amount: '1',
  currency: 'USD',
  per: '1',
  unit,
});

/** Source: docs/GAPS.md#H3 */
describe('what a caller must add', () => {
  it('is nothing for a percentage, or for a rate that cannot be computed', () => {
    expect(requirementsOf({ parts: [percent] })).toEqual({ fields: [], units: [] });
    expect(requirementsOf(null)).toEqual({ fields: [], units: [] });
  });

  it('is the weight in the unit of the duty, of its least and of its most', () => {
    expect(requirementsOf({ parts: [percent, per('kg')] })).toEqual({ fields: ['weight'], units: ['kg'] });
    expect(requirementsOf({ parts: [per('kg')], minimum: [per('l')], maximum: [per('item'), per('kg')] })).toEqual({
      fields: ['weight'],
      units: ['kg', 'l', 'item'],
    });
  });
});
