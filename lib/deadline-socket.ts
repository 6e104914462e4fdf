import { Socket } from 'node:net';

/**
 * How long a connection may be without a byte in either direction. Postgres ends every statement after 15 s, so a
 * statement that is under way is answered before this; a connection that stays silent for longer leads to a server that
 * has vanished without a word, in a fail-over or behind a broken network.
 */
export const SILENCE_MS = 20_000;

/** Nothing was heard from Postgres. The code is that of a network that gives up, which is what Linux says after minutes. */
export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the connection to the database is silent');
    this.name = 'SilentConnection';
  }
}

/**
 * A socket that ends itself once it is silent; every connection for requests is made of one, so that no statement can
 * outlive its deadline, whoever asked it and however.
 * @param onSilence called before the socket ends
 */
export function openDeadlineSocket(onSilence: () => void = () => undefined): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_MS, () => {
    onSilence();
    socket.destroy(new SilentConnection());
  });
  return socket;
}
