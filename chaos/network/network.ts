import type { LinkName, Toxic } from '../schedule';

/**
 * A TCP proxy in front of one program, for one of its peers.
 *
 * - `silence`: bytes disappear in both directions; connections of that time are cut when it ends.
 * - `pause`: bytes are held, and arrive when it ends.
 * - `delay`: bytes arrive two seconds late.
 * - `reset`: connections are reset at once, and new ones too until it ends.
 */
export interface Link {
  readonly name: LinkName;
  /** Port of 127.0.0.1 on which the proxy listens. */
  readonly port: number;
  apply(toxic: Toxic): Promise<void>;
  /** Ends what was applied. */
  heal(): Promise<void>;
}

export interface Network {
  /** For the report: which proxy runs. */
  readonly kind: 'toxiproxy' | 'own proxy';
  /** @param targetPort port of 127.0.0.1 to which connections lead */
  open(name: LinkName, targetPort: number): Promise<Link>;
  close(): Promise<void>;
}

/** How late bytes arrive under `delay`. */
export const DELAY_MS = 2_000;
