import { z } from 'zod';
import { ENDPOINTS } from '../../../api/endpoints';

const NAMING = ENDPOINTS.filter(
  ({ idempotent, reportKey, body }) => body !== undefined && (idempotent === true || reportKey === true),
).map((record) => ({ name: record.operationId, record }));

/** Source: docs/GAPS.md#G10 */
describe('the answer of an operation that creates or reports', () => {
  it.each(NAMING)('may name what was not read as it was sent: $name', ({ record }) => {
    for (const { schema } of Object.values(record.responses)) {
      if (schema === null) continue;
      expect(Object.keys(schema instanceof z.ZodObject ? schema.shape : {})).toEqual(
        expect.arrayContaining(['normalised', 'assumed', 'ignored']),
      );
    }
  });
});
