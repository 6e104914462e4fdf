import {
  IndexAssembler,
  type IndexParts,
  type Name,
  type WrittenRule,
} from '../../domain/hs-codes/search/index/assemble';
import { buildLexicon, buildPostings } from '../../domain/hs-codes/search/index/build';
import { documentsOf } from '../../domain/hs-codes/search/index/documents';
import type { SearchIndex } from '../../domain/hs-codes/search/index/index-types';
import { searchWords, type Searcher } from '../../domain/hs-codes/search/query/search-words';
import { buildSpeller } from '../../domain/hs-codes/search/words/spelling';
import { starterWords } from '../../importers/starter-words';
import { postingTableOf, runAtOnce } from './postings';

interface Words {
  nodes: readonly { code: string; description: string }[];
  names: readonly { code: string; name: string }[];
  rules: readonly WrittenRule[];
}

/** The index of what is given, at once. */
export function indexOf(parts: IndexParts, names: readonly Name[]): SearchIndex {
  const assembler = new IndexAssembler(parts);
  runAtOnce(assembler.addNames(names));
  return runAtOnce(assembler.finish());
}

function searcherOfWords({ nodes, names, rules }: Words): Searcher {
  const documents = documentsOf({
    nodes: [...nodes].sort((a, b) => (a.code < b.code ? -1 : 1)),
    names: names.map(({ code, name }) => ({ code, text: name })),
    national: [],
  });
  const lexicon = runAtOnce(buildLexicon(documents));
  const codes = documents.map(({ code }) => code);
  const parts = { codes, postings: postingTableOf(runAtOnce(buildPostings(documents))), rules };
  return { index: indexOf(parts, names), speller: runAtOnce(buildSpeller(lexicon)) };
}

/**
 * A searcher over a few codes, without a database.
 * @param nodes code -> description
 * @param names code and everyday name
 */
export function searcherOf(
  nodes: Readonly<Record<string, string>>,
  names: readonly (readonly [string, string])[] = [],
): Searcher {
  return searcherOfWords({
    nodes: Object.entries(nodes).map(([code, description]) => ({ code, description })),
    names: names.map(([code, name]) => ({ code, name })),
    rules: [],
  });
}

/** A searcher over a few codes with rules of synonyms, without a database. */
export function searcherOfRules(nodes: Readonly<Record<string, string>>, rules: readonly WrittenRule[]): Searcher {
  const list = Object.entries(nodes).map(([code, description]) => ({ code, description }));
  return searcherOfWords({ nodes: list, names: [], rules });
}

/** A searcher over the words of the starter pack, without a database. */
export async function starterSearcher(): Promise<Searcher> {
  const { editions } = await starterWords(true).parse({ name: 'starter', path: '' }, {});
  const contents = editions.map(({ content }) => content);
  return searcherOfWords({
    nodes: contents.flatMap((content) => (content.kind === 'nomenclature' ? content.nodes : [])),
    names: contents.flatMap((content) => (content.kind === 'names' ? content.names : [])),
    rules: contents.flatMap((content) => (content.kind === 'synonyms' ? content.rules : [])),
  });
}

/** @returns the codes found, the best first */
export function codesFor(searcher: Searcher, query: string, limit = 10): string[] {
  return searchWords(searcher, query, limit).hits.map(({ code }) => code);
}
