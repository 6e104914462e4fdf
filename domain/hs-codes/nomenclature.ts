import type { Provenance } from '../tariffs/schedule/schedule';
import { codeAndParents, type AskedCode } from './code';

/** A chapter, heading or subheading; `section` is a Roman numeral, `children` are codes. */
export interface HsNode {
  code: string;
  section: string;
  description: string;
  children: string[];
}

/** What took the place of a code of an older edition. */
export interface Replacement {
  codes: readonly string[];
  oldEdition: string;
  newEdition: string;
  source: string;
}

/** The tree of the Harmonized System. */
export interface Nomenclature {
  nodes: ReadonlyMap<string, HsNode>;
  sections: ReadonlyMap<string, string>;
  /** Old code -> codes that replaced it. */
  replacements: ReadonlyMap<string, Replacement>;
  /** New code -> codes of the older edition that it replaced. */
  predecessors: ReadonlyMap<string, readonly string[]>;
  provenance: Provenance | null;
}

/**
 * The node of a code, or of its longest known parent of at least four digits; null for an unknown heading.
 * Source: docs/GAPS.md#H1
 */
export function resolveNode(tree: Pick<Nomenclature, 'nodes'>, code: string): HsNode | null {
  for (const candidate of codeAndParents(code)) {
    const node = candidate.length >= 4 && candidate.length <= 6 ? tree.nodes.get(candidate) : undefined;
    if (node !== undefined) return node;
  }
  return null;
}

/** @returns the code with those that stand for it in other editions, as far as the concordance is known */
export function askedCode(tree: Nomenclature, code: string): AskedCode {
  const known = resolveNode(tree, code)?.code ?? code;
  const subheading = code.slice(0, 6);
  const replaced = tree.nodes.has(subheading) ? undefined : tree.replacements.get(subheading);
  return { code, known, predecessors: tree.predecessors.get(known) ?? [], successors: replaced?.codes ?? [] };
}
