import { LRUCache } from 'lru-cache';
import type { NameMatch } from '../../domain/compliance/name-index';
import type { NameSource } from '../../domain/compliance/screen';

/** Banks are few, and a beneficiary is previewed, paid and paid again: about as many as a busy hour has. */
const NAMES_KEPT = 5_000;

/**
 * A name index that caches its results for recently screened names. It lives as long as its editions, which never
 * change.
 */
export class RecentNames implements NameSource {
  private readonly found = new LRUCache<string, readonly NameMatch[]>({ max: NAMES_KEPT });

  constructor(private readonly index: NameSource) {}

  findIn(text: string): readonly NameMatch[] {
    return this.index.findIn(text);
  }

  find(name: string, leastScore: number): readonly NameMatch[] {
    const key = `${leastScore} ${name}`;
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const found = this.index.find(name, leastScore);
    this.found.set(key, found);
    return found;
  }
}
