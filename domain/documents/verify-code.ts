const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 130 bits of five a character: ASVS 5.0, 11.5.1 asks for 128, and it still fits a small QR code. */
const VERIFY_CODE_LENGTH = 26;

/**
 * The code that proves possession of a document to the public verify page.
 * @param secret at least 26 bytes that only this service can make for that document
 */
export function verifyCode(secret: Uint8Array): string {
  let text = '';
  for (const byte of secret.subarray(0, VERIFY_CODE_LENGTH)) text += ALPHABET.charAt(byte & 31);
  return text;
}

/** Label under which the secret of a document's code is derived. */
export function verifyLabel(documentId: string): string {
  return `document-verify:${documentId}`;
}

/** @returns the address that the QR code holds */
export function verifyUrl(publicUrl: string, documentId: string, code: string): string {
  return `${publicUrl}/verify/${documentId}?c=${code}`;
}
