import { z } from 'zod';
import { listRequests as readRequests, type LoggedRequest } from '../../db/requests/list-requests';
import { unixMsOf } from '../../domain/ids';
import { isSubject, ListedRequest, STATUS_CLASSES } from '../../domain/limits/listed-request';
import { Cursor, ListLimit, Timestamp } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { onePage, replyWithPage } from '../page';

const MAX_OPERATION_LENGTH = 60;

function requestView(request: LoggedRequest): z.output<typeof ListedRequest> {
  const { id, method, operation, status, ms, errorCode, faultField, faultCode, subject } = request;
  const at = new Date(unixMsOf(id)).toISOString();
  const error = errorCode === null ? null : { code: errorCode, field: faultField, fault: faultCode };
  return { id, at, method, operation, status, duration_ms: ms, error, subject };
}

const Query = z.object({
  status: z.enum(STATUS_CLASSES).optional().meta({ description: 'First digit of the status, such as `4xx`' }),
  operation: z
    .string()
    .regex(/^[a-zA-Z]+$/, 'must be an operation id of this document')
    .max(MAX_OPERATION_LENGTH)
    .optional()
    .meta({ description: 'Operation id of this document' }),
  subject: z
    .string()
    .refine(isSubject, {
      message: 'must be the id of a payment, document, shipment, beneficiary, batch, webhook, delivery or event',
      params: { code: 'id' },
    })
    .optional()
    .meta({ description: 'Id of what the requests made, or of what their path names' }),
  from: Timestamp.optional().meta({ description: 'Not before this moment' }),
  to: Timestamp.optional().meta({ description: 'Before this moment' }),
  limit: ListLimit,
  cursor: Cursor,
});

/** A key sees its own requests: what other keys of the account are for may be none of its business. Source: docs/GAPS.md#request-log */
export const listRequests = endpoint({
  operationId: 'listRequests',
  summary: 'List the requests of the key that changed something or were refused in the last seven days, newest first',
  tag: 'Limits',
  method: 'get',
  path: '/v1/requests',
  access: { kind: 'client', scope: null },
  limit: null,
  envelope: 'bare',
  query: Query,
  responses: onePage(ListedRequest),
  errors: [],
  async handle({ principal, query }, { database }) {
    const { tenant, keyId } = principal;
    const { status, operation, subject, from, to, limit, cursor: after } = query;
    const rows = await readRequests(database, {
      ...{ tenant, keyId, operation, subject, after, limit: limit + 1 },
      statusClass: status === undefined ? undefined : Number(status[0]),
      from: from === undefined ? undefined : new Date(from),
      until: to === undefined ? undefined : new Date(to),
    });
    return replyWithPage(rows, limit, requestView);
  },
});
