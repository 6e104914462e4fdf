import {
  additionalDutiesOn as dutiesOn,
  type ConsideredGoods,
} from '../../../../domain/tariffs/rate/applicable-duties';
import { additionalDuty } from '../../../support/tariff-facts';

function additionalDutiesOn(duties: Parameters<typeof dutiesOn>[0], goods: Omit<ConsideredGoods, 'longer'>) {
  return dutiesOn(duties, { ...goods, longer: goods.code });
}

describe('which additional duties goods pay', () => {
  const goods = { code: '72083900', origin: 'CN', date: '2025-06-01', edition: 'of 2025', age: null };

  it('is said where code and origin decide', () => {
    const name = 'Section 232, iron and steel (9903.80.01)';
    expect(additionalDutiesOn([additionalDuty()], goods)).toMatchObject([
      { name, rate: 25, basis: 'customs_value', applies: true, condition: null },
    ]);
  });

  it('is not said from an edition whose time is over', () => {
    const age = 'the edition is 22 months older';
    expect(additionalDutiesOn([additionalDuty()], { ...goods, age })).toMatchObject([
      { applies: null, condition: age },
    ]);
  });

  it.each([
    ['goods that the list does not hold', {}, { code: '61091000' }],
    ['an origin that is left out', { exceptOrigins: ['CN'] }, {}],
    ['another origin', { origins: ['RU'] }, {}],
    ['an earlier day', { from: '2025-06-02' }, {}],
    ['the day on which it ended', { until: '2025-06-01' }, {}],
  ])('leaves out %s', (_, changes, other) => {
    expect(additionalDutiesOn([additionalDuty(changes)], { ...goods, ...other })).toEqual([]);
  });

  it.each([
    ['GP', { exceptOrigins: ['FR', 'GB'] }, [null]],
    ['IM', { exceptOrigins: ['FR', 'GB'] }, [null]],
    ['IM', { origins: ['GB'] }, [null]],
    ['IM', { origins: ['CN'] }, []],
    ['IM', { exceptOrigins: ['FR'] }, [true]],
    ['FR', { exceptOrigins: ['FR', 'GB'] }, []],
    ['NC', { exceptOrigins: ['FR', 'GB'] }, [true]],
  ])('of %s, where the text speaks of %j, is %j', (origin, changes, expected) => {
    const found = additionalDutiesOn([additionalDuty(changes)], { ...goods, origin });
    expect(found.map(({ applies }) => applies)).toEqual(expected);
    if (expected[0] === null) expect(found[0]?.condition).toContain(`goods of ${origin} are goods of`);
  });

  it('is unknown where a note that is not loaded lists the goods', () => {
    const [found] = additionalDutiesOn(
      [additionalDuty({ heading: '99038803', note: '20(f)', origins: ['CN'] })],
      goods,
    );
    expect(found).toMatchObject({ applies: null, source: 'of 2025, heading 9903.88.03, U.S. note 20(f)' });
    expect(found?.condition).toContain('U.S. note 20(f)');
  });

  it('is unknown for a heading of which some lines are meant', () => {
    const named = additionalDuty({ codes: ['84261900'], note: null, origins: ['CN'] });
    expect(additionalDutiesOn([named], { ...goods, code: '8426' })).toMatchObject([{ applies: null }]);
    expect(additionalDutiesOn([named], { ...goods, code: '84261900' })).toMatchObject([{ applies: true }]);
  });

  it('tells castings and forgings of aluminum from other articles of their line', () => {
    const aluminum = additionalDuty({ heading: '99038501', percent: '10', note: '19' });
    const found = (code: string): (boolean | null)[] =>
      additionalDutiesOn([aluminum], { ...goods, code }).map(({ applies }) => applies);
    expect(found('7616995160')).toEqual([true]);
    expect(found('76169951')).toEqual([null]);
    expect(found('7616995140')).toEqual([]);
    expect(found('76061230')).toEqual([true]);
  });

  it('takes a longer code that is not known for what it says of itself alone', () => {
    const aluminum = additionalDuty({ heading: '99038501', percent: '10', note: '19' });
    const found = (code: string, longer: string) => dutiesOn([aluminum], { ...goods, code, longer });
    expect(found('76169951', '7616995160')).toMatchObject([{ applies: true }]);
    expect(found('76169951', '7616995140')).toMatchObject([
      { applies: null, condition: expect.stringContaining('lines below 7616.99.51:') },
    ]);
    expect(found('76151000', '7616995160')).toEqual([]);
  });

  it('is unknown for a heading of which the list holds a part, from any origin', () => {
    expect(additionalDutiesOn([additionalDuty()], { ...goods, code: '7302' })).toMatchObject([{ applies: null }]);
  });

  it('is unknown where the text sets conditions', () => {
    const melted = additionalDuty({ origins: ['MX'], conditional: true });
    expect(additionalDutiesOn([melted], { ...goods, origin: 'MX' })).toMatchObject([{ applies: null }]);
  });
});
