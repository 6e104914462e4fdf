import { processingWaiver } from '../../../../domain/tariffs/duty/fee-waivers';
import { US_PROGRAMS } from '../../../../domain/facts/programs';
import { US_FEE_WAIVERS } from '../../../../domain/facts';

const grants = (...names: string[]) => names.map((name) => ({ name, applicable: true }));
const DAY = '2026-11-26';

/** Source: 19 CFR 24.23(c), as tabled by CBP; docs/GAPS.md#H9 */
describe('a waiver of the merchandise processing fee', () => {
  it.each([
    ['USMCA', true, '19 CFR 24.23(c)(3)'],
    ['USMCA', false, undefined],
    ['Israel FTA', false, '19 CFR 24.23(c)(5)'],
    ['Caribbean Basin Economic Recovery Act', false, '19 CFR 24.23(c)(1)(iii)'],
    ['Jordan FTA', true, undefined],
    ['Morocco FTA', true, undefined],
    ['Panama TPA', true, null],
    ['Panama TPA', false, undefined],
    ['African Growth and Opportunity Act', true, null],
    ['CPTPP', true, undefined],
  ])('of %s, claimed %s: %s', (agreement, isClaimed, law) => {
    expect(processingWaiver(grants(agreement), isClaimed, DAY)?.law).toBe(law);
  });

  it('is of an agreement that applies, and an established one before one that is not', () => {
    expect(processingWaiver([{ name: 'USMCA', applicable: false }], true, DAY)).toBeNull();
    const both = grants('African Growth and Opportunity Act', 'Korea FTA');
    expect(processingWaiver(both, true, DAY)).toEqual({ agreement: 'Korea FTA', law: '19 CFR 24.23(c)' });
    expect(processingWaiver([], true, DAY)).toBeNull();
  });

  it('names programs of the United States schedule, all that have not ended', () => {
    const names = new Set(US_PROGRAMS.facts.map(({ key }) => key));
    const recorded = US_FEE_WAIVERS.facts.map(({ key }) => key);
    expect(recorded.filter((name) => !names.has(name))).toEqual([]);
    expect([...names].filter((name) => !recorded.includes(name))).toEqual([
      'Generalized System of Preferences',
      'Nepal Preference Program',
    ]);
  });
});
