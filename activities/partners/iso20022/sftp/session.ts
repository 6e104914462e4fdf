import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Client, utils, type Attributes, type FileEntryWithStats, type SFTPWrapper } from 'ssh2';
import type { SftpSettings } from '../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { createBoundedLookup } from '../../bounded-lookup';

/** A connection is made, a key is exchanged and a user proved within this; a caller waits for less (server.ts). */
const READY_MS = 10_000;
const KEEPALIVE_MS = 15_000;
const LOST_KEEPALIVES = 2;
/** What servers take and give in one request, whichever they are. */
const CHUNK_BYTES = 32 * 1024;
/** Requests for parts of one file that are under way at a time: at a distance of 50 ms some ten megabytes a second. */
const READS_AT_ONCE = 16;
/** Names that are read of a directory; further ones come up when these are gone. */
const MAX_LISTED = 10_000;

/** Codes of answers in SFTP, version 3. */
const STATUS = new Map<unknown, string>([
  [1, 'SFTP_END_OF_FILE'],
  [2, 'SFTP_NO_SUCH_FILE'],
  [3, 'SFTP_PERMISSION_DENIED'],
  [4, 'SFTP_FAILURE'],
]);

/** A fault of a server or of the way to it; its code is for logs and people, its message names no file. */
export class SftpFault extends Error {
  constructor(
    readonly code: string,
    cause?: unknown,
  ) {
    super(`SFTP failed: ${code}`, { cause });
    this.name = 'SftpFault';
  }
}

/** @returns whether the server has answered that there is no such file */
function isAbsent(fault: unknown): boolean {
  return fault instanceof SftpFault && fault.code === 'SFTP_NO_SUCH_FILE';
}

function toSftpFault(fault: unknown): SftpFault {
  if (fault instanceof SftpFault) return fault;
  const { code, level } = (fault ?? {}) as { code?: unknown; level?: unknown };
  if (level === 'client-authentication') return new SftpFault('SFTP_AUTHENTICATION', fault);
  if (level === 'client-timeout') return new SftpFault('SFTP_NO_CONNECTION_IN_TIME', fault);
  if (typeof code === 'string') return new SftpFault(code, fault);
  return new SftpFault(STATUS.get(code) ?? 'SFTP_CONNECTION', fault);
}

type Done<Value> = (fault: Error | null | undefined, value: Value) => void;

const lookup = createBoundedLookup();

/**
 * What waits for the answers of a connection; all of it is rejected once the connection is over. A promise for that end, with which
 * each request is raced, would hold every request of the connection's life.
 */
class Waiting {
  private readonly rejects = new Set<(fault: SftpFault) => void>();
  private fault: SftpFault | null = null;

  /** Resolves with the answer to a request. @throws SftpFault, also when the connection has ended */
  answer<Value>(ask: (done: Done<Value>) => void): Promise<Value> {
    if (this.fault !== null) return Promise.reject(this.fault);
    return new Promise((resolve, reject) => {
      this.rejects.add(reject);
      ask((fault, value) => {
        this.rejects.delete(reject);
        if (fault === null || fault === undefined) resolve(value);
        else reject(toSftpFault(fault));
      });
    });
  }

  rejectAll(fault: SftpFault): void {
    this.fault ??= fault;
    for (const reject of this.rejects) reject(this.fault);
    this.rejects.clear();
  }
}

/** Where, as whom and with what proof a connection is made. */
export interface SftpAccess extends Pick<SftpSettings, 'host' | 'port' | 'user' | 'hostKeys'> {
  /** As OpenSSH writes it, or PEM. */
  privateKey: string;
}

/** A connection that is ready, and the requests of SFTP over it, each answered or rejected with an `SftpFault`. */
export class SftpSession {
  private constructor(
    private readonly client: Client,
    private readonly sftp: SFTPWrapper,
    private readonly waiting: Waiting,
  ) {}

  /**
   * @param onOver called once, when the connection is over for whatever reason
   * @throws SftpFault
   */
  static async open(access: SftpAccess, onOver: () => void): Promise<SftpSession> {
    const key = utils.parseKey(access.privateKey);
    if (!('getPublicSSH' in key)) throw new SftpFault('SFTP_KEY_UNREADABLE', key);
    const client = new Client();
    let reason: SftpFault | null = null;
    const waiting = new Waiting();
    client.on('error', (fault) => {
      reason ??= toSftpFault(fault);
      waiting.rejectAll(reason);
    });
    client.on('close', () => {
      waiting.rejectAll(reason ?? new SftpFault('SFTP_CONNECTION'));
      onOver();
    });
    let socket: Socket | null = null;
    const timer = setTimeout(() => {
      reason ??= new SftpFault('SFTP_NO_CONNECTION_IN_TIME');
      client.destroy();
      socket?.destroy();
    }, READY_MS);
    try {
      socket = connect({ host: access.host, port: access.port, lookup, noDelay: true });
      // What waits for an answer keeps the process alive, a connection does not.
      socket.unref();
      client.connect({
        sock: socket,
        username: access.user,
        privateKey: access.privateKey,
        readyTimeout: READY_MS,
        keepaliveInterval: KEEPALIVE_MS,
        keepaliveCountMax: LOST_KEEPALIVES,
        hostVerifier: (hostKey: Buffer) => {
          const hash = createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '');
          if (access.hostKeys.includes(`SHA256:${hash}`)) return true;
          reason = new SftpFault('SFTP_HOST_KEY');
          return false;
        },
      });
      await waiting.answer<void>((done) => client.once('ready', () => done(null, undefined)));
      const sftp = await waiting.answer<SFTPWrapper>((done) => client.sftp(done));
      return new SftpSession(client, sftp, waiting);
    } catch (fault) {
      client.destroy();
      socket?.destroy();
      throw toSftpFault(fault);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the connection at once, and with it what is under way. */
  destroy(): void {
    this.client.destroy();
  }

  private call<Value>(ask: (done: Done<Value>) => void): Promise<Value> {
    return this.waiting.answer(ask);
  }

  private done(ask: (done: Done<void>) => void): Promise<void> {
    return this.call<void>(ask);
  }

  /** @returns what is known of a file; null where there is none */
  async look(path: string): Promise<Attributes | null> {
    try {
      return await this.call<Attributes>((done) => this.sftp.lstat(path, done));
    } catch (fault) {
      if (isAbsent(fault)) return null;
      throw fault;
    }
  }

  /** Gives a file another name, in one step where the server knows that request. */
  rename(from: string, to: string): Promise<void> {
    return this.done((done) => {
      const answered = (fault: Error | null | undefined): void => done(fault, undefined);
      try {
        this.sftp.ext_openssh_rename(from, to, answered);
      } catch {
        // Nothing was sent: the server has not offered it.
        this.sftp.rename(from, to, answered);
      }
    });
  }

  /** Removes a file unless it is gone. */
  async remove(path: string): Promise<void> {
    try {
      await this.done((done) => this.sftp.unlink(path, (fault) => done(fault, undefined)));
    } catch (fault) {
      if (!isAbsent(fault)) throw fault;
    }
  }

  /** Writes a new file as a whole. @throws SftpFault where there is one of that name, too */
  async write(path: string, content: Buffer): Promise<void> {
    const handle = await this.call<Buffer>((done) => this.sftp.open(path, 'wx', done));
    const end = (): Promise<void> => this.done((done) => this.sftp.close(handle, (fault) => done(fault, undefined)));
    try {
      if (content.length > 0) {
        await this.done((done) =>
          this.sftp.write(handle, content, 0, content.length, 0, (fault) => done(fault, undefined)),
        );
      }
      await this.syncIfOffered(handle);
    } catch (fault) {
      end().catch(() => undefined);
      throw fault;
    }
    await end();
  }

  private syncIfOffered(handle: Buffer): Promise<void> {
    return this.done((done) => {
      try {
        this.sftp.ext_openssh_fsync(handle, (fault) => done(fault, undefined));
      } catch {
        // The server has not offered it.
        done(null, undefined);
      }
    });
  }

  /** @returns what is in a directory, of a very full one the beginning */
  async list(path: string): Promise<FileEntryWithStats[]> {
    const handle = await this.call<Buffer>((done) => this.sftp.opendir(path, done));
    const found: FileEntryWithStats[] = [];
    try {
      while (found.length < MAX_LISTED) {
        found.push(...(await this.call<FileEntryWithStats[]>((done) => this.sftp.readdir(handle, done))));
      }
    } catch (fault) {
      if (!(fault instanceof SftpFault) || fault.code !== 'SFTP_END_OF_FILE') throw fault;
    } finally {
      this.sftp.close(handle, () => undefined);
    }
    return found;
  }

  /**
   * Reads so many bytes of a file, several parts at a time.
   * @param take is called with each part and its place, not always in their order
   * @throws SftpFault where the file is shorter
   */
  async read(path: string, size: number, take: (part: Buffer, position: number) => Promise<unknown>): Promise<void> {
    const handle = await this.call<Buffer>((done) => this.sftp.open(path, 'r', done));
    let next = 0;
    const readParts = async (): Promise<void> => {
      while (next < size) {
        const position = next;
        next += CHUNK_BYTES;
        await this.readPart(handle, { position, length: Math.min(CHUNK_BYTES, size - position) }, take);
      }
    };
    try {
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readParts));
    } finally {
      next = size;
      this.sftp.close(handle, () => undefined);
    }
  }

  private async readPart(
    handle: Buffer,
    { position, length }: { position: number; length: number },
    take: (part: Buffer, position: number) => Promise<unknown>,
  ): Promise<void> {
    const part = Buffer.alloc(length);
    let have = 0;
    while (have < length) {
      // A server may give less than it is asked for.
      const count = await this.call<number>((done) =>
        this.sftp.read(handle, part, have, length - have, position + have, done),
      );
      if (count === 0) throw new SftpFault('SFTP_END_OF_FILE');
      have += count;
    }
    await take(part, position);
  }
}
