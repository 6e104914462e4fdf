import type { Readable } from 'node:stream';
import type { ZodType, output } from 'zod';
import type { HeldKey } from '../db/idempotency';
import type { OperatorActor, RequestActor } from '../domain/auth/actor';
import type { ErrorCode, FieldFault } from '../domain/errors';
import type { ClientPrincipal, OperatorPrincipal, Principal } from '../domain/auth/principal';
import type { EndpointLimit } from '../domain/limits/plans';
import type { UnmetMember } from '../domain/payments/instruction/account-faults';
import type { Access } from './access';
import type { Services } from './services';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PrincipalOf<A extends Access> = A['kind'] extends 'public' ? null : Extract<Principal, { kind: A['kind'] }>;

/** Who acts, for the audit log: the holder of a key or a person in the console; null for partners and the public. */
export type ActorOf<Caller extends Principal | null> = Caller extends OperatorPrincipal
  ? OperatorActor
  : Caller extends ClientPrincipal
    ? RequestActor
    : null;

/** What a handler is given: everything parsed, nothing raw but the exact bytes that partners sign. */
export interface Call<Caller extends Principal | null, Params, Query, Body> {
  principal: Caller;
  actor: ActorOf<Caller>;
  params: Params;
  query: Query;
  body: Body;
  /** Exact bytes of the body; empty for operations without one. */
  rawBody: Buffer;
  /** Media type of a file that came although the operation takes JSON too; `body` is undefined then. Else null. */
  fileType: string | null;
  /** The file, as it comes, at most `bodyLimitBytes`; empty where the record takes none. */
  file: AsyncIterable<Uint8Array>;
  requestId: string;
  /** Value of the `Idempotency-Key` header, 1..255 characters, or null. */
  idempotencyKey: string | null;
  /** That key as this request holds it, for the transaction that makes something; null where none is honoured. */
  held: HeldKey | null;
  header(name: string): string;
  /** The body as it was sent, unknown members included, with the others in their forms proper. */
  sentBody: unknown;
  /** Whether the caller prefers that strangers and other forms are refused. Source: docs/GAPS.md#G10 */
  isStrict: boolean;
  /** What of the body was not read as it was sent; in the answer of an operation that creates or reports, by itself. */
  notes: Required<RequestNotes>;
  /** Parts of a report that could not be read, by path. Source: docs/GAPS.md#P4 */
  unreadable: readonly string[];
  /** When the request arrived. */
  receivedAt: Date;
}

/** Members of a request by their paths, such as `beneficiary.country`. Source: docs/GAPS.md#G10 */
export interface RequestNotes {
  /** Taken in another form than their own. */
  normalised?: readonly string[];
  /** Absent, and told by another member. */
  assumed?: readonly string[];
  /** Not known, or of a report optional and not readable. */
  ignored?: readonly string[];
}

/** What an answer says beside its own members. */
export interface AnswerNotes extends RequestNotes {
  /** Not there, although partners ask for it. Source: docs/GAPS.md#P2 */
  unmet?: readonly UnmetMember[];
}

/** What is known of a call whose request has faults. */
export type FaultyCall<Caller extends Principal | null> = Pick<
  Call<Caller, unknown, unknown, unknown>,
  'principal' | 'receivedAt'
>;

export interface Reply {
  status: number;
  /** The answer without envelope; the record says whether it is wrapped. */
  data?: unknown;
  /** Of what the body stands for beside its own members, such as the rows of a batch. */
  notes?: AnswerNotes;
  headers?: Record<string, string>;
  /** Bytes instead of JSON, such as a PDF. */
  binary?: { contentType: string; bytes: Buffer };
  /** Text that comes bit by bit, such as server-sent events; `headers` name its type. */
  stream?: Readable;
  /** The whole JSON body as it will be sent; set by the framework once `data` has passed its schema. */
  verbatim?: string;
  /** Whether this very object is given for later calls too and never changes: then it is checked and written once. */
  isLasting?: boolean;
}

export interface ResponseRecord {
  description: string;
  /** Shape of `data` (wrapped) or of the whole body (bare); null for an empty or binary answer. */
  schema: ZodType | null;
  /** Media types of an answer in bytes, such as `application/pdf`; beside JSON where there is a schema. */
  mediaTypes?: readonly string[];
  /** Headers that this answer has beside those of every answer, with what each says. */
  headers?: Readonly<Record<string, string>>;
  /** Some forms of the answer lack them. */
  areHeadersOptional?: true;
  /**
   * Members of the answer whose values a handler gives as the same objects for many calls and never changes: each object
   * is checked and written once. They stand behind the other members.
   */
  lastingMembers?: readonly string[];
}

/**
 * One operation: everything that the server, the OpenAPI document and the invariant tests know about it.
 * Source: docs/ARCHITECTURE.md, "One record per operation"
 */
export interface EndpointRecord<A extends Access, P extends ZodType, Q extends ZodType, B extends ZodType> {
  operationId: string;
  summary: string;
  tag: string;
  method: Method;
  /** Path with `{name}` for parameters, as OpenAPI writes it. */
  path: string;
  access: A;
  /** Bucket of the specification's per-endpoint table, or null for the plan's buckets alone. */
  limit: EndpointLimit | null;
  /** False for reading one's own limits, which costs nothing. Default true. */
  countsAgainstPlan?: boolean;
  /**
   * Whether a caller without a key proves itself by what it sends: then its address pays for refusals alone, as for wrong
   * keys, and the handler takes the tokens of those who are proved. Default false.
   */
  provesItself?: boolean;
  /**
   * Whether the handler, which does cheap reads alone, runs while the tokens are taken: that halves the time of a lone
   * reader. Default false.
   */
  readsAhead?: boolean;
  /** Whether its answer holds no secret and is the same for whoever asks the same: see `publicAnswer`. Default false. */
  isPublicAnswer?: true;
  /**
   * Whether agents may run it although it is no read: it drafts, rehearses or proposes, and people do the rest. Default
   * false. Source: docs/GAPS.md#agents
   */
  isForAgents?: true;
  /** Whether an operation of a reading scope writes an event all the same. Default false. */
  writesEvent?: boolean;
  /** `wrapped`: `{success, data}`; `bare`: the object itself. Source: specification, "Conventions" */
  envelope: 'wrapped' | 'bare';
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of the file that the operation takes instead of JSON; beside it where the record has a body too. */
  fileTypes?: readonly string[];
  /** Bytes of a file that is taken beside JSON: the handler gets all of it as `rawBody`. */
  fileLimitBytes?: number;
  /** Headers that the operation reads beside those of every operation, with what each says. */
  requestHeaders?: Readonly<Record<string, string>>;
  /** Bytes; 256 KiB where absent. Source: docs/GAPS.md#G4 */
  bodyLimitBytes?: number;
  /** Whether `Idempotency-Key` is honoured: true for every POST that creates. Source: docs/GAPS.md#P6 */
  idempotent?: boolean;
  /**
   * Whether a success names people, so that it is not kept: a repeat is answered by `recover` from what the first request
   * made, as it is then.
   */
  isAnswerPrivate?: boolean;
  /** Members of a success (of envelope `bare`) that hold secrets: they are not kept, and repeats lack them. */
  secretMembers?: readonly string[];
  /** Whether `Idempotency-Key` is read although the operation does its own deduplication: partner reports. */
  reportKey?: boolean;
  responses: Record<number, ResponseRecord>;
  /** Refusals beyond those of every operation (400, 401, 403, 413, 415, 429, 500, 503). */
  errors: readonly ErrorCode[];
  handle(call: Call<PrincipalOf<A>, output<P>, output<Q>, output<B>>, services: Services): Promise<Reply>;
  /**
   * Faults that no schema can know, such as a time that lies ahead. The handler refuses them by itself; they are asked
   * for where a request has others, so that all are named at once.
   * @param body as it was sent
   * Source: docs/GAPS.md#G2
   */
  furtherFaults?(
    body: unknown,
    call: FaultyCall<PrincipalOf<A>>,
    services: Services,
  ): FieldFault[] | Promise<FieldFault[]>;
  /** The answer for a repeat whose first request made `subject` and died before it answered. */
  recover?(
    subject: string,
    call: Call<PrincipalOf<A>, output<P>, output<Q>, output<B>>,
    services: Services,
  ): Promise<Reply>;
}

/** A call whose parsed parts only the record's own types know: whatever a handler asks for, this can stand for it. */
export type AnyCall = Call<never, never, never, never>;

/** A record whose type parameters the registry need not know. */
export type Endpoint = Omit<
  EndpointRecord<Access, ZodType, ZodType, ZodType>,
  'handle' | 'recover' | 'furtherFaults'
> & {
  handle(call: AnyCall, services: Services): Promise<Reply>;
  furtherFaults?(body: unknown, call: AnyCall, services: Services): FieldFault[] | Promise<FieldFault[]>;
  recover?(subject: string, call: AnyCall, services: Services): Promise<Reply>;
};

/** Declares an operation; types flow from the schemas into the handler. */
export function endpoint<A extends Access, P extends ZodType, Q extends ZodType, B extends ZodType>(
  record: EndpointRecord<A, P, Q, B>,
): EndpointRecord<A, P, Q, B> {
  return record;
}
