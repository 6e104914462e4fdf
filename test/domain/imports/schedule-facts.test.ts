import { scheduleFacts } from '../../../domain/imports/schedule-facts';
import { adValoremRate, type Rate } from '../../../domain/tariffs/schedule/duty';

const line = (code: string, rate: Rate | null) => {
  return { code, rate, description: '', path: [], unit: null, specialText: null, preferences: [], columnTwo: null };
};
const SPECIFIC: Rate = { ...adValoremRate('1 cent/kg', '1'), adValorem: null };

describe('facts of a schedule', () => {
  it('are the mean of the ad valorem lines, with two decimals', () => {
    const lines = [
      line('6109', null),
      line('610910', adValoremRate('10%', '10')),
      line('610920', adValoremRate('5%', '5')),
      line('610930', adValoremRate('5%', '5')),
      line('020110', SPECIFIC),
    ];
    expect(scheduleFacts(lines)).toEqual({ lines: 4, averageTariff: 6.67, adValoremLines: 3, otherLines: 1 });
  });

  it('leave out chapters 98 and 99', () => {
    const lines = [line('610910', adValoremRate('10%', '10')), line('98010010', adValoremRate('Free', '0'))];
    expect(scheduleFacts(lines)).toEqual({ lines: 2, averageTariff: 10, adValoremLines: 1, otherLines: 0 });
    expect(scheduleFacts([line('97', adValoremRate('4%', '4'))])).toMatchObject({ averageTariff: 4 });
  });

  it('have no mean where no line is ad valorem', () => {
    expect(scheduleFacts([line('020110', SPECIFIC)])).toMatchObject({ averageTariff: null, otherLines: 1 });
  });
});
