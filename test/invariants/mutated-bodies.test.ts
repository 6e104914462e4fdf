import { ENDPOINTS } from '../../api/endpoints';
import { parseRequest } from '../../api/middleware/parse-request';
import { EXCHANGES } from '../../api/openapi/examples';
import { DomainError } from '../../domain/errors';
import { mutationsOf } from '../support/mutations';
import { bodyOf, NOTHING } from './samples';

const BODIES = ENDPOINTS.flatMap((record) => {
  const { operationId: name, body } = record;
  const bodies = [EXCHANGES[name]?.request, bodyOf(record, NOTHING)].filter((one) => one !== undefined);
  return body === undefined ? [] : [{ name, record, bodies }];
});

/** Rules of several members see what was sent of each. Source: docs/GAPS.md#G2, docs/GAPS.md#G10 */
describe('a body with one member null, empty, doubled or of another type', () => {
  it.each(BODIES)('is read or refused: $name', ({ record, bodies }) => {
    for (const prefer of ['', 'handling=strict']) {
      for (const { what, body } of bodies.flatMap(mutationsOf)) {
        const head = { params: {}, query: {}, idempotencyKeys: [], prefer };
        try {
          parseRequest(head, record, Buffer.from(JSON.stringify(body)));
        } catch (fault) {
          if (!(fault instanceof DomainError)) throw new Error(`${record.operationId}: ${what}`, { cause: fault });
        }
      }
    }
  });
});
