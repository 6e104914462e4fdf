import { tmpdir } from 'node:os';
import { findFreePort } from '../../cli/embedded/ports';
import { launch, waitUntilReady, type StopStep } from '../../cli/embedded/processes';
import type { LinkName } from '../schedule';
import { DELAY_MS, type Link, type Network } from './network';

const READY_MS = 20_000;
/** A change of a toxic waits until a process that stands still reads again what is on its way to it. */
const CALL_MS = 120_000;
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
/** Longer than any fault: what is held arrives when the toxic is removed. */
const HELD_MS = 3_600_000;

/** Source: https://github.com/Shopify/toxiproxy#toxics */
const LATENCY_MS = { pause: HELD_MS, delay: DELAY_MS };
const BREAKS = { silence: 'timeout', reset: 'reset_peer' };
const STREAMS = ['upstream', 'downstream'] as const;

class Control {
  constructor(private readonly url: string) {}

  async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    const signal = AbortSignal.timeout(CALL_MS);
    for (;;) {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      // What took longer than its own deadline goes on behind the answer.
      if (answer.status === 503) continue;
      // A toxic that has gone by itself need not be removed.
      const isGone = method === 'DELETE' && answer.status === 404;
      if (!answer.ok && !isGone) throw new Error(`toxiproxy answered ${answer.status} to ${method} ${path}: ${text}`);
      return;
    }
  }
}

/**
 * Latency is there from the beginning and only set: to remove it takes five seconds for each chunk that it holds for a
 * process which has died.
 */
async function openLink(control: Control, name: LinkName, port: number): Promise<Link> {
  // Its paths take a name as it stands.
  const path = `/proxies/${name.replace('>', '-to-')}/toxics`;
  const setLatency = async (latency: number): Promise<void> => {
    for (const stream of STREAMS) await control.call('POST', `${path}/latency-${stream}`, { attributes: { latency } });
  };
  for (const stream of STREAMS) {
    await control.call('POST', path, {
      name: `latency-${stream}`,
      stream,
      type: 'latency',
      attributes: { latency: 0 },
    });
  }
  return {
    name,
    port,
    async apply(toxic) {
      if (toxic === 'pause' || toxic === 'delay') return setLatency(LATENCY_MS[toxic]);
      for (const stream of STREAMS) {
        await control.call('POST', path, { name: stream, stream, type: BREAKS[toxic], attributes: { timeout: 0 } });
      }
    },
    async heal() {
      await setLatency(0);
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
      return openLink(control, name, listenPort);
    },
    close: () => server.stop(STOP_STEPS),
  };
}
