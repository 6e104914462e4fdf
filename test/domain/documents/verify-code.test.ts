import { verifyCode, verifyLabel, verifyUrl } from '../../../domain/documents/verify-code';

describe('the code of a document', () => {
  it('has 16 characters of Crockford base32, five bits of a byte each', () => {
    const secret = Uint8Array.from([0, 9, 10, 31, 32, 63, 255, 128, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect(verifyCode(secret)).toBe('09az0zz0hjkmnpqr');
  });

  it('stands in the address that the QR code holds', () => {
    expect(verifyUrl('https://example.com', 'doc_1', 'abc')).toBe('https://example.com/verify/doc_1?c=abc');
  });

  it('is made of a secret of that document', () => expect(verifyLabel('doc_1')).toBe('document-verify:doc_1'));
});
