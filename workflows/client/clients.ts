import type { Client } from '@temporalio/client';

/**
 * Member of a `WorkflowClient` that has the clients of the SDK. Only this folder imports it (`.dependency-cruiser.cjs`): the
 * other rooms call its functions.
 */
export const CLIENTS = Symbol('clients of the SDK');

/** Clients of the SDK over one connection. */
export interface Clients {
  main: Client;
  /** In the namespace of the workflows of documents. */
  documents: Client;
}
