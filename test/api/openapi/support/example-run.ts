import type { Access } from '../../../../api/access';
import type { Endpoint } from '../../../../api/endpoint';
import { ENDPOINTS } from '../../../../api/endpoints';
import type { Exchange } from '../../../../api/openapi/examples';
import { NOTHING, pathOf, type World } from '../../../invariants/samples';
import type { Answer, Stack } from '../../../support/stack';
import { ExampleForm } from './example-form';

export interface Asked {
  /** `?` and what follows it. */
  query?: string;
  body?: unknown;
  /** A file instead of JSON, of XML where `headers` say nothing else. */
  xml?: string;
  headers?: Record<string, string>;
  /** Of another member than the one who asks otherwise. */
  key?: string;
}

export type Keys = Readonly<Record<Exclude<Access['kind'], 'public'>, string>>;

/** What a scenario asks of, whichever way the requests go. */
export interface ScenarioRun {
  readonly stack: Stack;
  readonly world: World;
  /** Asks an operation about the things of the world, and keeps nothing. */
  peek(operationId: string, asked?: Asked): Promise<Answer>;
  ask(operationId: string, asked?: Asked): Promise<Answer>;
}

/** The record of an operation. */
export function recordOf(operationId: string): Endpoint {
  const record = ENDPOINTS.find((one) => one.operationId === operationId);
  if (record === undefined) throw new Error(`there is no operation ${operationId}`);
  return record;
}

/** One account, one partner and one operator, who ask every operation once. */
export class ExampleRun implements ScenarioRun {
  /** Things made so far, by the name of the path parameter that leads to them. */
  readonly world: World = { ...NOTHING };
  /** By operation; what was asked a second time keeps its first exchange. */
  readonly exchanges = new Map<string, Exchange>();
  private readonly form: ExampleForm;

  constructor(
    readonly stack: Stack,
    private readonly keys: Keys,
    addresses: Readonly<Record<string, string>>,
  ) {
    this.form = new ExampleForm({ ...addresses, [stack.baseUrl]: 'https://trade.example.com' });
  }

  peek(operationId: string, { query = '', body, xml, headers, key }: Asked = {}): Promise<Answer> {
    const record = recordOf(operationId);
    const { access } = record;
    return this.stack.call(record.method.toUpperCase(), pathOf(record, this.world) + query, {
      ...(access.kind === 'public' ? {} : { key: key ?? this.keys[access.kind] }),
      ...(body === undefined ? {} : { body }),
      ...(xml === undefined ? {} : { raw: xml, headers: { 'content-type': 'application/xml', ...headers } }),
    });
  }

  /** Asks an operation about the things of the world; its first exchange is kept. */
  async ask(operationId: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.peek(operationId, asked);
    const { xml, body = xml } = asked;
    if (!this.exchanges.has(operationId)) {
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      this.exchanges.set(operationId, {
        ...(body === undefined ? {} : { request: this.form.request(body) }),
        status: answer.status,
        ...(isJson ? { answer: this.form.answer(answer.body) } : {}),
      });
    }
    return answer;
  }
}

/** A member of an answer, however deep; empty where it is no text. */
export function textAt(answer: Answer, ...path: string[]): string {
  let value: unknown = answer.body;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === 'string' ? value : '';
}
