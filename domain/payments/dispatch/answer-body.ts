import type { AnswerBody } from './partner-answers';

/** A text of JSON, or a whole number with more digits than a number of this language is sure to keep. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Some partners begin their texts with a byte order mark, which RFC 8259 lets a reader ignore: the decoder drops it.
 * Long numbers are read as texts: partners have ids of 18 digits and more, and another last digit is another payment.
 */
export function parseBody(bytes: Uint8Array): AnswerBody {
  if (bytes.length === 0) return { kind: 'empty' };
  const text = new TextDecoder().decode(bytes);
  try {
    // What is no JSON must not become some.
    JSON.parse(text);
    const exact = text.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
    return { kind: 'json', value: JSON.parse(exact) };
  } catch {
    return { kind: 'not_json' };
  }
}
