import { comparableName } from '../../../../domain/payments/instruction/payee-name';

/** Source: docs/GAPS.md#P26 */
it('compares names without case, accents and further blanks', () => {
  expect(comparableName('  Müller  & Söhne\tGmbH ')).toBe('muller & sohne gmbh');
  expect(comparableName('MÜLLER & SÖHNE GMBH')).toBe(comparableName('Mu\u0308ller & So\u0308hne GmbH'));
  expect(comparableName('Muller Sohne')).not.toBe(comparableName('Mueller Soehne'));
});
