import { z } from 'zod';
import {
  BankingCountry,
  CalendarDate,
  Country,
  Currency,
  Cursor,
  idOfCursor,
  isCalendarDate,
  ListLimit,
  optional,
  pageOf,
  pathId,
  Timestamp,
} from '../../domain/schema-tools';

interface Shape {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly object[] } | undefined };
}

const takes = (shape: Shape, ...values: unknown[]) => values.map((value) => shape.safeParse(value).success);
const codeOf = (shape: Shape, value: unknown): unknown => {
  const [issue] = shape.safeParse(value).error?.issues ?? [];
  return issue !== undefined && 'params' in issue ? issue.params : issue;
};

it('an optional member may be absent, and null says so too', () => {
  const shape = z.object({ note: optional(z.string()) });
  expect([shape.parse({}), shape.parse({ note: null }), shape.parse({ note: 'a' })]).toEqual([{}, {}, { note: 'a' }]);
  expect(shape.safeParse({ note: 7 }).success).toBe(false);
});

describe('codes', () => {
  it('of countries are those of ISO 3166', () => {
    expect(takes(Country, 'DE', 'XK', 'UK', 'de', 'DEU')).toEqual([true, false, false, false, false]);
    expect(takes(BankingCountry, 'DE', 'XK', 'UK')).toEqual([true, true, false]);
    expect(codeOf(Country, 'ZZ')).toEqual({ code: 'country' });
  });

  it('tell how the United Kingdom is written', () => {
    expect(Country.safeParse('UK').error?.issues[0]?.message).toContain('the United Kingdom is GB');
    expect(Country.safeParse('ZZ').error?.issues[0]?.message).toBe(
      'must be an ISO 3166 alpha-2 code in capital letters, such as DE',
    );
  });

  it('of currencies are those of ISO 4217', () => {
    expect(takes(Currency, 'EUR', 'JPY', 'eur', 'ZZZ', '')).toEqual([true, true, false, false, false]);
    expect(codeOf(Currency, 'ZZZ')).toEqual({ code: 'currency' });
    expect(Currency.safeParse('usd').error?.issues[0]?.message).toContain('in capital letters, such as USD');
  });
});

it('an id in a path is its own, or one that nothing has', () => {
  const id = `shp_${'1'.repeat(26)}`;
  const nobody = `shp_${'0'.repeat(26)}`;
  expect(['shipment', 'document'].map((kind) => pathId(kind === 'shipment' ? kind : 'document').parse(id))).toEqual([
    id,
    `doc_${'0'.repeat(26)}`,
  ]);
  expect([`${id}1`, "' or true", ''].map((text) => pathId('shipment').parse(text))).toEqual([nobody, nobody, nobody]);
});

describe('a calendar date', () => {
  it.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'])('is %s', (text) => {
    expect([isCalendarDate(text), CalendarDate.safeParse(text).success]).toEqual([true, true]);
  });
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '0000-01-01', '2026-01-01T00:00:00Z', 'x2026-01-01', ''])(
    'is not "%s"',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
      expect(codeOf(CalendarDate, text)).toEqual({ code: 'date' });
    },
  );
});

describe('a timestamp', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00:00-0530', '2026-01-31T17:30:00.000Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['1999-12-31T23:00:00-02:00', '2000-01-01T01:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('%s is the moment %s', (text, expected) => expect(Timestamp.parse(text)).toBe(expected));

  it.each([
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60Z',
    '',
  ])('is not "%s"', (text) => expect(codeOf(Timestamp, text)).toEqual({ code: 'timestamp' }));

  it.each(['1999-12-31T23:59:59Z', '2000-01-01T00:00:00+01:00', '2200-01-01T00:00:00Z'])(
    'is not of another time: %s',
    (text) => expect(codeOf(Timestamp, text)).toEqual({ code: 'range' }),
  );
});

describe('a list', () => {
  it('has 20 items a page, or 1 to 100', () => {
    expect([ListLimit.parse(undefined), ListLimit.parse('1'), ListLimit.parse('100')]).toEqual([20, 1, 100]);
    expect(takes(ListLimit, '0', '101', '-1', '1.5', '1000', 'x1', '')).toEqual(new Array(7).fill(false));
    expect(ListLimit.safeParse('0').error?.issues[0]?.message).toBe('must be a whole number from 1 to 100');
  });

  it('goes on where a page ended', () => {
    const rows = ['a', 'b', 'c'].map((letter) => ({ id: `shp_${letter.repeat(26)}` }));
    const page = pageOf(rows, 2);
    expect(page.items).toEqual(rows.slice(0, 2));
    expect(Cursor.parse(page.nextCursor)).toBe(rows[1]?.id);
    expect(idOfCursor(page.nextCursor, /^shp_/)).toBe(rows[1]?.id);
    expect(idOfCursor(page.nextCursor, /^doc_/)).toBeUndefined();
    expect([idOfCursor(null, /^shp_/), Cursor.parse(undefined)]).toEqual([undefined, undefined]);
  });

  it('ends with the last page', () => {
    expect(pageOf([{ id: 'a' }, { id: 'b' }], 2).nextCursor).toBeNull();
    expect(pageOf([], 2)).toEqual({ items: [], nextCursor: null });
  });

  it.each(['', 'abc', Buffer.from(`shp_${'a'.repeat(25)}`).toString('base64url')])('has no cursor "%s"', (text) => {
    expect(codeOf(Cursor, text)).toEqual({ code: 'cursor' });
  });
});
