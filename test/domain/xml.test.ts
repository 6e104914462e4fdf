import { group, text } from '../../domain/xml';

it('writes nothing for what says nothing, and escapes what would be read as XML', () => {
  expect([text('A', null), text('A', '  '), group('B', '', text('A', ''))]).toEqual(['', '', '']);
  expect(group('B', text('A', 'x < y & "z"\u0000', ' c="d"'))).toBe('<B><A c="d">x &lt; y &amp; &quot;z&quot;</A></B>');
});
