import fc from 'fast-check';
import { containerCheckDigit, containerFault } from '../../../../domain/documents/rules/container-number';

describe('container numbers', () => {
  // Example of ISO 6346 itself, and a number painted on a real box.
  it.each(['CSQU3054383', 'MSCU6639870', 'CSQU 305438-3'])('accepts %s', (number) => {
    expect(containerFault(number)).toBeNull();
  });
  it.each([
    ['CSQU3054384', 'check_digit'],
    ['CSQX3054383', 'shape'],
    ['CSQU305438', 'shape'],
    ['', 'shape'],
  ])('refuses %s', (number, fault) => {
    expect(containerFault(number)).toBe(fault);
  });
  it('has a digit between 0 and 9 for every number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{3}[UJZ]\d{6}$/), (number) => {
        expect(containerCheckDigit(number)).toBeGreaterThanOrEqual(0);
        expect(containerCheckDigit(number)).toBeLessThanOrEqual(9);
      }),
    );
  });
});
