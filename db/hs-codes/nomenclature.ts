import type { Database } from '../database';
import { codeAndParents } from '../../domain/hs-codes/code';
import type { Provenance } from '../../domain/tariffs/schedule';
import { currentEdition, provenanceOf } from '../tariffs/editions';
import { cached } from '../tariffs/reference-data';

export interface HsNode {
  code: string;
  section: string;
  description: string;
  children: string[];
}

/** The tree of the Harmonized System as this process keeps it. */
export interface Nomenclature {
  nodes: ReadonlyMap<string, HsNode>;
  sections: ReadonlyMap<string, string>;
  /** Old code -> codes that replaced it. */
  replacements: ReadonlyMap<string, { codes: string[]; oldEdition: string; newEdition: string; source: string }>;
  /** New code -> codes of the older edition that it replaced. */
  predecessors: ReadonlyMap<string, string[]>;
  provenance: Provenance | null;
  /** True while only the starter pack is there: every heading, but few subheadings. */
  partial: boolean;
}

async function readNodes(database: Database): Promise<Map<string, HsNode>> {
  const rows = await database.query<{ code: string; section: string; description: string }>(
    'select code, section, description from hs_nodes order by code',
  );
  const nodes = new Map<string, HsNode>();
  for (const row of rows) {
    nodes.set(row.code, { ...row, children: [] });
    if (row.code.length > 2) nodes.get(row.code.slice(0, -2))?.children.push(row.code);
  }
  return nodes;
}

async function readNomenclature(database: Database): Promise<Nomenclature> {
  const nodes = await readNodes(database);
  const sections = await database.query<{ roman: string; name: string }>('select roman, name from hs_sections');
  const replaced = await database.query<{
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
  const edition = await currentEdition(database, 'hs:nomenclature');
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
    provenance: edition === null ? null : provenanceOf(edition),
    partial: edition?.kind === 'starter',
  };
}

/** @returns the nomenclature in force */
export function nomenclature(database: Database): Promise<Nomenclature> {
  return cached(database, 'nomenclature', () => readNomenclature(database));
}

/**
 * The longest known parent of a code, at least a heading.
 * @returns null for an unknown heading
 * Source: docs/GAPS.md#H1
 */
export function resolveNode(tree: Nomenclature, code: string): HsNode | null {
  for (const candidate of codeAndParents(code)) {
    const node = candidate.length >= 4 && candidate.length <= 6 ? tree.nodes.get(candidate) : undefined;
    if (node !== undefined) return node;
  }
  return null;
}
