import {
  PostingTableBuilder,
  type Postings,
  type PostingTable,
} from '../../domain/hs-codes/search/index/posting-table';
import type { Steps } from '../../lib/portions';

/** Computes without a pause: in a test nobody else waits. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** @returns the table of postings that lie apart */
export function postingTableOf(postings: ReadonlyMap<string, Postings>): PostingTable {
  const lists = [...postings.values()];
  const size = lists.reduce((sum, { documents }) => sum + documents.length, 0);
  const builder = new PostingTableBuilder({ terms: postings.size, postings: size });
  for (const [term, { documents, impacts, fields }] of postings) {
    builder.begin(term);
    documents.forEach((document, at) => builder.push(document, impacts[at] ?? 0, fields[at] ?? 0));
  }
  return builder.finish();
}
