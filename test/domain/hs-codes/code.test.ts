import { codeAndParents, dottedCode, normalizeCode } from '../../../domain/hs-codes/code';

describe('codes', () => {
  it.each([
    ['8517.13', '851713'],
    [' 0101 ', '0101'],
    ['8517130000', '8517130000'],
    ['85', null],
    ['85171300001', null],
    ['8517-13', null],
    ['١٢٣٤', null],
  ])('reads %s as %s', (text, code) => {
    expect(normalizeCode(text)).toBe(code);
  });

  it('have parents of even length and are written with dots', () => {
    expect(codeAndParents('8517130')).toEqual(['8517130', '851713', '8517', '85']);
    expect(dottedCode('85171300')).toBe('8517.13.00');
  });
});
