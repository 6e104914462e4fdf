import { agreementText, findOriginAgreement } from '../../../../domain/documents/rules/agreements';
import { agreementOf } from '../../../support/tariff-facts';

const KNOWN = [
  agreementOf({ name: 'USMCA', title: 'United States-Mexico-Canada Agreement' }),
  agreementOf({ name: 'EU Single Market', title: 'European Union' }),
  agreementOf({ name: 'RCEP', title: 'RCEP' }),
  agreementOf({ name: 'AfCFTA', title: 'A free trade area' }),
];
const find = (text: string) => findOriginAgreement(KNOWN, text)?.name;

describe('an agreement on a certificate', () => {
  it.each([
    ['usmca', 'USMCA'],
    ['United States–Mexico–Canada Agreement', 'USMCA'],
    ['EU', 'EU Single Market'],
    ['European Single Market', 'EU Single Market'],
    ['Regional Comprehensive Economic Partnership', 'RCEP'],
    ['African Continental Free Trade Area', 'AfCFTA'],
  ])('%s is %s', (text, expected) => expect(find(text)).toBe(expected));

  it('is not guessed', () => expect([find('USMC'), find('')]).toEqual([undefined, undefined]));

  it('is printed with its title, unless that says the same', () => {
    expect(KNOWN.slice(0, 3).map(agreementText)).toEqual([
      'USMCA: United States-Mexico-Canada Agreement',
      'EU Single Market: European Union',
      'RCEP',
    ]);
  });
});
