import type { Queryable } from '../database';
import { buildLexicon, buildPostings, type SearchDocument } from '../../domain/hs-codes/search/build';
import { stem } from '../../domain/hs-codes/search/stem';
import { insertRows } from '../importers/insert-rows';
import { packPostings } from './pack';

interface NodeRow {
  code: string;
  description: string;
}

interface TextRow {
  code: string;
  text: string;
}

/** Texts by the code they belong to: a subheading, or a heading where the subheading is not known. */
function groupTexts(rows: readonly TextRow[], known: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { code, text } of rows) {
    const target = [code.slice(0, 6), code.slice(0, 4)].find((candidate) => known.has(candidate));
    if (target === undefined) continue;
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [text]);
    else group.push(text);
  }
  return groups;
}

interface Sources {
  nodes: readonly NodeRow[];
  names: Map<string, string[]>;
  national: Map<string, string[]>;
}

async function readSources(client: Queryable): Promise<Sources> {
  const nodes = await client.query<NodeRow>('select code, description from hs_nodes order by code');
  const known = new Set(nodes.map(({ code }) => code));
  const names = await client.query<TextRow>('select code, name as text from hs_names order by code, name');
  const national = await client.query<TextRow>(
    `select code, case when schedule = 'US' then path else description end as text
     from tariff_lines where code < '98' and description <> '' order by schedule, position`,
  );
  return { nodes, names: groupTexts(names, known), national: groupTexts(national, known) };
}

/** Each text once: superior texts stand in the path of every line below them. */
function distinctParts(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => path.split(' > ')))];
}

/** Documents in the order of their numbers: headings and subheadings by code. */
function documentsOf({ nodes, names, national }: Sources): SearchDocument[] {
  const descriptions = new Map(nodes.map(({ code, description }) => [code, description]));
  return (
    nodes
      // Chapter 99 stands for what has no place in the nomenclature: nobody looks for it by words.
      .filter(({ code }) => code.length >= 4 && code < '98')
      .map(({ code, description }) => {
        const heading = code.slice(0, 4);
        const isHeading = code === heading;
        return {
          code,
          texts: {
            name: names.get(code) ?? [],
            description: [description],
            heading: isHeading ? [] : [descriptions.get(heading) ?? '', ...(names.get(heading) ?? [])],
            chapter: [descriptions.get(code.slice(0, 2)) ?? ''],
            national: distinctParts(national.get(code) ?? []),
          },
        };
      })
  );
}

/**
 * Writes the search index anew from what is stored: nomenclature, everyday names, lines of the schedules.
 * Readers keep the former index until the transaction commits.
 */
export async function rebuildSearchIndex(client: Queryable): Promise<void> {
  const documents = documentsOf(await readSources(client));
  const postings = buildPostings(documents);
  const lexicon = buildLexicon(documents);
  for (const table of ['search_documents', 'search_terms', 'search_lexicon'])
    await client.query(`delete from ${table}`);
  await insertRows(
    client,
    'search_documents',
    { id: 'integer', code: 'text' },
    documents.map(({ code }, id) => [String(id), code]),
  );
  await insertRows(
    client,
    'search_terms',
    { term: 'text', document_frequency: 'integer', postings: 'bytea' },
    [...postings].map(([term, list]) => [term, String(list.documents.length), packPostings(list)]),
  );
  await insertRows(
    client,
    'search_lexicon',
    { word: 'text', stem: 'text', frequency: 'integer' },
    [...lexicon].map(([word, frequency]) => [word, stem(word), String(frequency)]),
  );
  await client.query(
    `insert into search_state (built_at) values (clock_timestamp())
     on conflict (singleton) do update set built_at = excluded.built_at`,
  );
}
