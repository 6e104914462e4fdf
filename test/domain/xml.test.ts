import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { escapeMarkup, group, text } from '../../domain/xml';

it('writes nothing for what says nothing, and escapes what would be read as XML', () => {
  expect([text('A', null), text('A', '  '), group('B', '', text('A', ''))]).toEqual(['', '', '']);
  expect(group('B', text('A', 'x < y & "z"\u0000', ' c="d"'))).toBe('<B><A c="d">x &lt; y &amp; &quot;z&quot;</A></B>');
});

it('writes printable text of any script so that a parser reads it back, in an element and in an attribute', () => {
  const readBack = (written: string): string[] => {
    const found: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ attributes }) => found.push(attributes['a'] ?? ''));
    parser.on('text', (content) => found.push(content));
    parser.write(written).close();
    return found;
  };
  const given = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(given, (value) => {
      const escaped = escapeMarkup(value);
      expect(readBack(`<p a="${escaped}">${escaped}</p>`)).toEqual([value, value]);
    }),
  );
  expect(escapeMarkup(`<script>"&'</script>`)).toBe(`&lt;script&gt;&quot;&amp;'&lt;/script&gt;`);
});
