import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ClientOptions,
  type GrpcRetryOptions,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { CLIENTS, type Clients } from './clients';
import { connectionOptions, documentsNamespaceOf, withTemporal, type TemporalTarget } from './connection';
import { CALL_MS } from './start';

/**
 * A process' access to Temporal, which the functions of this folder take. Each of their calls has a deadline; a call that
 * ran out of time may have arrived, so everything is named by an id of ours and can be repeated.
 */
export interface WorkflowClient {
  readonly [CLIENTS]: Clients;
  /** Address of the console, to which workflows link; absent where the process does not know it. */
  readonly publicUrl?: string;
  close(): Promise<void>;
}

/**
 * A server that is away is asked again for about half a second: long enough for a restart of its proxy, short enough
 * that a client gets its honest `pending` soon. The relay goes on trying at its own pace.
 */
const UNAVAILABLE_ATTEMPTS = 3;

/** gRPC's status of a server that has more than it takes, such as a namespace of Temporal Cloud at its limit. */
export const RESOURCE_EXHAUSTED = 8;

/**
 * Retry options that do not retry when the server refuses calls as too many: the SDK's pauses are longer than the
 * budget of a request, and its deadline does not end them. Callers retry later, the relay after 1, 2, 4 … s.
 */
function retryOptions(): GrpcRetryOptions {
  const retry = defaultGrpcRetryOptions({ maxAttempts: UNAVAILABLE_ATTEMPTS });
  const { retryableDecider } = retry;
  return {
    ...retry,
    retryableDecider: (attempt, status) =>
      Number(status.code) !== RESOURCE_EXHAUSTED && retryableDecider(attempt, status),
  };
}

/** A client over a connection, with both namespaces. */
function clientOver(
  connection: Connection,
  target: TemporalTarget,
  options: Pick<ClientOptions, 'identity' | 'interceptors'> = {},
): WorkflowClient {
  const inNamespace = (namespace: string): Client => new Client({ connection, namespace, ...options });
  return {
    [CLIENTS]: { main: inNamespace(target.namespace), documents: inNamespace(documentsNamespaceOf(target)) },
    close: () => connection.close(),
  };
}

/** What a process adds to its access: what every call passes through, such as tracing, and the address of the console. */
interface ClientExtras {
  interceptors?: WorkflowClientInterceptor[] | undefined;
  publicUrl?: string | undefined;
}

/** Connects lazily: a process starts, and reads go on, while Temporal is away. */
export function connectWorkflows(
  target: TemporalTarget,
  identity: string,
  { interceptors: workflow = [], publicUrl }: ClientExtras = {},
): WorkflowClient {
  const retry = makeGrpcRetryInterceptor(retryOptions());
  const connection = Connection.lazy({
    ...connectionOptions(target),
    connectTimeout: CALL_MS,
    interceptors: [retry],
  });
  const client = clientOver(connection, target, { identity, interceptors: { workflow } });
  return publicUrl === undefined ? client : { ...client, publicUrl };
}

/** Connects for the length of `work`. @throws Error when Temporal does not answer */
export function withWorkflows<Result>(
  target: TemporalTarget,
  work: (workflows: WorkflowClient) => Promise<Result>,
): Promise<Result> {
  return withTemporal(target, (connection) => work(clientOver(connection, target)));
}
