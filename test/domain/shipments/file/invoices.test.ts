import type { Fact } from '../../../../domain/shipments/file/fact';
import { combineInvoices } from '../../../../domain/shipments/file/invoices';

const fact = (source: string, topic: Fact['topic'], key: Fact['key'], value: Fact['value'] = String(key)): Fact => ({
  ...{ topic, source, kind: 'commercial_invoice', path: 'path', value, key },
});
const shown = (facts: readonly Fact[]) =>
  combineInvoices(facts).map(({ topic, source, key, value }) => [topic, source, key, value]);

describe('several invoices of a shipment', () => {
  it('state sums, what any of them names, and the latest day', () => {
    const facts = [
      ...[fact('a', 'amount', '10.50', 10.5), fact('b', 'amount', '4.25', 4.25)],
      ...[fact('a', 'net_weight', '1', '1 kg'), fact('b', 'net_weight', '2', '2 kg')],
      ...[fact('a', 'invoice_number', 'x'), fact('b', 'invoice_number', 'y')],
      ...[fact('a', 'hs_codes', ['610910']), fact('b', 'hs_codes', ['610510', '610910'], '610510, 610910')],
      ...[fact('a', 'payment_date', '2026-02-01'), fact('b', 'payment_date', '2026-01-01')],
      ...[fact('a', 'seller', 's'), fact('b', 'seller', 't')],
    ];
    expect(shown(facts)).toEqual([
      ['seller', 'a', 's', 's'],
      ['seller', 'b', 't', 't'],
      ['amount', 'a + b', '14.75', 14.75],
      ['net_weight', 'a + b', '3', '3 kg'],
      ['invoice_number', 'a + b', ['x', 'y'], 'x, y'],
      ['hs_codes', 'a + b', ['610510', '610910'], '610910, 610510'],
      ['payment_date', 'a + b', '2026-02-01', '2026-02-01'],
    ]);
  });

  it('state nothing together that one of them leaves out, or of several currencies', () => {
    const facts = [fact('a', 'packages', '10', 10), fact('b', 'currency', 'usd'), fact('a', 'currency', 'eur')];
    const amounts = [fact('a', 'amount', '1', 1), fact('b', 'amount', '2', 2)];
    expect(combineInvoices([...facts, ...amounts]).map(({ topic }) => topic)).toEqual(['currency', 'currency']);
  });

  it('are as they are where there is one', () => {
    const facts = [fact('a', 'amount', '1', 1)];
    expect(combineInvoices(facts)).toEqual(facts);
  });
});
