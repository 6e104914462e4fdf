import { hasListener, recordEvent } from '../../db/events';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { candidatesOf, RESULTS_JUDGED, suggestedCode } from '../../domain/hs-codes/classify';
import { findCodes } from '../../domain/hs-codes/find';
import { ClassifyAnswer, ClassifyRequest } from '../../domain/hs-codes/schemas';
import { coverageOf } from '../../domain/tariffs/schedule/coverage';
import { endpoint } from '../endpoint';

/**
 * An extension: the source of `hs_code.classified`. A key that may only read causes no events, and no
 * event without a subscriber is recorded. Source: docs/GAPS.md#W9
 */
export const classifyProduct = endpoint({
  operationId: 'classifyProduct',
  summary: 'Classify a product by HS code and notify subscribers',
  tag: 'HS codes',
  method: 'post',
  path: '/api/v1/hs-codes/classify',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  writesEvent: true,
  envelope: 'wrapped',
  body: ClassifyRequest,
  responses: { 200: { description: 'Candidates, the likeliest first', schema: ClassifyAnswer } },
  errors: [],
  async handle({ body, principal }, services) {
    const { description, limit } = body;
    const [reference, searcher] = [await referenceData(services.database), await loadSearcher(services.database)];
    const found = findCodes(reference, searcher, description, Math.max(limit, RESULTS_JUDGED));
    const judged = candidatesOf(found.results);
    const code = suggestedCode(judged);
    const candidates = judged.slice(0, limit);
    const type = 'hs_code.classified';
    const mayWrite = principal.scopes.includes('webhooks:manage');
    if (code !== null && mayWrite && (await hasListener(services.database, principal.tenant, type))) {
      const object = { description, code, candidates };
      await recordEvent(services.database, { tenant: principal.tenant, type, subject: code, object });
    }
    return { status: 200, data: { code, candidates, coverage: coverageOf(found.sources, []) } };
  },
});
