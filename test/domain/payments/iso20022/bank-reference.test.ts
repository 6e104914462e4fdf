import {
  bankReferenceOf,
  endToEndIdOf,
  PaymentsByName,
  readBankReference,
  referenceKeys,
} from '../../../../domain/payments/iso20022/bank-reference';

const ID = 'instr_01jzabcdefghjkmnpqrstvwxyz';

/** Source: docs/GAPS.md#P23 */
describe('a reference in a file of a bank', () => {
  it('has 16 letters and digits, and tells attempts and requests apart', () => {
    const parts = ['1', '2', '31', '32', '999', 'c', 'r'];
    const references = parts.map((part) => bankReferenceOf(ID, part));
    for (const reference of references) expect(reference).toMatch(/^[A-Z0-9]{16}$/);
    expect(new Set(references).size).toBe(parts.length);
    expect(references[0]?.slice(14)).toBe('01');
    expect(new Set(references.map((reference) => reference.slice(0, 14))).size).toBe(1);
    expect(endToEndIdOf(ID)).toMatch(/^[A-Z0-9]{31}$/);
  });

  it.each([
    ['as it left', endToEndIdOf(ID)],
    ['in small letters', endToEndIdOf(ID).toLowerCase()],
    ['with its prefix apart', ID],
    ['with another separator', ID.replace('_', '-')],
    ['with a blank', ID.toUpperCase().replace('_', ' ')],
    ['with a point', ID.replace('_', '.')],
    ['as the name of an order of former form', `${ID}-12`],
  ])('names its payment %s', (_how, reference) => {
    expect(readBankReference(reference)).toMatchObject({ id: ID, isRequest: false });
  });

  it('names its payment by the first letters of a kept reference, in any form', () => {
    const reference = bankReferenceOf(ID, '3');
    const { stem } = readBankReference(reference);
    const spelt = [
      reference.toLowerCase(),
      `${reference.slice(0, 4)}-${reference.slice(4)}`,
      `${reference.slice(0, 8)} ${reference.slice(8)}`,
    ];
    for (const one of spelt) expect(readBankReference(one)).toMatchObject({ stem, isRequest: false });
    expect(readBankReference(bankReferenceOf(ID, 'c'))).toMatchObject({ stem, isRequest: true });
    expect(readBankReference(`${ID}-r`)).toMatchObject({ id: ID, isRequest: true });
  });

  it('that was cut off names payments whose ids begin so, and other texts name none', () => {
    expect(readBankReference(endToEndIdOf(ID).slice(0, 16)).idPrefix).toBe(ID.slice(0, 17));
    for (const other of ['', 'INSTR', 'NOTPROVIDED', 'B-99', `${ID}-x`, 'X'.repeat(35)]) {
      expect(referenceKeys([other])).toEqual({ ids: [], stems: [], beginnings: [] });
    }
  });

  it('finds payments by any of their names, requests only where these are asked about', () => {
    const uetr = '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d';
    const stem = bankReferenceOf(ID, '1').slice(0, 14);
    const payment = { names: [ID, uetr, stem, 'BANK-7'] };
    const payments = new PaymentsByName([payment, { names: ['instr_01jz0000000000000000000000'] }]);
    const named = [
      uetr.toUpperCase(),
      'BANK-7',
      bankReferenceOf(ID, '4'),
      endToEndIdOf(ID),
      endToEndIdOf(ID).slice(0, 16),
    ];
    for (const reference of named) expect(payments.of([reference])).toEqual([payment]);
    const request = bankReferenceOf(ID, 'c');
    expect([payments.of([request]), payments.of([request], true)]).toEqual([[], [payment]]);
    expect(payments.of(['bank-7', 'unknown'])).toEqual([]);
  });
});
