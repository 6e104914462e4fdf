import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { findCodes } from '../../domain/hs-codes/find';
import { SearchAnswer, SearchRequest } from '../../domain/hs-codes/schemas';
import { coverageOf } from '../../domain/tariffs/schedule/coverage';
import { endpoint } from '../endpoint';

/** Operation 6. Source: specification, "HS codes"; docs/GAPS.md#H2 */
export const searchHsCodes = endpoint({
  operationId: 'searchHsCodes',
  summary: 'Find HS codes by words or digits',
  tag: 'HS codes',
  method: 'post',
  path: '/api/v1/hs-codes/search',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  envelope: 'wrapped',
  body: SearchRequest,
  responses: { 200: { description: 'Codes, the best first', schema: SearchAnswer } },
  errors: [],
  async handle({ body }, { database }) {
    const { sources, ...found } = findCodes(
      await referenceData(database),
      await loadSearcher(database),
      body.query,
      body.limit,
    );
    return { status: 200, data: { ...found, coverage: coverageOf(sources, []) } };
  },
});
