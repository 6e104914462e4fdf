import { Connection } from '@temporalio/client';

/** Certificates of a connection, in PEM. */
export interface TemporalTls {
  /** Name that the server's certificate must bear; null: that of the address. */
  serverName: string | null;
  /** Authorities that may have signed it; null: those of the system. */
  authority: Buffer | null;
  /** What we show for ourselves; null: nothing. */
  client: { certificate: Buffer; key: Buffer } | null;
}

/** Where Temporal is, and what it wants to see before it answers. */
export interface TemporalTarget {
  /** Host and port. */
  address: string;
  namespace: string;
  /** Namespace of the workflows of documents, whose worker has a browser beside it; absent: the same. */
  documentsNamespace?: string;
  /** Null: in clear text, for a network that only our processes share. */
  tls: TemporalTls | null;
  apiKey: string | null;
}

interface TlsOptions {
  serverNameOverride?: string;
  serverRootCACertificate?: Buffer;
  clientCertPair?: { crt: Buffer; key: Buffer };
}

function tlsOptions({ serverName, authority, client }: TemporalTls): TlsOptions {
  return {
    ...(serverName === null ? {} : { serverNameOverride: serverName }),
    ...(authority === null ? {} : { serverRootCACertificate: authority }),
    ...(client === null ? {} : { clientCertPair: { crt: client.certificate, key: client.key } }),
  };
}

/** @returns the namespace of the workflows of documents */
export function documentsNamespaceOf({ namespace, documentsNamespace = namespace }: TemporalTarget): string {
  return documentsNamespace;
}

/** Options for connections of the SDK's client and workers to a target. */
export function connectionOptions(target: TemporalTarget): {
  address: string;
  tls: TlsOptions | false;
  apiKey?: string;
} {
  const { address, tls, apiKey } = target;
  return {
    address,
    tls: tls === null ? false : tlsOptions(tls),
    ...(apiKey === null ? {} : { apiKey }),
  };
}

/**
 * Runs work with a connection, which is closed afterwards.
 * @throws Error when Temporal does not answer
 */
export async function withTemporal<Result>(
  target: TemporalTarget,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect(connectionOptions(target));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
