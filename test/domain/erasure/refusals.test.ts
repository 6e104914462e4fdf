import { documentErasureRefusal, paymentErasureRefusal } from '../../../domain/erasure/refusals';

describe('personal data of a payment', () => {
  it.each(['settled', 'failed', 'cancelled', 'returned'] as const)('can go once it is %s', (status) => {
    expect(paymentErasureRefusal({ status, openCases: [] })).toBeNull();
  });

  it.each(['pending', 'submitted', 'accepted', 'processing'] as const)('stay while it is %s', (status) => {
    expect(paymentErasureRefusal({ status, openCases: [] })).toContain(`The payment is ${status}:`);
  });

  it('stay while a case is open, which is named', () => {
    const refusal = paymentErasureRefusal({ status: 'settled', openCases: ['case_1', 'case_2'] });
    expect(refusal).toContain('(case_1, case_2)');
    expect(refusal).toContain('corridor cases close');
  });
});

it('data of a document stay while it is made', () => {
  expect(documentErasureRefusal('generating')).toMatch(/try again in a minute/);
  expect([documentErasureRefusal('generated'), documentErasureRefusal('failed')]).toEqual([null, null]);
});
