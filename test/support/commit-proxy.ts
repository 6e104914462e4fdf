import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from './closing';

/**
 * What becomes of the connections when a commit is answered: they end before the answer has passed, or after it; or they
 * end after it and no new one is accepted until `comeBack`.
 */
export const CUTS = ['answer lost', 'cut after it', 'away after it'] as const;
export type Cut = (typeof CUTS)[number];

/** The end of an answer of Postgres outside of a transaction: `ReadyForQuery`, five bytes long, idle. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Stands between a service and Postgres, and cuts all connections at the commit of the first statement that names a new id. */
export interface CommitProxy {
  url: string;
  /**
   * @param prefix of the id, such as `instr_`
   * @param known ids that are there already
   * @returns the id that was committed when it happened, null before
   */
  cutAt(prefix: string, cut: Cut, known: readonly string[]): () => string | null;
  /** Accepts connections again. */
  comeBack(): void;
}

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const seen = new Set<string>();
  let order: { prefix: string; cut: Cut; made: string | null } | null = null;
  let isAway = false;

  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const newId = (chunk: Buffer): string | null => {
    const pattern = order === null ? null : new RegExp(`${order.prefix}[0-9a-z]{26}`, 'g');
    const ids = pattern === null ? [] : (chunk.toString('latin1').match(pattern) ?? []);
    const found = ids.find((id) => !seen.has(id)) ?? null;
    ids.forEach((id) => seen.add(id));
    return found;
  };
  const server = createServer((incoming) => {
    if (isAway) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    [incoming, outgoing].forEach(watch);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    let id: string | null = null;
    incoming.on('data', (chunk: Buffer) => {
      id ??= newId(chunk);
      outgoing.write(chunk);
    });
    outgoing.on('data', (chunk: Buffer) => {
      if (id === null || order === null || !chunk.subarray(-IDLE.length).equals(IDLE))
        return void incoming.write(chunk);
      const { cut } = order;
      order.made = id;
      order = null;
      isAway = cut === 'away after it';
      if (cut === 'answer lost') cutAll();
      else incoming.write(chunk, () => setImmediate(cutAll));
    });
  });
  const port = await listenOn(server);
  closeAtEnd(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cutAll();
    await closed;
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    cutAt(prefix, cut, known) {
      known.forEach((id) => seen.add(id));
      const placed = { prefix, cut, made: null as string | null };
      order = placed;
      return () => placed.made;
    },
    comeBack: () => void (isAway = false),
  };
}
