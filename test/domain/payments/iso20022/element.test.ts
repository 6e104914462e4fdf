import { group, markupOf, text, textAt } from '../../../../domain/payments/iso20022/element';

it('writes texts and groups that say something, escaped, with the currency of an amount', () => {
  const part = group('A', text('B', ' x < "y" '), text('C', '  '), group('D', text('E', null)), text('F', '1', 'EUR'));
  expect(part === null ? null : markupOf(part)).toBe('<A><B>x &lt; &quot;y&quot;</B><F Ccy="EUR">1</F></A>');
  expect(part === null ? null : [textAt(part, 'B'), textAt(part, 'D', 'E')]).toEqual(['x < "y"', null]);
  expect(group('A', text('B', ''))).toBeNull();
});
