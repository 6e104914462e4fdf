/** Longest number in a file name; file systems end at 255 bytes. */
const MAX_NUMBER = 100;

/**
 * `Content-Disposition` of a download: ASCII for old receivers, UTF-8 for the rest.
 * @param number the document's own number
 * Source: docs/GAPS.md#D4
 */
export function contentDisposition(type: string, number: string): string {
  const ascii = `${type}-${asciiNumber(number)}.pdf`;
  const exact = `${type}-${[...number].slice(0, MAX_NUMBER).join('')}.pdf`.replace(/[\u0000-\u001f\u007f/\\]/g, '-');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(exact)}`;
}

function asciiNumber(number: string): string {
  return [...number]
    .slice(0, MAX_NUMBER)
    .join('')
    .replace(/[^A-Za-z0-9._-]/gu, '-');
}

/** RFC 8187: percent-encoding in which `'`, `(`, `)` and `*` are not plain either. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
