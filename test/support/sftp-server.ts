import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Server, utils, type Connection, type FileEntry, type SFTPWrapper, type ServerChannel } from 'ssh2';
import { closeAtEnd } from './closing';

const { STATUS_CODE, OPEN_MODE } = utils.sftp;

/** OpenSSH's server of SFTP, or null. */
export const OPENSSH =
  ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/libexec/sftp-server'].find((file) =>
    existsSync(file),
  ) ?? null;

/**
 * What goes wrong, once, at a request. `before` or `after` it is done: the connection is cut, or no answer comes. `full`: it fails.
 * A function: the bank does that before the answer.
 */
export interface ServerFault {
  request: 'open' | 'write' | 'close' | 'look' | 'rename' | 'remove' | 'read' | 'list';
  what: 'cut' | 'hang' | 'full' | 'late' | (() => Promise<void>);
  when: 'before' | 'after';
}

/** A bank's server of SFTP. */
export interface TestSftpServer {
  port: number;
  fingerprint: string;
  /** Private key of the user. */
  key: string;
  /** Directory that is served as `/`. */
  root: string;
  /** Names without a dot in front that appeared in `out`, as often as they did; the bank took each at once. */
  appeared: string[];
  /** What goes wrong next; each happens once. */
  faults: ServerFault[];
  /** Connections that were accepted. */
  connections: number;
  /** Does what was asked `late`. */
  doLate(): Promise<void>;
  at(...names: string[]): string;
}

const TYPE = utils.generateKeyPairSync('ed25519');
const HOST = utils.generateKeyPairSync('ed25519');

function fingerprintOf(key: string): string {
  const parsed = utils.parseKey(key);
  if (!('getPublicSSH' in parsed)) throw parsed;
  const hash = createHash('sha256').update(parsed.getPublicSSH()).digest('base64');
  return `SHA256:${hash.replace(/=+$/, '')}`;
}

function statusOf(fault: unknown): number {
  const { code } = (fault ?? {}) as { code?: unknown };
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}

async function entryOf(directory: string, filename: string): Promise<FileEntry> {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = await lstat(path.join(directory, filename));
  const seconds = (ms: number): number => Math.floor(ms / 1_000);
  return {
    filename,
    longname: filename,
    attrs: { mode, uid, gid, size, atime: seconds(atimeMs), mtime: seconds(mtimeMs) },
  };
}

class Serving {
  private readonly files = new Map<number, FileHandle>();
  private readonly listings = new Map<number, FileEntry[] | null>();
  private next = 0;

  constructor(
    private readonly server: TestSftpServer & { late: (() => Promise<void>)[] },
    private readonly sftp: SFTPWrapper,
    private readonly cut: () => void,
  ) {}

  private handle(): Buffer {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(this.next++);
    return handle;
  }

  /** Does what is asked, with what goes wrong around it. */
  private answer(request: ServerFault['request'], id: number, work: () => Promise<() => void>): void {
    const at = this.server.faults.findIndex((fault) => fault.request === request);
    const [fault] = at === -1 ? [] : this.server.faults.splice(at, 1);
    const run = async (): Promise<void> => {
      if (fault?.what === 'full') return this.sftp.status(id, STATUS_CODE.FAILURE);
      if (fault?.what === 'late') {
        this.server.late.push(async () => {
          await work().catch(() => undefined);
        });
        return this.cut();
      }
      if (fault?.when === 'before') return fault.what === 'cut' ? this.cut() : undefined;
      try {
        const reply = await work();
        if (typeof fault?.what === 'function') await fault.what();
        if (fault === undefined || typeof fault.what === 'function') reply();
        else if (fault.what === 'cut') this.cut();
      } catch (failure) {
        this.sftp.status(id, statusOf(failure));
      }
    };
    void run();
  }

  serve(): void {
    const { sftp, server } = this;
    const ok = (id: number) => () => sftp.status(id, STATUS_CODE.OK);
    const look = (id: number, name: string): void =>
      this.answer('look', id, async () => {
        const { attrs } = await entryOf(path.dirname(server.at(name)), path.basename(name));
        return () => sftp.attrs(id, attrs);
      });
    sftp.on('LSTAT', look).on('STAT', look);
    sftp.on('OPEN', (id, name, flags) =>
      this.answer('open', id, async () => {
        const isWriting = (flags & OPEN_MODE.WRITE) !== 0;
        // Tests may run as root, who may read everything.
        if (!isWriting && ((await lstat(server.at(name))).mode & 0o444) === 0)
          throw Object.assign(new Error('not readable'), { code: 'EACCES' });
        const file = await open(
          server.at(name),
          isWriting ? constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY : 'r',
        );
        const handle = this.handle();
        this.files.set(handle.readUInt32BE(), file);
        return () => sftp.handle(id, handle);
      }),
    );
    sftp.on('WRITE', (id, handle, offset, data) =>
      this.answer('write', id, async () => {
        await this.files.get(handle.readUInt32BE())?.write(data, 0, data.length, offset);
        return ok(id);
      }),
    );
    sftp.on('READ', (id, handle, offset, length) =>
      this.answer('read', id, async () => {
        const file = this.files.get(handle.readUInt32BE());
        // Less than was asked for, as servers may give.
        const buffer = Buffer.alloc(Math.min(length, 20_000));
        const { bytesRead = 0 } = (await file?.read(buffer, 0, buffer.length, offset)) ?? {};
        return () =>
          bytesRead === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, buffer.subarray(0, bytesRead));
      }),
    );
    sftp.on('CLOSE', (id, handle) =>
      this.answer('close', id, async () => {
        await this.files.get(handle.readUInt32BE())?.close();
        this.files.delete(handle.readUInt32BE());
        return ok(id);
      }),
    );
    sftp.on('OPENDIR', (id, name) =>
      this.answer('list', id, async () => {
        const entries = await Promise.all((await readdir(server.at(name))).map((one) => entryOf(server.at(name), one)));
        const handle = this.handle();
        this.listings.set(handle.readUInt32BE(), entries);
        return () => sftp.handle(id, handle);
      }),
    );
    sftp.on('READDIR', (id, handle) => {
      const entries = this.listings.get(handle.readUInt32BE());
      this.listings.set(handle.readUInt32BE(), null);
      if (entries === null || entries === undefined || entries.length === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.name(id, entries);
    });
    sftp.on('REMOVE', (id, name) =>
      this.answer('remove', id, async () => {
        await rm(server.at(name));
        return ok(id);
      }),
    );
    sftp.on('RENAME', (id, from, to) =>
      this.answer('rename', id, async () => {
        await rename(server.at(from), server.at(to));
        const name = path.basename(to);
        if (path.dirname(to) === '/out') {
          server.appeared.push(name);
          // The bank takes it at once.
          await rename(server.at(to), server.at('taken', `${server.appeared.length}-${name}`));
        }
        return ok(id);
      }),
    );
  }

  end(): void {
    for (const file of this.files.values()) file.close().catch(() => undefined);
  }
}

/** What OpenSSH's own server does with the requests. */
function pipeToOpenSsh(channel: ServerChannel, command: string, root: string): void {
  const child = spawn(command, ['-d', root], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  channel.pipe(child.stdin);
  child.stdout.pipe(channel);
  channel.on('close', () => child.kill());
  child.stdin.on('error', () => undefined);
  child.on('exit', () => channel.end());
}

/**
 * Starts a bank's server of SFTP with the directories `out`, `in`, `archive` and `taken`. It knows one user with one key.
 * @param openSsh path of OpenSSH's sftp-server, which then does what is asked; faults are not for it
 */
export async function startSftpServer(openSsh: string | null = null): Promise<TestSftpServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'corridor-sftp-'));
  closeAtEnd(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['out', 'in', 'archive', 'taken']) await mkdir(path.join(root, folder));
  const late: (() => Promise<void>)[] = [];
  const state = {
    port: 0,
    fingerprint: fingerprintOf(HOST.public),
    key: TYPE.private,
    root,
    appeared: [],
    faults: [],
    connections: 0,
    late,
    async doLate() {
      for (const work of late.splice(0)) await work();
    },
    at: (...names: string[]) => path.join(root, ...names),
  } satisfies TestSftpServer & { late: (() => Promise<void>)[] };
  const open = new Set<Connection>();
  const server = new Server({ hostKeys: [HOST.private] }, (connection) => {
    state.connections += 1;
    open.add(connection);
    connection.on('error', () => undefined).on('close', () => open.delete(connection));
    connection.on('authentication', (context) => {
      const known = utils.parseKey(TYPE.public);
      if (context.method !== 'publickey' || context.username !== 'corridor' || !('getPublicSSH' in known)) {
        return context.reject(['publickey']);
      }
      if (!context.key.data.equals(known.getPublicSSH())) return context.reject();
      if (context.signature !== undefined && context.blob !== undefined) {
        const isRight = known.verify(context.blob, context.signature, context.hashAlgo) === true;
        return isRight ? context.accept() : context.reject();
      }
      context.accept();
    });
    connection.on('session', (accept) => {
      const session = accept();
      if (openSsh !== null) {
        session.on('subsystem', (acceptIt) => pipeToOpenSsh(acceptIt(), openSsh, root));
        return;
      }
      session.on('sftp', (acceptIt) => {
        const sftp = acceptIt();
        const serving = new Serving(state, sftp, () => connection.end());
        sftp.on('error', () => undefined).on('close', () => serving.end());
        serving.serve();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address: unknown = server.address();
  state.port = (address as { port: number }).port;
  closeAtEnd(async () => {
    for (const connection of open) connection.end();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return state;
}

/** @returns the settings of a partner whose server it is */
export function sftpSettings({ port, fingerprint }: Pick<TestSftpServer, 'port' | 'fingerprint'>) {
  return {
    transport: 'sftp' as const,
    sftpHost: '127.0.0.1',
    sftpPort: port,
    sftpUser: 'corridor',
    sftpHostKey: fingerprint,
    sftpOut: '/out',
    sftpIn: '/in',
    sftpArchive: '/archive',
  };
}
