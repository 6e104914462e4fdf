import fc from 'fast-check';
import { contentDisposition } from '../../../domain/documents/file-name';

describe('file names', () => {
  it.each([
    ['INV-2026-001', 'commercial_invoice-INV-2026-001.pdf', 'commercial_invoice-INV-2026-001.pdf'],
    ['A/B "C"', 'commercial_invoice-A-B--C-.pdf', 'commercial_invoice-A-B%20%22C%22.pdf'],
    ['发票1', 'commercial_invoice---1.pdf', 'commercial_invoice-%E5%8F%91%E7%A5%A81.pdf'],
    ["it's (1)*", 'commercial_invoice-it-s--1--.pdf', 'commercial_invoice-it%27s%20%281%29%2A.pdf'],
    ['😀', 'commercial_invoice--.pdf', 'commercial_invoice-%F0%9F%98%80.pdf'],
  ])('are safe for %s', (number, ascii, extended) => {
    expect(contentDisposition('commercial_invoice', number)).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`,
    );
  });
  it('never break out of the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (number) => {
        expect(contentDisposition('packing_list', number)).toMatch(
          /^attachment; filename="packing_list-[\w.-]*\.pdf"; filename\*=UTF-8''[\w.!~%-]*$/,
        );
      }),
    );
  });
});
