import type { HsNode, Nomenclature } from '../../domain/hs-codes/nomenclature';
import type { Queryable } from '../database';
import { readPages } from '../read-pages';
import { provenanceOf, type Edition } from '../tariffs/editions';

/** Reads the nomenclature page by page, each code with its children. */
async function readNodes(client: Queryable): Promise<Map<string, HsNode>> {
  const pages = readPages<{ code: string; section: string; description: string }>(client, {
    cursor: 'hs_nodes_by_code',
    text: 'select code, section, description from hs_nodes order by code',
  });
  const nodes = new Map<string, HsNode>();
  for await (const rows of pages) {
    for (const row of rows) {
      nodes.set(row.code, { ...row, children: [] });
      if (row.code.length > 2) nodes.get(row.code.slice(0, -2))?.children.push(row.code);
    }
  }
  return nodes;
}

/**
 * Reads the nomenclature with its sections and replaced codes.
 * @param client of a transaction
 * @param edition the edition in force of the subject `hs:nomenclature`
 */
export async function readNomenclature(client: Queryable, edition: Edition | undefined): Promise<Nomenclature> {
  const nodes = await readNodes(client);
  const sections = await client.query<{ roman: string; name: string }>('select roman, name from hs_sections');
  const replaced = await client.query<{
    old_code: string;
    codes: string[];
    old_edition: string;
    new_edition: string;
    source: string;
  }>(
    `select old_code, array_agg(new_code order by new_code) as codes, min(old_edition) as old_edition,
       min(new_edition) as new_edition, min(source) as source from hs_replacements group by old_code`,
  );
  const predecessors = new Map<string, string[]>();
  for (const { old_code, codes } of replaced) {
    for (const code of codes) predecessors.set(code, [...(predecessors.get(code) ?? []), old_code]);
  }
  return {
    nodes,
    sections: new Map(sections.map(({ roman, name }) => [roman, name])),
    replacements: new Map(
      replaced.map((r) => [
        r.old_code,
        { codes: r.codes, oldEdition: r.old_edition, newEdition: r.new_edition, source: r.source },
      ]),
    ),
    predecessors,
    provenance: edition === undefined ? null : provenanceOf(edition),
  };
}
