import { OWN_REASONS, reasonOfEvent, REASONS, statedReason } from '../../../domain/payments/reasons';

/** Source: docs/GAPS.md#reasons; ISO 20022 external code sets */
describe('a reason', () => {
  it.each([
    ['AC04', 'beneficiary', true, ['beneficiary.bankAccount.accountNumber']],
    ['RC01', 'client', true, ['beneficiary.bankAccount.swiftBic', 'beneficiary.bankAccount.country']],
    ['BE01', 'client', true, ['beneficiary.name']],
    ['BE04', 'client', true, ['beneficiary.address']],
    ['AM02', 'client', true, ['amount']],
    ['AM03', 'client', true, ['currency']],
    ['AB05', 'partner', true, []],
    ['FR01', 'nobody', false, []],
    ['NARR', 'unknown', true, []],
  ])('%s is for the %s to act on; again: %s, correcting %j', (code, whoMustAct, retryable, correct) => {
    expect(statedReason(code)).toMatchObject({ code, partnerCode: null, whoMustAct, retryable, correct });
  });

  it('is known in small letters too', () => expect(statedReason('ac04')).toEqual(statedReason('AC04')));

  it("that is the partner's own is kept as its own", () => {
    expect(statedReason('x-17')).toEqual({
      code: null,
      partnerCode: 'x-17',
      text: 'The settlement partner gave a reason of its own',
      whoMustAct: 'unknown',
      retryable: true,
      correct: [],
    });
  });

  it('may be absent', () => {
    expect(statedReason(null)).toMatchObject({ code: null, partnerCode: null, text: 'No reason was given' });
  });

  it('says what it means, for every code', () => {
    for (const [code, { text }] of Object.entries(REASONS)) {
      expect(code).toMatch(/^[A-Z]{4}$|^[A-Z]{2}\d{2}$/);
      expect(text).not.toBe('');
    }
    expect(Object.values(OWN_REASONS).every((code) => code in REASONS)).toBe(true);
  });
});

describe('the reason in an event', () => {
  it('is that of a failure or of a return', () => {
    expect(reasonOfEvent('failed', 'AC04')).toEqual({ failure: statedReason('AC04') });
    expect(reasonOfEvent('returned', 'AC04')).toEqual({ return: statedReason('AC04') });
  });
  it('is absent otherwise', () => {
    expect([reasonOfEvent('settled', 'AC04'), reasonOfEvent('failed', null)]).toEqual([{}, {}]);
  });
});
