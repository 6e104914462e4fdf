import { verifyCode, verifyLabel, verifyUrl } from '../../../domain/documents/verify-code';

describe('the code of a document', () => {
  it('has 26 characters of Crockford base32, five bits of a byte each: at least the 128 bits of ASVS 5.0, 11.5.1', () => {
    const secret = Uint8Array.from([0, 9, 10, 31, 32, 63, 255, 128, ...Array(24).keys()]);
    expect(verifyCode(secret)).toBe('09az0zz00123456789abcdefgh');
  });

  it('stands in the address that the QR code holds', () => {
    expect(verifyUrl('https://example.com', 'doc_1', 'abc')).toBe('https://example.com/verify/doc_1?c=abc');
  });

  it('is made of a secret of that document', () => expect(verifyLabel('doc_1')).toBe('document-verify:doc_1'));
});
