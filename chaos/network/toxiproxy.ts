import { tmpdir } from 'node:os';
import { findFreePort } from '../../cli/embedded/ports';
import { launch, waitUntilReady, type StopStep } from '../../cli/embedded/processes';
import type { LinkName, Toxic } from '../schedule';
import { DELAY_MS, type Link, type Network } from './network';

const READY_MS = 20_000;
const CALL_MS = 5_000;
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
/** Longer than any fault: what is held arrives when the toxic is removed. */
const HELD_MS = 3_600_000;

interface ToxicRequest {
  type: 'timeout' | 'latency' | 'reset_peer';
  attributes: Record<string, number>;
}

/** Source: https://github.com/Shopify/toxiproxy#toxics */
const REQUESTS: Record<Toxic, ToxicRequest> = {
  silence: { type: 'timeout', attributes: { timeout: 0 } },
  pause: { type: 'latency', attributes: { latency: HELD_MS } },
  delay: { type: 'latency', attributes: { latency: DELAY_MS } },
  reset: { type: 'reset_peer', attributes: { timeout: 0 } },
};
const STREAMS = ['upstream', 'downstream'] as const;

class Control {
  constructor(private readonly url: string) {}

  async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // A toxic that has gone by itself need not be removed.
    const isGone = method === 'DELETE' && answer.status === 404;
    if (!answer.ok && !isGone) throw new Error(`toxiproxy answered ${answer.status} to ${method} ${path}: ${text}`);
  }
}

function linkOf(control: Control, name: LinkName, port: number): Link {
  // Its paths take a name as it stands.
  const path = `/proxies/${name.replace('>', '-to-')}/toxics`;
  return {
    name,
    port,
    async apply(toxic) {
      for (const stream of STREAMS) await control.call('POST', path, { name: stream, stream, ...REQUESTS[toxic] });
    },
    async heal() {
      for (const stream of STREAMS) await control.call('DELETE', `${path}/${stream}`);
    },
  };
}

/**
 * Runs toxiproxy.
 * @param program path of its server
 */
export async function startToxiproxy(program: string): Promise<Network> {
  const port = await findFreePort();
  const server = await launch({
    program,
    args: ['-host', '127.0.0.1', '-port', String(port)],
    cwd: tmpdir(),
    env: { LOG_LEVEL: 'error' },
    account: null,
    log: () => undefined,
    exitSignal: 'SIGTERM',
  });
  const control = new Control(`http://127.0.0.1:${port}`);
  const probe = (): Promise<void> => control.call('GET', '/version');
  await waitUntilReady({ server, name: 'toxiproxy', limitMs: READY_MS, probe });
  return {
    kind: 'toxiproxy',
    async open(name, targetPort) {
      const listenPort = await findFreePort();
      await control.call('POST', '/proxies', {
        name: name.replace('>', '-to-'),
        listen: `127.0.0.1:${listenPort}`,
        upstream: `127.0.0.1:${targetPort}`,
        enabled: true,
      });
      return linkOf(control, name, listenPort);
    },
    close: () => server.stop(STOP_STEPS),
  };
}
