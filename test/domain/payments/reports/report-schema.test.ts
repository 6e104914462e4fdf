import { SettlementConfirmation, StatusReport } from '../../../../domain/payments/reports/report-schema';
import { settlementBody } from '../../../support/builders';

type Issues = readonly { path: PropertyKey[]; code?: string; params?: unknown }[];
const faultsOf = (issues: Issues | undefined): string[] =>
  (issues ?? []).map(({ path, code, params }) => {
    const own = typeof params === 'object' && params !== null && 'code' in params ? params.code : code;
    return `${path.map(String).join('.')} ${String(own)}`;
  });
const report = (body: unknown) => faultsOf(StatusReport.safeParse(body).error?.issues);
const confirmation = (overrides: object) =>
  faultsOf(SettlementConfirmation.safeParse(settlementBody({ ...overrides })).error?.issues);

/** Source: specification, "Partner status report (request body)" */
describe('a status report', () => {
  it('needs a status alone', () => {
    expect(report({ status: 'accepted' })).toEqual([]);
    expect(report({ status: 'done' })).toEqual(['status invalid_value']);
  });

  it.each([null, 'text', 7])('is not %s', (body) => expect(report(body)).toEqual([' invalid_type']));

  it('names what came back in its currency', () => {
    const returned = (amount: unknown, currency: unknown) =>
      report({ status: 'returned', details: { returned: { amount, currency } } });
    expect(returned(10.5, 'USD')).toEqual([]);
    // Kept as said: the money has come back, whatever its decimals.
    expect(returned(10.005, 'USD')).toEqual([]);
    expect(returned(0, 'USD')).toEqual(['details.returned.amount not_positive']);
    expect(returned(1, 'ZZZ')).toEqual(['details.returned.currency currency']);
  });

  it('names every fault at once, and a message that is too long', () => {
    const details = { message: 'm'.repeat(1_001), returned: { amount: 0, currency: 'USD' } };
    expect(report({ status: 'done', details }).sort()).toEqual([
      'details.message too_big',
      'details.returned.amount not_positive',
      'status invalid_value',
    ]);
    expect(report({ status: 'accepted', details: { message: 'm'.repeat(1_000) } })).toEqual([]);
  });

  it('has a reason code of 1 to 35 characters', () => {
    const reason = (reasonCode: string) => report({ status: 'failed', details: { reasonCode } });
    expect(
      [reason('AC04'), reason('a'.repeat(35)), reason(''), reason('a b'), reason('a'.repeat(36))].map((f) => f.length),
    ).toEqual([0, 0, 1, 1, 1]);
  });
});

/** Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5 */
describe('a settlement confirmation', () => {
  it('is taken with what the specification asks for', () => expect(confirmation({})).toEqual([]));
  it.each([null, 'text'])('is not %s', (body) => {
    expect(faultsOf(SettlementConfirmation.safeParse(body).error?.issues)).toEqual([' invalid_type']);
  });

  it('has amounts above zero, fees that may be a rebate, and decimals that are kept as said', () => {
    expect(confirmation({ actualAmount: 1.005 })).toEqual([]);
    expect(confirmation({ beneficiaryReceived: { amount: 1.5, currency: 'JPY' } })).toEqual([]);
    expect(confirmation({ fees: { amount: -1, currency: 'USD', breakdown: [] } })).toEqual([]);
    expect(confirmation({ fees: { amount: 0, currency: 'USD', breakdown: [] } })).toEqual([]);
    expect(confirmation({ actualAmount: 0 })).toEqual(['actualAmount not_positive']);
  });

  it('names amounts beside all other faults', () => {
    expect(confirmation({ actualAmount: 0, settlementReference: 5 }).sort()).toEqual([
      'actualAmount not_positive',
      'settlementReference invalid_type',
    ]);
  });

  it('has money that was received, and parts of fees that may be 0', () => {
    expect(confirmation({ beneficiaryReceived: { amount: 0, currency: 'USD' } })).toEqual([
      'beneficiaryReceived.amount not_positive',
    ]);
    const breakdown = [{ type: 'fixed', amount: 0 }];
    expect(confirmation({ fees: { amount: 0, currency: 'USD', breakdown } })).toEqual([]);
  });

  it('names the part of the fees that is wrong', () => {
    const breakdown = [
      { type: 'fixed', amount: 1 },
      { type: 'percentage', amount: 'half' },
    ];
    expect(confirmation({ fees: { amount: 1, currency: 'USD', breakdown } })).toEqual([
      'fees.breakdown.1.amount invalid_type',
    ]);
    expect(confirmation({ fees: { amount: 1, currency: 'USD', breakdown: 'none' } })).toEqual([
      'fees.breakdown invalid_type',
    ]);
  });

  it('has a rate above 0, with as many digits as a number has', () => {
    const rate = (value: number) => confirmation({ exchangeRate: { rate: value, timestamp: '2026-11-20T10:00:00Z' } });
    for (const value of [1 / 150, 0.012345678901234568, 1.234567890123456e-7, 23_456.7])
      expect(rate(value)).toEqual([]);
    expect([rate(0), rate(-1)].map(({ length }) => length)).toEqual([1, 1]);
  });
});
