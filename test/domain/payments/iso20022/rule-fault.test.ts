import { brokenRulesText } from '../../../../domain/payments/iso20022/rule-fault';

it('names member and rule of each fault once, and says nothing where there is none', () => {
  const fault = { element: 'Cdtr/Nm', member: 'beneficiary.name', rule: 'sepa/characters', reason: 'has others' };
  expect(brokenRulesText([fault, fault, { ...fault, rule: 'sepa/names' }])).toBe(
    'beneficiary.name has others (sepa/characters); beneficiary.name has others (sepa/names)',
  );
  expect(brokenRulesText([])).toBeNull();
});
