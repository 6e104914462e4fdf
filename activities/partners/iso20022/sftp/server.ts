import { createHash } from 'node:crypto';
import { SftpFault, SftpSession, type SftpAccess } from './session';

/** A caller waits for a connection so long; making one goes on for the next caller. Source: activities/partners/partner-call.ts */
const WAIT_MS = 2_500;
/** A connection is given back after so long without a request: banks count them, and take their time to accept one. */
const IDLE_MS = 60_000;

/** The result of work, or a fault with this code after the limit; the work is not cancelled. */
function withTimeLimit<Value>(limitMs: number, code: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SftpFault(code)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A bank's server, over one connection, which is made when it is needed and shared by all that is under way. */
export class SftpServer {
  private session: Promise<SftpSession> | null = null;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;
  /** Paths of files that this process wrote there, that no other one knows, and that may still be there without a use. */
  readonly leftovers = new Set<string>();

  constructor(private readonly access: SftpAccess) {}

  /**
   * Does some work with the server.
   * @param limitMs how long the work takes at most, once there is a connection; what takes longer ends the connection
   * @throws SftpFault
   */
  async use<Value>(limitMs: number, work: (session: SftpSession) => Promise<Value>): Promise<Value> {
    this.users += 1;
    clearTimeout(this.idle);
    try {
      const session = await withTimeLimit(WAIT_MS, 'SFTP_NO_CONNECTION_IN_TIME', this.openSession());
      try {
        return await withTimeLimit(limitMs, 'SFTP_NO_ANSWER_IN_TIME', work(session));
      } catch (fault) {
        if (fault instanceof SftpFault && fault.code === 'SFTP_NO_ANSWER_IN_TIME') session.destroy();
        throw fault;
      }
    } finally {
      this.users -= 1;
      if (this.users === 0) this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  private openSession(): Promise<SftpSession> {
    if (this.session !== null) return this.session;
    const forget = (): void => {
      if (this.session === session) this.session = null;
    };
    const session = SftpSession.open(this.access, forget);
    this.session = session;
    session.catch(forget);
    return session;
  }

  /** Ends the connection; the next work makes another one. */
  close(): void {
    const { session } = this;
    this.session = null;
    clearTimeout(this.idle);
    session?.then(
      (open) => open.destroy(),
      () => undefined,
    );
  }
}

/** The servers of all partners of a process. */
export class SftpServers {
  private readonly servers = new Map<string, { key: string; server: SftpServer }>();

  /** @returns the server of a partner; changed settings, or another private key, end the connection that it had */
  serverOf(partnerId: string, access: SftpAccess): SftpServer {
    const { host, port, user, hostKeys, privateKey } = access;
    const key = createHash('sha256')
      .update(JSON.stringify([host, port, user, hostKeys, privateKey]))
      .digest('hex');
    const known = this.servers.get(partnerId);
    if (known?.key === key) return known.server;
    known?.server.close();
    const server = new SftpServer({ host, port, user, hostKeys, privateKey });
    this.servers.set(partnerId, { key, server });
    return server;
  }

  /** Ends every connection. */
  close(): void {
    for (const { server } of this.servers.values()) server.close();
    this.servers.clear();
  }
}
