import { factsOf } from '../../../../domain/shipments/file/facts';
import { consistentPapers, partsOf } from './consignment';

const parts = partsOf(consistentPapers());

describe('what the sources of a consignment say', () => {
  it('shows the end of an account number alone', () => {
    const accounts = factsOf(parts).filter(({ topic }) => topic === 'account');
    expect(accounts.map(({ value }) => value)).toEqual(['…5555', '…5555']);
  });

  it('compares the sum of several payments in one currency', () => {
    const [payment] = parts.payments;
    if (payment === undefined) throw new Error('there is no payment');
    const half = { ...payment, amount: 2500 };
    const two = { ...parts, payments: [half, { ...half, instructionId: 'instr_2' }] };
    const amounts = factsOf(two).filter(({ topic, kind }) => topic === 'amount' && kind === 'payments');
    expect(amounts).toMatchObject([{ value: 5000, source: 'instr_1 + instr_2' }]);
    const other = { ...two, payments: [half, { ...half, currency: 'EUR' }] };
    expect(factsOf(other).filter(({ kind }) => kind === 'payments')).toEqual([]);
  });

  it('compares weights in kilograms, to the gram', () => {
    const shipment = { ...parts.shipment, weight: 1543.236, weight_unit: 'lb' as const };
    const [weight] = factsOf({ shipment, documents: [], payments: [] }).filter(({ topic }) => topic === 'gross_weight');
    expect(weight?.key).toBe('700');
  });
});
