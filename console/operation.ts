import type { output, ZodType } from 'zod';
import type { Access } from '../api/access';
import type { Call, EndpointRecord, Reply } from '../api/endpoint';
import { SCOPES } from '../domain/auth/principal';
import { requestIdOf } from './routes/user-of';
import type { SideVisit } from './sides';

type ClientAccess = Extract<Access, { kind: 'client' }>;

/**
 * Runs an operation of the API for a person, as a key of that side of the account with every scope would: the page shows
 * what the API answers. Operations that write an audit entry are not for this, since a key would stand in it.
 * @param asked what the record's schemas made of path, query and body
 */
export function runOperation<A extends ClientAccess, P extends ZodType, Q extends ZodType, B extends ZodType>(
  visit: SideVisit,
  record: EndpointRecord<A, P, Q, B>,
  asked: { params: output<P>; query: output<Q>; body: output<B>; rawBody?: Buffer },
): Promise<Reply> {
  const { tenant, parts } = visit;
  const principal = {
    kind: 'client',
    keyId: '',
    tenant,
    scopes: SCOPES,
    plan: 'free',
    customLimits: {},
    endpointLimits: false,
    isStrict: false,
  };
  const call = {
    rawBody: Buffer.alloc(0),
    ...asked,
    principal,
    requestId: requestIdOf(visit),
    idempotencyKey: null,
    held: null,
    header: () => '',
    receivedAt: parts.now(),
    granted: Promise.resolve(),
  };
  // Its kind of access makes the principal a client's; only the record's own type parameters know that.
  return record.handle(call as unknown as Call<A, output<P>, output<Q>, output<B>>, parts.services);
}
