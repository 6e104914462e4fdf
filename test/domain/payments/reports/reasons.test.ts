import { OWN_REASONS, reasonOfEvent, statedReason } from '../../../../domain/payments/reports/reasons';
import { REASON_CODES } from '../../../../domain/facts/reasons';

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
    ['AC07', 'beneficiary', true, ['beneficiary.bankAccount.accountNumber']],
    ['RR02', 'client', true, ['debtor']],
    ['FR01', 'nobody', false, []],
    ['FRAD', 'nobody', false, []],
    ['BE07', 'client', true, ['debtor']],
    ['AC15', 'beneficiary', true, ['beneficiary.bankAccount.accountNumber']],
    ['ERIN', 'partner', true, []],
    ['ARDT', 'nobody', false, []],
    ['BE13', 'client', true, ['debtor']],
    ['DU01', 'partner', true, []],
    ['SL17', 'beneficiary', true, []],
    ['TECH', 'nobody', false, []],
    ['MINF', 'unknown', true, []],
    ['NARR', 'unknown', true, []],
  ])('%s is for the %s to act on; again: %s, correcting %j', (code, whoMustAct, retryable, correct) => {
    expect(statedReason(code)).toMatchObject({ code, partnerCode: null, whoMustAct, retryable, correct });
  });

  it.each([
    ['amount', ['AM01', 'AM06', 'AM09', 'AM12', 'AM13', 'AM14', 'AM15', 'AM21', 'AM22', 'AM23', 'CH20']],
    ['currency', ['AM11', 'CURR']],
    ['valueDate', ['CH03', 'CH04', 'DT01', 'DT03', 'DT04', 'EDNA']],
    ['beneficiary.country', ['BE11', 'BE12', 'BE14']],
    ['purpose', ['ED03', 'FF06', 'FF07', 'RR05', 'RR06']],
  ])('that asks for another %s is one of %j', (member, codes) => {
    for (const code of codes) expect([code, statedReason(code).correct]).toEqual([code, [member]]);
  });

  it('may ask for several members', () => {
    const [name, account, address] = ['name', 'bankAccount.accountNumber', 'address'].map(
      (part) => `beneficiary.${part}`,
    );
    expect(['BE06', 'RUTA', 'RR03', 'RR10'].map((code) => statedReason(code).correct)).toEqual([
      [name, account],
      [name, account],
      [name, address],
      [name, address, 'purpose.description'],
    ]);
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

  it('of every code asks for members that there are, and may be tried again unless nobody can put it right', () => {
    const members = ['amount', 'currency', 'valueDate', 'debtor', 'purpose', 'purpose.description', 'beneficiary.name'];
    const codes = REASON_CODES.facts.map(({ key }) => key);
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z]{4}$|^[A-Z]{2}\d{2}$/);
      const { retryable, whoMustAct, correct } = statedReason(code);
      expect([code, retryable]).toEqual([code, whoMustAct !== 'nobody']);
      const unknown = correct.filter(
        (path) => !members.includes(path) && !/^beneficiary\.(address$|bankAccount\.|country$)/.test(path),
      );
      expect(unknown).toEqual([]);
    }
    expect(codes).toEqual(expect.arrayContaining(Object.values(OWN_REASONS)));
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
