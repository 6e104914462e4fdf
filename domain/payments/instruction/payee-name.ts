/** @returns a name in the form in which two are compared: without case, accents, and more than one blank between words */
export function comparableName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
