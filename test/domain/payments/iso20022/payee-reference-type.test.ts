import { isQrIban, isQrReference, typedReference } from '../../../../domain/payments/iso20022/payee-reference-type';

/** Source: Swiss Payment Standards; ISO 11649; docs/GAPS.md#P23 */
describe('a payee reference', () => {
  it('of a QR-bill has 27 digits with the check digit by modulo 10, recursive', () => {
    expect(isQrReference('210000000003139471430009017')).toBe(true);
    expect(isQrReference('21 00000 00003 13947 14300 09017')).toBe(true);
    expect([isQrReference('210000000003139471430009018'), isQrReference('2100')]).toEqual([false, false]);
    expect([isQrIban('CH44 3199 9123 0008 8901 2'), isQrIban('CH93 0076 2011 6238 5295 7')]).toEqual([true, false]);
  });

  it.each([
    ['RF18 5390 0754 7034', 'DE89370400440532013000', { reference: 'RF18539007547034', type: 'SCOR', issuer: null }],
    [
      '210000000003139471430009017',
      'CH4431999123000889012',
      { reference: '210000000003139471430009017', type: 'QRR', issuer: null },
    ],
    ['210000000003139471430009017', 'DE89370400440532013000', null],
    ['+++010/8068/17183+++', 'BE68539007547034', { reference: '010806817183', type: 'SCOR', issuer: 'BBA' }],
    ['010806817184', 'BE68539007547034', null],
    ['1232', 'FI2112345600000785', { reference: '1232', type: 'SCOR', issuer: null }],
    ['1233', 'FI2112345600000785', null],
    ['SI12 1234567890120', 'SI56191000000123438', { reference: 'SI121234567890120', type: 'SCOR', issuer: null }],
    ['HR00 1-2', 'HR1210010051863000160', { reference: 'HR001-2', type: 'SCOR', issuer: null }],
    ['INV-1', 'DE89370400440532013000', null],
  ])('%s to %s keeps its type', (reference, account, typed) => {
    expect(typedReference(reference, account)).toEqual(typed);
  });
});
