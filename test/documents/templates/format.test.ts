import { labelsOf } from '../../../domain/documents/layout/labels';
import { quantityText, weightText } from '../../../domain/documents/layout/templates/format';
import { sumWeights } from '../../../domain/documents/rules/weights';

describe('weights of two units', () => {
  const mixed = [
    { value: 17.5, unit: 'KGM' as const },
    { value: 31.716, unit: 'LBR' as const },
  ];
  it('add up to the gram', () => expect(weightText(sumWeights(mixed), labelsOf('en'))).toBe('31.886 kg'));
  it('leave alone what needs no conversion', () => {
    expect(weightText(sumWeights([{ value: 1000.00005, unit: 'KGM' }]), labelsOf('en'))).toBe('1,000.00005 kg');
  });
});

describe('quantities', () => {
  it('are grouped as amounts are', () => expect(quantityText(1234567.25)).toBe('1,234,567.25'));
});
