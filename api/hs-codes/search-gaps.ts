/** What a search cannot find, in words. */
export function searchGaps(partial: boolean): string[] {
  return partial ? ['only the starter pack is loaded: every heading, but few subheadings'] : [];
}
