import { isCreditorReference, Remittance } from '../../../../domain/payments/instruction/remittance';

const faults = (remittance: unknown) =>
  (Remittance.safeParse(remittance).error?.issues ?? []).map(
    ({ path, code, ...issue }) => `${path.join('.')} ${'params' in issue ? String(issue.params?.['code']) : code}`,
  );

/** Source: ISO 11649 */
describe('a creditor reference', () => {
  it.each(['RF18539007547034', 'RF18 5390 0754 7034', 'RF720HYA6', 'RF68AB2G5', 'RF451234512345', 'RF96TU06FX'])(
    'may be %s',
    (reference) => expect(isCreditorReference(reference)).toBe(true),
  );

  it.each([
    'RF19539007547034',
    'RF18539007547035',
    'RF19GAX8WS5JYOOUJ87',
    'RF18',
    'RF0072',
    'RF0154',
    'RF991X',
    'RFX8539007547034',
    'rf18539007547034',
    'XRF18539007547034',
    'RF68ab2g5',
    'RF18-5390-0754-7034',
    'RF14X2HU4TC28XTYLHASYWT911',
  ])('is not %s', (reference) => expect(isCreditorReference(reference)).toBe(false));

  it('has up to 21 characters of its own', () => {
    expect(isCreditorReference('RF14X2HU4TC28XTYLHASYWT91')).toBe(true);
  });
});

/** Source: docs/GAPS.md#P2 */
describe('remittance information', () => {
  it('is a text of 140 characters and a reference of 35, as they were sent', () => {
    const whole = { text: `${'x'.repeat(139)}é`, reference: ' 4711/ÄB '.padEnd(35, '-') };
    expect(Remittance.parse(whole)).toEqual(whole);
    expect(faults({ text: 'x'.repeat(141), reference: 'x'.repeat(36) })).toEqual(['text too_big', 'reference too_big']);
    expect(faults({ text: '', reference: '' })).toEqual(
      expect.arrayContaining(['text too_small', 'reference too_small']),
    );
    expect(faults({ text: 'a\nb' })).toEqual(['text invalid_format']);
  });

  it('may be without either', () => {
    expect([faults({}), faults({ text: null, reference: null })]).toEqual([[], []]);
  });

  it('has a right creditor reference where it begins with RF', () => {
    expect(faults({ reference: 'RF18539007547034' })).toEqual([]);
    expect(faults({ reference: 'RF19539007547034' })).toEqual(['reference creditor_reference']);
    expect(faults({ reference: 'rfq 7' })).toEqual([]);
  });
});
