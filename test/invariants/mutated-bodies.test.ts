import fc from 'fast-check';
import type { Endpoint } from '../../api/endpoint';
import { ENDPOINTS } from '../../api/endpoints';
import { parseRequest } from '../../api/middleware/parse-request';
import { EXCHANGES } from '../../api/openapi/examples';
import { DomainError } from '../../domain/errors';
import { jsonLike, mutationsOf } from '../support/mutations';
import { bodyOf, NOTHING } from './samples';

const BODIES = ENDPOINTS.flatMap((record) => {
  const { operationId: name, body } = record;
  const bodies = [EXCHANGES[name]?.request, bodyOf(record, NOTHING)].filter((one) => one !== undefined);
  return body === undefined ? [] : [{ name, record, bodies }];
});

/** Reads a body as the service does, as one that is taken or refused. */
function read(record: Endpoint, body: unknown): void {
  for (const prefer of ['', 'handling=strict']) {
    const head = { params: {}, query: {}, idempotencyKeys: [], prefer };
    try {
      parseRequest(head, record, Buffer.from(JSON.stringify(body)));
    } catch (fault) {
      if (!(fault instanceof DomainError)) throw fault;
    }
  }
}

/** Rules of several members see what was sent of each. Source: docs/GAPS.md#G2, docs/GAPS.md#G10 */
describe('a body is read or refused', () => {
  it.each(BODIES)('with one member null, empty, doubled or of another type: $name', ({ record, bodies }) => {
    for (const { what, body } of bodies.flatMap(mutationsOf)) {
      try {
        read(record, body);
      } catch (cause) {
        throw new Error(what, { cause });
      }
    }
  });

  it.each(BODIES)('whatever JSON it is: $name', ({ record }) => {
    fc.assert(fc.property(jsonLike(bodyOf(record, NOTHING) ?? {}), (body) => read(record, body)));
  });
});
