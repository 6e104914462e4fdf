/** A name as it is written within a sentence; abbreviations such as `HS code` stay as they are. */
export function lowerFirstLetter(name: string): string {
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
}
