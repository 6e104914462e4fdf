import { CSV_COLUMNS, rowToItem, readHeader } from '../../../../domain/payments/batches/csv-columns';

const REQUIRED = CSV_COLUMNS.slice(0, 7);

/** Source: docs/GAPS.md#P18 */
describe('the header of a batch as CSV', () => {
  it('has a column for each member, in any order', () => {
    const header = readHeader([...REQUIRED, ' metadata.order ', 'valueDate'].reverse());
    expect(header).toMatchObject({ ignored: [], faults: [] });
    expect(header.columns.slice(0, 2)).toEqual(['valueDate', 'metadata.order']);
  });

  it('names columns that are missing, near to a known one, or there twice, and ignores what is not known', () => {
    const header = readHeader([...REQUIRED.filter((name) => name !== 'currency'), 'Curency', 'colour', '', 'amount']);
    expect(header.ignored).toEqual(['Curency', 'colour']);
    expect(header.faults).toEqual([
      {
        field: 'currency',
        code: 'required',
        message: 'is a column that the header must have; did you mean this by the column "Curency"?',
      },
      { field: 'amount', code: 'duplicate_key', message: 'is a column that the header has more than once' },
    ]);
  });
});

describe('a row of a batch as CSV', () => {
  const header = readHeader([...REQUIRED, 'colour', 'metadata.__proto__', 'beneficiary.bankAccount.clearing.code']);

  it('is the body of a creation; an empty cell is an absent member', () => {
    const cells = ['1250.50', 'USD', 'Example Ltd', 'US', '9876543210', 'US', '', 'red', 'x', '021000021'];
    const { item, faults } = rowToItem(header, cells);
    expect(faults).toEqual([]);
    expect(JSON.parse(JSON.stringify(item))).toEqual({
      amount: 1250.5,
      currency: 'USD',
      beneficiary: {
        name: 'Example Ltd',
        country: 'US',
        bankAccount: { accountNumber: '9876543210', country: 'US', clearing: { code: '021000021' } },
      },
      settlementRoute: {},
      metadata: JSON.parse('{"__proto__":"x"}') as object,
    });
    expect(Object.getPrototypeOf({})).not.toHaveProperty('order');
  });

  it('leaves an amount that is no number to the schema, and refuses a row that is longer than the header', () => {
    expect(rowToItem(header, ['1,250.50']).item['amount']).toBe('1,250.50');
    expect(rowToItem(header, ['-5']).item['amount']).toBe(-5);
    expect(
      rowToItem(
        header,
        Array.from({ length: 11 }, () => ''),
      ).faults,
    ).toEqual([{ field: '', code: 'cells', message: 'has 11 cells, and the header 10' }]);
    expect(rowToItem(header, ['1']).item).toEqual({ amount: 1, settlementRoute: {} });
  });
});
