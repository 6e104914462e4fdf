import { answerJson, serveHttp, textOf, type ListeningServer } from './http';
import { Random } from './random';
import { WAVE_ENDPOINT, WaveReceiver } from './waves';

/** Endpoints for webhooks: one that answers always, and one that fails or hangs now and then. */
export const ENDPOINTS = ['steady', 'moody'] as const;

const FAIL_SHARE = 0.15;
const HANG_SHARE = 0.05;

/** Receivers of webhooks with a ledger of what they have answered with 200. */
export class Receivers {
  readonly waves = new WaveReceiver();
  /** Ids of events by endpoint. */
  readonly received = new Map<string, Set<string>>([
    ...ENDPOINTS.map((name) => [name, new Set<string>()] as const),
    [WAVE_ENDPOINT, this.waves.received],
  ]);
  isHanging = false;
  private server: ListeningServer | null = null;
  private readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed, 'receivers');
  }

  async listen(): Promise<number> {
    this.server = await serveHttp(async ({ path, headers, body }, response) => {
      const name = path.slice(1);
      if (this.isHanging || (name === 'moody' && this.random.chance(HANG_SHARE))) return;
      if (name === WAVE_ENDPOINT) return answerJson(response, this.waves.answer({ headers, body }), {});
      if (name === 'moody' && this.random.chance(FAIL_SHARE)) return answerJson(response, 500, {});
      this.received.get(name)?.add(textOf(body, 'id'));
      answerJson(response, 200, {});
    });
    return this.server.port;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }
}
