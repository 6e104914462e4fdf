import type { OperatorActor, RequestActor } from '../../domain/auth/actor';
import type { Principal } from '../../domain/auth/principal';
import { withoutIdempotencyKey } from '../../db/idempotency';
import { bringBack, isArchived } from '../../db/archive/bring-back';
import { inArchive } from '../../db/archive/in-archive';
import { InstructionReader } from '../../db/payments/instruction/instruction-reader';
import { DomainError, invalidRequest } from '../../domain/errors';
import { memberOf } from '../../domain/unknown-value';
import type { AnyCall, Endpoint, Reply } from '../endpoint';
import type { Services } from '../services';
import { recoverReply } from './answer-made';
import { withIdempotency, type Run } from './idempotency';
import { withoutKnownFields, type ParsedRequest } from './parse-request';
import { serializeReply } from './serialize-reply';
import { withNotes } from './request-notes';
import { withSuggestions } from './unknown-members';

/** Searches and calculations need a body, so they come as POST; what they may do tells them from changes. */
export function onlyReads({ access }: Endpoint): boolean {
  return access.kind === 'client' && access.scope?.endsWith(':read') === true;
}

/** Whether what was done may have left work for a relay. */
function mayWrite(record: Endpoint): boolean {
  return record.method !== 'get' && (!onlyReads(record) || record.writesEvent === true);
}

/** An authorised request, over HTTP or by a page of the console. */
export interface OperationRequest {
  principal: Principal | null;
  actor: RequestActor | OperatorActor | null;
  parsed: ParsedRequest;
  rawBody: Buffer;
  fileType: string | null;
  file: AsyncIterable<Uint8Array>;
  /** Path with its parameters. */
  path: string;
  requestId: string;
  receivedAt: Date;
  header(name: string): string;
}

/** @returns the payment that the path of an operation names; null where it names none */
function namedPayment(params: unknown): string | null {
  const id = memberOf(params, 'instructionId');
  return typeof id === 'string' ? id : null;
}

/**
 * Runs an operation, and again on the archive if its payment is not found. A client's or an operator's change brings
 * the payment back first; a partner's report does that by itself.
 * Source: docs/GAPS.md#archive
 */
async function withArchive<Result>(
  { method, params, principal }: { method: string; params: unknown; principal: Principal | null },
  services: Services,
  handle: (services: Services) => Promise<Result>,
): Promise<Result> {
  try {
    return await handle(services);
  } catch (fault) {
    const id = namedPayment(params);
    if (!(fault instanceof DomainError) || fault.code !== 'NOT_FOUND' || id === null) throw fault;
    const { database } = services;
    const tenant = principal?.kind === 'client' ? principal.tenant : null;
    if (principal?.kind === 'partner' && method !== 'get') throw fault;
    if (!(await isArchived(database, id, tenant))) throw fault;
    if (method !== 'get') {
      if (await bringBack(database, id)) return handle(services);
    } else {
      const archived = inArchive(database);
      return handle({ ...services, database: archived, instructions: new InstructionReader(archived) });
    }
    throw fault;
  }
}

/**
 * Runs an operation whose caller is authorized: refuses faults, honours its idempotency key, calls the handler, checks
 * the answer, and wakes the relays.
 * @returns the reply; `verbatim` is its body
 * @throws DomainError for each refusal; all field faults of params, query and body at once
 */
export async function runOperation(record: Endpoint, services: Services, request: OperationRequest): Promise<Reply> {
  const { parsed, path, ...known } = request;
  const { params, query, body, idempotencyKey, faults } = parsed;
  const { sentBody, isStrict, notes, unreadable } = parsed;
  // The record's own types tie schema and handler together; here they are parsed values of unknown shape.
  const parts = { params, query, body, sentBody, isStrict, notes, unreadable };
  const call = { ...known, ...parts, idempotencyKey, held: null } as unknown as AnyCall;
  if (faults.length > 0) {
    // What Postgres could not even be asked about is looked at no further.
    const further = parsed.isKeepable ? ((await record.furtherFaults?.(sentBody, call, services)) ?? []) : [];
    throw invalidRequest(withSuggestions([...faults, ...withoutKnownFields(faults, further)], parsed.unknownMembers));
  }
  const run: Run = async (subject, held) => {
    const recover = subject === null ? undefined : record.recover?.(subject, call, services);
    const making = held ?? withoutIdempotencyKey();
    const handle = (at: Services) => record.handle({ ...call, held: making }, at);
    const asked = { method: record.method, params, principal: known.principal };
    try {
      const reply = await (recover ?? withArchive(asked, services, handle)).catch((fault: unknown) =>
        recoverReply(fault, making.madeId, (madeId) => record.recover?.(madeId, call, services)),
      );
      return serializeReply(record, withNotes(record, reply, notes), services.log);
    } finally {
      // A refusal may have been written too: a report that contradicts an outcome opens a case and is 409.
      if (mayWrite(record)) services.wake();
    }
  };
  return withIdempotency({ record, idempotencyKey, path, ...known }, services, run);
}
