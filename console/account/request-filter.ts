import { z } from 'zod';
import { ENDPOINTS } from '../../api/endpoints';
import type { RequestFilter } from '../../db/requests/list-requests';
import { isSubject, STATUS_CLASSES } from '../../domain/limits/listed-request';
import { emptyAsAbsent } from '../forms/read-form';

/** Operations that a key of an account may ask for, by name. */
export const OPERATIONS: readonly string[] = ENDPOINTS.filter(({ access }) => access.kind === 'client')
  .map(({ operationId }) => operationId)
  .sort();

/** As a field for date and time sends it, with seconds or without; the page says that it is UTC. */
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, 'must be a date and a time')
  .transform((text) => new Date(`${text}Z`))
  .refine((at) => !Number.isNaN(at.getTime()), 'must be a date and a time');

/** What the page of requests is asked for. */
export const RequestsAsked = z
  .object({
    status: emptyAsAbsent(z.enum(STATUS_CLASSES, 'Choose a status of the list.')),
    operation: emptyAsAbsent(z.enum(OPERATIONS, 'Choose an operation of the list.')),
    key: emptyAsAbsent(z.string().max(40)),
    about: emptyAsAbsent(z.string().trim().refine(isSubject, 'must be a complete id, such as instr_… or doc_…')),
    from: emptyAsAbsent(moment),
    to: emptyAsAbsent(moment),
  })
  .transform(({ status, operation, key: keyId, about: subject, from, to: until }): RequestFilter => {
    const statusClass = status === undefined ? undefined : Number(status[0]);
    return { statusClass, operation, keyId, subject, from, until };
  });
