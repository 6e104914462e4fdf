import { fillBody, writeBody } from '../../../../../domain/payments/dispatch/description/body';
import type { DescribedField } from '../../../../../domain/payments/dispatch/description/schema';

const ORDER = { amount: 12.5, currency: 'USD', chargeBearer: 'SHAR', valueDate: null, beneficiary: { name: 'A & B' } };

function written(fields: DescribedField[], order: unknown = ORDER): unknown {
  const filled = fillBody(fields, order);
  return filled.kind === 'filled' ? JSON.parse(writeBody(filled.tree, 'json')) : filled.reason;
}

describe('a body', () => {
  it('has constants and members of the order at their places, and leaves out what the order lacks', () => {
    const body = written([
      { at: '/payments/0/amount', from: '/amount' },
      { at: '/payments/0/payee/name', from: '/beneficiary/name' },
      { at: '/payments/0/day', from: '/valueDate' },
      { at: '/payments/0/note', from: '/remittance/text' },
      { at: '/kind', constant: false },
    ]);
    expect(body).toEqual({ payments: [{ amount: 12.5, payee: { name: 'A & B' } }], kind: false });
  });

  it('keeps the order of its members', () => {
    const filled = fillBody(
      [
        { at: '/b/x', constant: 1 },
        { at: '/a', constant: 2 },
        { at: '/b/y', constant: 3 },
      ],
      {},
    );
    expect(filled.kind === 'filled' && writeBody(filled.tree, 'json')).toBe('{"b":{"x":1,"y":3},"a":2}');
  });

  it.each([
    [undefined, 'USD', 12.5, 12.5],
    ['number', 'USD', 12.5, 12.5],
    ['decimal', 'USD', 12.5, '12.50'],
    ['decimal', 'JPY', 12, '12'],
    ['decimal', 'KWD', 12.5, '12.500'],
    ['minor', 'USD', 1.1, 110],
    ['minor', 'JPY', 12, 12],
    ['minor', 'KWD', 1.001, 1001],
  ] as const)('writes an amount as %s of %s: %d is %j', (as, currency, amount, value) => {
    expect(written([{ at: '/a', from: '/amount', as }], { amount, currency })).toEqual({ a: value });
  });

  it("has the bank's word for ours, and is not made where it has none", () => {
    const map = { SHAR: 'shared' };
    expect(written([{ at: '/c', from: '/chargeBearer', map }])).toEqual({ c: 'shared' });
    const other = { ...ORDER, chargeBearer: 'DEBT' };
    expect(written([{ at: '/c', from: '/chargeBearer', map }], other)).toBe('The bank takes no chargeBearer DEBT.');
    const inherited = { ...ORDER, chargeBearer: 'toString' };
    expect(written([{ at: '/c', from: '/chargeBearer', map }], inherited)).toMatch(/takes no/);
  });

  it('is not made where the order lacks what the bank needs', () => {
    const needed: DescribedField = { at: '/note', from: '/remittance/text', required: true };
    expect(written([needed])).toBe('The bank needs remittance/text.');
    expect(written([needed], { remittance: { text: '' } })).toBe('The bank needs remittance/text.');
    expect(written([needed], { remittance: { text: 'x' } })).toEqual({ note: 'x' });
  });

  it.each([
    [
      'form',
      [
        { at: '/a[b]', constant: 'x y&z' },
        { at: '/n', constant: 1 },
      ],
      'a%5Bb%5D=x+y%26z&n=1',
    ],
    [
      'xml',
      [
        { at: '/A/@k', constant: '"<' },
        { at: '/A/B/@c', constant: true },
        { at: '/A/B/#text', constant: '1 & 2' },
      ],
      '<?xml version="1.0" encoding="UTF-8"?>\n<A k="&quot;&lt;"><B c="true">1 &amp; 2</B></A>\n',
    ],
  ] as const)('is written as %s', (format, fields, text) => {
    const filled = fillBody(fields, {});
    expect(filled.kind === 'filled' && writeBody(filled.tree, format)).toBe(text);
  });
});
