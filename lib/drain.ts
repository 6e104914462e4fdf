import type { Server, ServerResponse } from 'node:http';

/**
 * Lets an HTTP server end without cutting off an answer: from `begin` on each connection ends with the answer that is under
 * way on it, or with its next one, while the server still listens; `end` closes what is left.
 */
export class Drain {
  private readonly open = new Set<ServerResponse>();
  private hasBegun = false;
  private isEnding = false;

  /** @param server one that has answered nothing yet */
  constructor(private readonly server: Server) {
    // Before the listener that answers: it may answer at once.
    server.prependListener('request', (_request, response) => {
      this.open.add(response);
      if (this.hasBegun) response.shouldKeepAlive = false;
      response.once('close', () => this.noteEnd(response));
    });
  }

  /** Each answer that has not begun says `Connection: close` from now on. */
  begin(): void {
    this.hasBegun = true;
    for (const response of this.open) if (!response.headersSent) response.shouldKeepAlive = false;
  }

  /**
   * Listens no longer, ends idle connections, and waits for the answers that are under way.
   * @param limitMs what is under way after this is cut off
   */
  end(limitMs: number): Promise<void> {
    this.begin();
    this.isEnding = true;
    return new Promise((resolve) => {
      const force = setTimeout(() => this.server.closeAllConnections(), limitMs);
      this.server.close(() => {
        clearTimeout(force);
        resolve();
      });
      this.server.closeIdleConnections();
    });
  }

  /** Records the end of an answer and, while draining, closes the connection that it leaves idle. */
  private noteEnd(response: ServerResponse): void {
    this.open.delete(response);
    if (this.isEnding) setImmediate(() => this.server.closeIdleConnections());
  }
}
