import { decideNotice, noticesOffLabel, noticesOffPath } from '../../../domain/auth/notices';

const held = (...ids: string[]) => ({ kind: 'held', side: 'test' as const, ids });

/** Source: docs/GAPS.md#mail */
describe('what a person is told', () => {
  it('is news while one thing waits that the person was not told of', () => {
    expect(decideNotice([held('a', 'b')], ['a'])).toEqual({ isNews: true, all: ['a', 'b'] });
    expect(decideNotice([held('a'), held('b')], ['a', 'b'])).toMatchObject({ isNews: false });
    expect(decideNotice([], [])).toEqual({ isNews: false, all: [] });
  });

  it('is forgotten once it waits no more, so that it is news when it comes again', () => {
    const { isNews, all } = decideNotice([held('b')], ['a', 'b']);
    expect([isNews, all]).toEqual([false, ['b']]);
    expect(decideNotice([held('a', 'b')], all).isNews).toBe(true);
  });
});

it('signs the link that turns notices off for one person', () => {
  expect(noticesOffLabel('usr_1')).not.toBe(noticesOffLabel('usr_2'));
  expect(noticesOffPath('usr_1', Buffer.from([255, 254]))).toBe('/console/notices-off/usr_1/__4');
});
