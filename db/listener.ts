import { Client } from 'pg';

/** Channels of LISTEN/NOTIFY: what changed, never the change itself. */
export const CHANNELS = {
  outbox: 'corridor_outbox',
  credentials: 'corridor_credentials',
  routes: 'corridor_routes',
  referenceData: 'corridor_reference_data',
} as const;

export type Channel = (typeof CHANNELS)[keyof typeof CHANNELS];

/** Pause before a lost connection is opened again; whoever listens also polls or expires, so nothing hangs on it. */
const RECONNECT_MS = 500;

export interface Listener {
  /**
   * Calls `react` on each notification, and once after every reconnection, since some may have been missed.
   * @returns a function that ends it
   */
  on(channel: Channel, react: (payload: string) => void): () => void;
  close(): Promise<void>;
}

class PostgresListener implements Listener {
  private readonly reactions = new Map<string, Set<(payload: string) => void>>();
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly url: string) {}

  on(channel: Channel, react: (payload: string) => void): () => void {
    const existing = this.reactions.get(channel);
    const reactions = existing ?? new Set();
    if (existing === undefined) this.reactions.set(channel, reactions);
    reactions.add(react);
    return () => reactions.delete(react);
  }

  async connect(): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: 'corridor listener', keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const react of this.reactions.get(channel) ?? []) react(payload ?? '');
    });
    client.on('error', () => this.reconnectLater());
    client.on('end', () => this.reconnectLater());
    await client.connect();
    for (const channel of Object.values(CHANNELS)) await client.query(`listen ${channel}`);
    this.client = client;
    if (this.closed) await this.close();
  }

  private reconnectLater(): void {
    this.client = null;
    if (this.closed || this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.connect().then(
        () => this.reactToEverything(),
        () => this.reconnectLater(),
      );
    }, RECONNECT_MS);
    this.timer.unref();
  }

  private reactToEverything(): void {
    for (const reactions of this.reactions.values()) for (const react of reactions) react('');
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }
}

/** Opens the one connection of a process that waits for notifications. */
export async function listen(url: string): Promise<Listener> {
  const listener = new PostgresListener(url);
  await listener.connect();
  return listener;
}
