/**
 * @param generation of the partner's destination
 * @param mark of the directory of a bank by files; null for others
 * @returns the name of a destination, such as `3` or `3/ptn_1-0f3b@1312`
 */
export function destinationName(generation: number | null, mark: string | null = null): string {
  return mark === null ? `${generation}` : `${generation}/${mark}`;
}

/** @returns the name of a destination without the mark of a directory */
export function generationIn(destination: string): string {
  return destination.split('/', 1)[0] ?? '';
}

/** @returns whether orders go there as files: the name has the mark of a directory */
export function takesFiles(destination: string): boolean {
  return destination.includes('/');
}

/**
 * @param sent destination of a dispatch; one without the mark of a bank's directory went to a directory that is not known
 * @param asked destination that says something of the payment; null where that is not certain
 * @returns whether the answer is about the dispatch
 */
export function isSameDestination(sent: string | null, asked: string | null): boolean {
  return sent !== null && sent === asked;
}
