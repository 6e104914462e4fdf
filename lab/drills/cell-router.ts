import type { ServerResponse } from 'node:http';
import { cellOf } from '../../domain/ids';
import { isObject } from '../../domain/unknown-value';
import { answerJson, callApi, serveHttp, type Call, type ListeningServer, type ReceivedRequest } from '../chaos/http';

/** Ids of what stays in the cell that made it; keys, subscriptions and payees move with their account. */
const STAYS = /\b(?:instr|bat|doc|shp|dlv|evt|rcv|drl)_[0-9a-z]{26}\b/g;
const RETRY_SECONDS = 1;

/** What the router knows of an account, by its key. */
interface Home {
  cell: string;
  /** Writes wait: the account is on its way to another cell. */
  isClosed: boolean;
  /** Answers to writes are lost on their way back, as when a connection breaks. */
  losesAnswers: boolean;
}

/**
 * The proxy before the cells: a request that names a payment, a document or an event goes to the cell in that id, any other
 * to the cell of its key.
 */
export class CellRouter {
  /** Creates that a cell carried out and whose answer was lost on purpose. */
  lostAnswers = 0;
  private readonly homes = new Map<string, Home>();
  private readonly writing = new Map<Promise<unknown>, string>();
  private server: ListeningServer | null = null;
  private turn = 0;

  /** @param cells addresses of the APIs of each cell */
  constructor(private readonly cells: Readonly<Record<string, readonly string[]>>) {}

  /** @returns its address */
  async listen(): Promise<string> {
    this.server = await serveHttp((received, response) => this.pass(received, response));
    return `http://127.0.0.1:${this.server.port}`;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  /** The account of that key is in this cell from now on, open. */
  settle(key: string, cell: string): void {
    this.homes.set(key, { cell, isClosed: false, losesAnswers: false });
  }

  /** Until the account is settled again. */
  loseAnswers(key: string): void {
    const home = this.homes.get(key);
    if (home !== undefined) home.losesAnswers = true;
  }

  /** Refuses writes of the account with 503 from now on; resolves when none is under way. */
  async closeFor(key: string): Promise<void> {
    const home = this.homes.get(key);
    if (home !== undefined) home.isClosed = true;
    await Promise.allSettled([...this.writing].flatMap(([call, of]) => (of === key ? [call] : [])));
  }

  private async pass({ method, path, headers, body }: ReceivedRequest, response: ServerResponse): Promise<void> {
    const key = String(headers.authorization).replace('Bearer ', '');
    const home = this.homes.get(key);
    const named = path.match(STAYS)?.at(-1);
    const urls = this.cells[named === undefined ? (home?.cell ?? '') : cellOf(named)];
    if (home === undefined || urls === undefined || (method !== 'GET' && method !== 'POST')) {
      return answerJson(response, 404, {});
    }
    const isWrite = method === 'POST' && named === undefined;
    if (isWrite && home.isClosed) return answerJson(response, 503, {}, { 'retry-after': String(RETRY_SECONDS) });
    this.turn += 1;
    const given = headers['idempotency-key'];
    const call: Call = {
      method,
      path,
      key,
      ...(isObject(body) ? { body } : {}),
      ...(typeof given === 'string' ? { headers: { 'idempotency-key': given } } : {}),
    };
    const calling = callApi(urls[this.turn % urls.length] ?? '', call);
    if (isWrite) this.writing.set(calling, key);
    const answer = await calling.finally(() => this.writing.delete(calling));
    if (isWrite && home.losesAnswers) {
      this.lostAnswers += 1;
      response.destroy();
    } else answerJson(response, answer.status, isObject(answer.body) ? answer.body : {});
  }
}
