import { SearchEnd, SearchStart } from '../../../domain/shipments/search-dates';

describe('the time of a search', () => {
  it('goes from the beginning of a day to its end', () => {
    expect(SearchStart.parse('2026-01-31')).toEqual(new Date('2026-01-31T00:00:00.000Z'));
    expect(SearchEnd.parse('2026-01-31')).toEqual(new Date('2026-02-01T00:00:00.000Z'));
  });

  it('goes from a moment to another one, which belongs to it', () => {
    expect(SearchStart.parse('2026-01-31T12:00:00+02:00')).toEqual(new Date('2026-01-31T10:00:00.000Z'));
    expect(SearchEnd.parse('2026-01-31T12:00:00Z')).toEqual(new Date('2026-01-31T12:00:00.001Z'));
  });

  it.each(['2026-02-30', 'yesterday', ''])('is not "%s"', (text) => {
    expect(SearchStart.safeParse(text).error?.issues[0]?.message).toBe(
      'must be an ISO 8601 date or timestamp, such as 2026-01-31 or 2026-01-31T12:00:00Z',
    );
    expect(SearchEnd.safeParse(text).success).toBe(false);
  });
});
