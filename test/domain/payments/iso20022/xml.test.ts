import { group, messageDocument, text } from '../../../../domain/payments/iso20022/xml';

it('writes nothing for what says nothing, and escapes what would be read as XML', () => {
  expect([text('A', null), text('A', '  '), group('B', '', text('A', ''))]).toEqual(['', '', '']);
  expect(group('B', text('A', 'x < y & "z"\u0000', ' c="d"'))).toBe('<B><A c="d">x &lt; y &amp; &quot;z&quot;</A></B>');
  expect(messageDocument('pain.001.001.09', '<a/>')).toContain(
    'xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><a/>',
  );
});
