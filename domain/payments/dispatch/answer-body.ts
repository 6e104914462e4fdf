import type { AnswerBody } from './partner-answers';

/** A text of JSON, or a whole number with more digits than a number of this language is sure to keep. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses the body of a partner's reply. A byte order mark is dropped, which RFC 8259 allows. Long numbers become
 * texts: partners have ids of 18 digits and more, and a rounded one would be another payment's.
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
