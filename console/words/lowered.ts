/** @returns a name as it stands within a sentence, `HS code` and other abbreviations as they are */
export function lowered(name: string): string {
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
}
