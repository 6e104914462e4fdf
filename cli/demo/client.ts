/** A step of a demonstration did not come out as it must. */
export class StoryFailure extends Error {}

/** How long a demonstration waits while nothing changes, in milliseconds. */
export const WAIT_MS = 30_000;
/** And how often as long in all, however much changes. */
const MOST_WAITS = 10;
const POLL_MS = 150;
/** How long the service may take to say whether it is ready. */
const READY_MS = 10_000;

export type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** @returns the text, or nothing where there is none */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** @returns the object, or an empty one where there is none */
export function object(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** @returns the objects of a list; none where there is no list */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

/** What a request carries: JSON, or a file as it is. */
type Body = Json | { file: string; type: string };

function encodeBody(body: Body | undefined): { type: string; text: string | null } {
  if (body === undefined) return { type: 'application/json', text: null };
  if (typeof body['file'] === 'string') return { type: text(body['type']), text: body['file'] };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** A demonstration's client of the running service. */
export class DemoClient {
  /**
   * @param service with how long `until` waits for a change, in milliseconds; where `sayWaiting` is given, it waits
   *   several times as long while the service is ready, and says so each time
   */
  constructor(
    private readonly service: {
      baseUrl: string;
      apiKey: string;
      waitMs?: number;
      sayWaiting?: ((line: string) => void) | undefined;
    },
  ) {}

  /** @throws StoryFailure when the answer has another status than the expected one */
  async call(method: string, path: string, expected: number, body?: Body): Promise<Json> {
    const { type, text: payload } = encodeBody(body);
    const response = await fetch(this.service.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.service.apiKey}`, 'content-type': type },
      ...(payload === null ? {} : { body: payload }),
    });
    const answer: unknown = response.status === 204 ? {} : await response.json();
    if (response.status !== expected) {
      throw new StoryFailure(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    }
    return object(answer);
  }

  /**
   * Asks until the answer is as wanted; as long as its data change, a slow machine gets more time.
   * @param contradiction why it will never be as wanted, or null while it may be
   * @throws StoryFailure at a contradiction, or when nothing has changed for too long
   */
  async until(
    path: string,
    wanted: (answer: Json) => boolean,
    what: string,
    contradiction: (answer: Json) => string | null = () => null,
  ): Promise<Json> {
    const { waitMs = WAIT_MS } = this.service;
    const last = Date.now() + waitMs * MOST_WAITS;
    let limit = Date.now() + waitMs;
    let before = '';
    for (;;) {
      const answer = await this.call('GET', path, 200);
      if (wanted(answer)) return answer;
      const fault = contradiction(answer);
      if (fault !== null) throw new StoryFailure(`${what} will not happen: ${fault}`);
      const data = JSON.stringify(answer['data']);
      if (data !== before) limit = Date.now() + waitMs;
      before = data;
      if (Date.now() >= Math.min(limit, last)) {
        if (Date.now() >= last)
          throw new StoryFailure(`${what} did not happen within ${(waitMs * MOST_WAITS) / 1000} s`);
        if (!(await this.goesOn(what)))
          throw new StoryFailure(`${what} did not happen within ${waitMs / 1000} s of the last change`);
        limit = Date.now() + waitMs;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Whether a wait without a change goes on: the service is ready, and so only slow. @throws StoryFailure when it is not ready */
  private async goesOn(what: string): Promise<boolean> {
    const { baseUrl, sayWaiting } = this.service;
    if (sayWaiting === undefined) return false;
    const signal = AbortSignal.timeout(READY_MS);
    const response = await fetch(`${baseUrl}/readyz`, { signal }).catch(() => null);
    const state = (await response?.text()) ?? 'it does not answer';
    if (response?.ok !== true) {
      throw new StoryFailure(`${what} waits for the service, which is not ready: ${state}. See: npx corridor doctor`);
    }
    sayWaiting(`   (still waiting for ${what}: the service is ready, and a busy machine needs longer)`);
    return true;
  }
}
