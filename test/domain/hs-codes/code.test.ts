import { codeAndParents, dottedCode, normalizeCode } from '../../../domain/hs-codes/code';

describe('codes', () => {
  it.each([
    ['8517.13', '851713'],
    [' 0101 ', '0101'],
    ['8517130000', '8517130000'],
    ['85', null],
    ['851', null],
    ['8517', '8517'],
    ['851713000011', null],
    ['8517 13', null],
    ['', null],
    ['85171300001', null],
    ['8517-13', null],
    ['١٢٣٤', null],
  ])('reads %s as %s', (text, code) => {
    expect(normalizeCode(text)).toBe(code);
  });

  it.each([
    ['8517', ['8517', '85']],
    ['851', ['851', '85']],
    ['85', ['85']],
    ['851713', ['851713', '8517', '85']],
  ])('%s has itself and its parents', (code, chain) => {
    expect(codeAndParents(code)).toEqual(chain);
  });

  it.each([
    ['85', '85'],
    ['8517', '8517'],
    ['851713', '8517.13'],
    ['8517130', '8517.13.0'],
  ])('%s is written as %s', (code, dotted) => {
    expect(dottedCode(code)).toBe(dotted);
  });

  it('have parents of even length and are written with dots', () => {
    expect(codeAndParents('8517130')).toEqual(['8517130', '851713', '8517', '85']);
    expect(dottedCode('85171300')).toBe('8517.13.00');
  });
});
