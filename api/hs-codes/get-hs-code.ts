import { everydayNames, tradeData } from '../../db/hs-codes/detail';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { DomainError } from '../../domain/errors';
import { normalizeCode } from '../../domain/hs-codes/code';
import { resolveNode, type HsNode, type Nomenclature } from '../../domain/hs-codes/nomenclature';
import { HsCodeDetail, WrittenCodeParams } from '../../domain/hs-codes/schemas';
import { coverageOf } from '../../domain/tariffs/schedule/coverage';
import { endpoint } from '../endpoint';

function relatives(tree: Nomenclature, codes: readonly string[]): { code: string; description: string }[] {
  return codes.map((code) => ({ code, description: tree.nodes.get(code)?.description ?? '' }));
}

function parentCodes(code: string): string[] {
  return [code.slice(0, 2), code.slice(0, 4)].filter((parent) => parent !== code);
}

/** The texts from the chapter down to the code. */
function fullDescription(tree: Nomenclature, node: HsNode): string {
  return [...relatives(tree, parentCodes(node.code)), node].map(({ description }) => description).join(' > ');
}

function replacementOf(tree: Nomenclature, requested: string): Record<string, unknown> | null {
  const found = tree.replacements.get(requested.slice(0, 6));
  if (found === undefined || tree.nodes.has(requested.slice(0, 6))) return null;
  return { codes: found.codes, edition: found.newEdition, formerEdition: found.oldEdition, source: found.source };
}

/** Operation 7. Source: specification, "HS code"; docs/GAPS.md#H1, #H8 */
export const getHsCode = endpoint({
  operationId: 'getHsCode',
  summary: 'Describe an HS code',
  tag: 'HS codes',
  method: 'get',
  path: '/api/v1/hs-codes/{code}',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  params: WrittenCodeParams,
  responses: { 200: { description: 'The code, or its longest known parent', schema: HsCodeDetail } },
  errors: ['NOT_FOUND'],
  async handle({ params }, { database }) {
    const code = normalizeCode(params.code) ?? params.code;
    const { nomenclature: tree } = await referenceData(database);
    const node = resolveNode(tree, code);
    if (node === null)
      throw new DomainError('NOT_FOUND', `There is no heading ${code.slice(0, 4)} in the Harmonized System.`);
    const trade = await tradeData(database, node.code);
    const chapter = node.code.slice(0, 2);
    const missing = trade === null ? ['trade statistics are not loaded for this code'] : [];
    const sources = [tree.provenance, trade?.provenance ?? null].filter((source) => source !== null);
    return {
      status: 200,
      data: {
        code: node.code,
        description: node.description,
        chapter,
        chapterName: tree.nodes.get(chapter)?.description ?? '',
        section: node.section,
        sectionName: tree.sections.get(node.section) ?? '',
        tradeData: {
          globalExports: trade?.globalExports ?? null,
          globalImports: trade?.globalImports ?? null,
          topExporters: trade?.topExporters ?? [],
          topImporters: trade?.topImporters ?? [],
        },
        requestedCode: params.code,
        fullDescription: fullDescription(tree, node),
        parents: relatives(tree, parentCodes(node.code)),
        children: relatives(tree, node.children),
        names: await everydayNames(database, node.code),
        replacedBy: replacementOf(tree, code),
        tradeYear: trade?.year ?? null,
        coverage: coverageOf(sources, missing),
      },
    };
  },
});
