import {
  isRecorded,
  indexRecordedDuties,
  recordedAdditionsOn,
  type RecordedGoods,
} from '../../../../domain/tariffs/rate/recorded-additions';
import { US_ADDITIONAL_DUTIES, US_GOODS_LISTS } from '../../../../domain/facts';

const ADDITIONS = indexRecordedDuties(US_ADDITIONAL_DUTIES, US_GOODS_LISTS, '2026-01-01');
const on = (code: string, origin: string, date: string, longer = code) => {
  const goods: RecordedGoods = { code, longer, origin, date };
  const { additional, unknown } = recordedAdditionsOn(ADDITIONS, goods);
  const told = additional.map(({ name, rate, applies }) => `${/9903[.\d]+/.exec(name)?.[0]} ${rate} ${applies}`);
  return { told, unknown, additional };
};

/**
 * What chapter 99 of the schedule of the United States, 2026 revision 6, says of goods: its notes 2, 16, 20 and 31 were read
 * by hand for these.
 */
describe('duties of chapter 99 by the record', () => {
  it.each([
    // Note 16(c)(iv) since 2026-04-06, list 3, and in part excluded from it; no surcharge beside section 232.
    ['7326908688', 'CN', '2026-05-01', ['9903.82.02 50 true', '9903.88.03 25 null']],
    ['72083900', 'CN', '2026-05-01', ['9903.82.02 50 true', '9903.91.01 25 true']],
    ['72083900', 'DE', '2026-06-07', ['9903.82.02 50 true']],
    // Of the metals of Russia aluminum alone pays 200 %, its derivatives too.
    ['72083900', 'RU', '2026-05-01', ['9903.82.14 50 true']],
    ['76061130', 'RU', '2026-05-01', ['9903.85.67 200 true']],
    ['84181000', 'RU', '2026-05-01', ['9903.03.01 10 null', '9903.85.67 200 null']],
    ['73211110', 'RU', '2026-05-01', ['9903.03.01 10 null', '9903.82.16 25 true']],
    ['72083900', 'GB', '2026-05-01', ['9903.82.02 50 null']],
    // T-shirts: list 4A and the surcharge of section 122.
    ['61091000', 'CN', '2026-05-01', ['9903.03.01 10 true', '9903.88.15 7.5 true']],
    ['61091000', 'VN', '2026-05-01', ['9903.03.01 10 true']],
    ['61091000', 'MX', '2026-05-01', ['9903.03.01 10 null']],
    ['61091000', 'HN', '2026-05-01', ['9903.03.01 10 null']],
    // Exempt from the surcharge by note 2(aa)(ii).
    ['02011005', 'AU', '2026-05-01', []],
    // Metals decide on what is not in chapters 72, 73, 74 and 76.
    ['84183000', 'TH', '2026-05-01', ['9903.03.01 10 null', '9903.82.09 25 null']],
    // Other surcharges: ships' cranes, vehicles.
    ['84261900', 'CN', '2026-05-01', ['9903.03.01 10 true', '9903.92.10 25 null']],
    ['87032301', 'JP', '2026-05-01', ['9903.03.01 10 null', '9903.94.01 25 null']],
  ])('are for %s from %s on %s: %j', (code, origin, date, expected) => {
    const { told, unknown } = on(code, origin, date);
    expect(told).toEqual(expected);
    expect(unknown).toBeNull();
  });

  it('are one answer of section 301, and undecided where goods of the code are excluded', () => {
    expect(on('61091000', 'CN', '2026-05-01').told.filter((told) => told.startsWith('9903.88'))).toHaveLength(1);
    // Statistical number 8483.50.9040 stands in note 20(vvv).
    const [pulley] = on('84835090', 'CN', '2026-05-01').additional.filter(({ name }) => name.startsWith('Section 301'));
    expect(pulley).toMatchObject({ applies: null, condition: expect.stringContaining('9903.88.69') as string });
    expect(on('72083900', 'HK', '2026-05-01').told).toEqual(['9903.82.02 50 true']);
  });

  it('are undecided for a code of which some lines are on a list, until a longer one is', () => {
    expect(on('73269086', 'CN', '2026-05-01').told).toContainEqual('9903.82.02 50 null');
    expect(on('73269086', 'CN', '2026-05-01', '7326908688').told).toContainEqual('9903.82.02 50 true');
  });

  it('have a history: the Act until 2026-02-23, then the surcharge, to 2026-07-23', () => {
    expect(on('61091000', 'VN', '2026-02-23').unknown).toContain('International Emergency Economic Powers Act');
    expect(on('61091000', 'VN', '2026-02-23').told).toEqual([]);
    expect(on('61091000', 'VN', '2026-02-24')).toMatchObject({ told: ['9903.03.01 10 true'], unknown: null });
    expect(on('61091000', 'VN', '2026-07-23').told).toEqual(['9903.03.01 10 true']);
    expect(on('61091000', 'VN', '2026-07-24').told).toEqual([]);
  });

  it('are certain of no goods after the last revision that was read', () => {
    const { told, unknown, additional } = on('7326908688', 'CN', '2026-11-25');
    expect(told).toEqual(['9903.82.02 50 null', '9903.88.03 25 null']);
    expect(unknown).toContain('its duties are recorded until 2026-06-08');
    expect(additional[0]?.condition).toContain('known until 2026-06-08: whether it is due on 2026-11-25 is not');
    const codes = US_GOODS_LISTS.facts.flatMap(({ value }) => value?.split(' ') ?? []);
    const certain = codes.filter((code) => on(code, 'CN', '2026-11-25').told.some((told) => told.endsWith('true')));
    expect(certain).toEqual([]);
  });

  it('are recorded from the first day of 2026', () => {
    expect(['2025-12-31', '2026-01-01'].map((day) => isRecorded(ADDITIONS, day))).toEqual([false, true]);
  });

  it('name only lists that are recorded', () => {
    const named = US_ADDITIONAL_DUTIES.facts.flatMap(({ value }) => [
      ...(value?.list === undefined || value.list === null ? [] : [value.list]),
      ...(value?.outside ?? []),
      ...(value?.conditions.flatMap(({ lists = [] }) => lists) ?? []),
    ]);
    expect([...new Set(named)].filter((name) => !ADDITIONS.lists.has(name))).toEqual([]);
  });
});
