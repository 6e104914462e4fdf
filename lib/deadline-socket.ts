import { Socket } from 'node:net';

/**
 * How long a connection may be without a byte in either direction. Postgres ends every statement after 15 s, so a
 * statement that is under way is answered before this; a connection that stays silent for longer leads to a server that
 * has vanished without a word, in a fail-over or behind a broken network.
 */
const SILENCE_MS = 20_000;

/** Nothing was heard from Postgres. The code is that of a network that gives up, which is what Linux says after minutes. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the connection to the database is silent');
    this.name = 'SilentConnection';
  }
}

/**
 * A socket that closes itself once it is silent. Every connection for requests uses one, so that no statement can
 * outlive its deadline.
 * @param onSilence called before the socket closes
 */
export function openDeadlineSocket(onSilence: () => void = () => undefined): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_MS, () => {
    onSilence();
    socket.destroy(new SilentConnection());
  });
  return socket;
}
