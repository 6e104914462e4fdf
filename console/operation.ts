import { Readable } from 'node:stream';
import type { Call, Reply } from '../api/endpoint';
import type { Services } from '../api/services';
import { SCOPES, type ClientPrincipal } from '../domain/auth/principal';
import { requestIdOf } from './routes/user-of';
import type { SideVisit } from './sides';

/** An operation that a client key may call. */
interface ClientOperation<Params, Query, Body> {
  handle(call: Call<ClientPrincipal, Params, Query, Body>, services: Services): Promise<Reply>;
}

/**
 * Runs an operation of the API for a person, as a key of that side of the account with every scope would: the page shows
 * what the API answers. Operations that write an audit entry are not for this, since a key would stand in it.
 * @param asked what the record's schemas made of path, query and body
 */
export function runOperation<Params, Query, Body>(
  visit: SideVisit,
  record: ClientOperation<Params, Query, Body>,
  asked: { params: Params; query: Query; body: Body; rawBody?: Buffer },
): Promise<Reply> {
  const { tenant, parts } = visit;
  const principal: ClientPrincipal = {
    kind: 'client',
    keyId: '',
    tenant,
    scopes: SCOPES,
    plan: 'free',
    customLimits: {},
    endpointLimits: false,
    customEndpointLimits: {},
    isStrict: false,
  };
  const call: Call<ClientPrincipal, Params, Query, Body> = {
    rawBody: Buffer.alloc(0),
    ...asked,
    file: Readable.from([]),
    principal,
    requestId: requestIdOf(visit),
    idempotencyKey: null,
    held: null,
    header: () => '',
    ignoredMembers: () => [],
    receivedAt: parts.now(),
  };
  return record.handle(call, parts.services);
}
