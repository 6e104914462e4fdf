import { Client } from 'pg';
import { connectionOptions } from './connections';

/** Channels of LISTEN/NOTIFY: what changed, never the change itself. */
export const CHANNELS = {
  outbox: 'corridor_outbox',
  lanes: 'corridor_lanes',
  credentials: 'corridor_credentials',
  routes: 'corridor_routes',
  calendars: 'corridor_calendars',
  referenceData: 'corridor_reference_data',
} as const;

export type Channel = (typeof CHANNELS)[keyof typeof CHANNELS];

/** Pause before a lost connection is opened again; every listener also polls or expires, so none depends on it. */
const RECONNECT_MS = 500;

/** A word now and then, well within the time after which a silent connection ends itself. */
const HEARTBEAT_MS = 8_000;

export interface Listener {
  /**
   * Calls `react` on each notification; with an empty payload also once it hears them, and after every reconnection, since
   * some may have been missed. Postgres wakes a connection for the channels alone that it listens to.
   * @returns a function that ends it
   */
  on(channel: Channel, react: (payload: string) => void): () => void;
  close(): Promise<void>;
}

class PostgresListener implements Listener {
  private readonly reactions = new Map<string, Set<(payload: string) => void>>();
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;
  private closed = false;
  private said: Promise<void> = Promise.resolve();

  constructor(private readonly url: string) {}

  on(channel: Channel, react: (payload: string) => void): () => void {
    const existing = this.reactions.get(channel);
    const reactions = existing ?? new Set();
    reactions.add(react);
    if (existing === undefined) {
      this.reactions.set(channel, reactions);
      void this.say(`listen ${channel}`, () => this.reactTo(channel, ''));
    }
    return () => {
      reactions.delete(react);
      if (reactions.size > 0 || this.reactions.get(channel) !== reactions) return;
      this.reactions.delete(channel);
      void this.say(`unlisten ${channel}`);
    };
  }

  /**
   * One command after the other. What goes wrong is an event of the connection, which is opened again and then listens to
   * all channels.
   */
  private say(command: string, then: () => void = () => undefined): Promise<void> {
    const { client } = this;
    if (client === null) return this.said;
    this.said = this.said.then(() => client.query(command)).then(then, () => undefined);
    return this.said;
  }

  private reactTo(channel: string, payload: string): void {
    for (const react of this.reactions.get(channel) ?? []) react(payload);
  }

  async connect(): Promise<void> {
    const options = connectionOptions({ url: this.url, isPooled: false });
    // A connection that takes long is waited for, up to the deadline of its socket: a process begins with it.
    const own = { application_name: 'corridor listener', connectionTimeoutMillis: 0 };
    const client = new Client({ ...options, ...own });
    client.on('notification', ({ channel, payload }) => this.reactTo(channel, payload ?? ''));
    client.on('error', () => this.reconnectLater());
    client.on('end', () => this.reconnectLater());
    try {
      await client.connect();
      for (const channel of this.reactions.keys()) await client.query(`listen ${channel}`);
    } catch (fault) {
      // Not awaited: a connection that could not be opened may take its time to close.
      client.end().catch(() => undefined);
      throw fault;
    }
    this.client = client;
    this.startHeartbeat();
    if (this.closed) await this.close();
  }

  /** Sends a statement again and again, since a connection to a server that has vanished is silent. */
  private startHeartbeat(): void {
    if (this.heartbeat !== null) clearInterval(this.heartbeat);
    let isAsking = false;
    this.heartbeat = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      void this.say('select 1').finally(() => (isAsking = false));
    }, HEARTBEAT_MS);
    this.heartbeat.unref();
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
    for (const channel of this.reactions.keys()) this.reactTo(channel, '');
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.heartbeat !== null) clearInterval(this.heartbeat);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }
}

/**
 * Opens the connection of a process that waits for notifications.
 * @throws the error of opening it; nothing keeps running then that would keep the process alive
 */
export async function listen(url: string): Promise<Listener> {
  const listener = new PostgresListener(url);
  try {
    await listener.connect();
  } catch (fault) {
    await listener.close();
    throw fault;
  }
  return listener;
}
