import type { BrowserPool } from '../../activities/documents/browser-pool';
import { openPool, render } from './support/render';
import { INVOICE_BODY } from './support/samples';
import { textOfPdf } from './support/text';

let pool: BrowserPool;
beforeAll(() => {
  pool = openPool();
});

const invoice = (currency: string, count: number, item: object) => ({
  ...INVOICE_BODY,
  data: {
    ...INVOICE_BODY.data,
    currency,
    charges: undefined,
    items: Array.from({ length: count }, () => ({ ...INVOICE_BODY.data.items[0], ...item })),
  },
});

describe('long amounts', () => {
  it('stand on one line, in the rows and where they are carried over', async () => {
    const item = { quantity: 1000, unitPrice: 12_500_000.5, total: 12_500_000_500 };
    const { pdf } = await render(pool, invoice('IDR', 45, item));
    const text = textOfPdf(pdf);
    expect(text.split('12,500,000,500.00')).toHaveLength(46);
    expect(text.split('12,500,000.50')).toHaveLength(46);
    expect(text).toContain('562,500,022,500.00');
  });

  it('become smaller where the sheet is too narrow for them', async () => {
    const item = { quantity: 1, unitPrice: 999_999_999_999.999, total: 999_999_999_999.999 };
    const { pdf } = await render(pool, invoice('KWD', 3, item));
    expect(textOfPdf(pdf).split('999,999,999,999.999')).toHaveLength(7);
  });
});
