import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { closeAtEnd } from '../support/closing';

/** What a tool has said. */
export interface Said {
  isError: boolean;
  /** The answer of the operation. */
  answer: Record<string, unknown>;
  /** What is said of it. */
  notes: string[];
  /** Bytes of the whole result. */
  bytes: number;
}

/** An agent: the client of the protocol's own library. */
export class Agent {
  private constructor(readonly client: Client) {}

  static async over(transport: Transport): Promise<Agent> {
    const client = new Client({ name: 'test', version: '1' });
    closeAtEnd(() => transport.close());
    await client.connect(transport);
    return new Agent(client);
  }

  /** @param headers of each of its requests, beside the key */
  static at(baseUrl: string, key: string, headers: Record<string, string> = {}): Promise<Agent> {
    const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
    return Agent.over(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Said> {
    const result = await this.client.callTool({ name, arguments: given });
    const [text = '', ...notes] = (result.content as { text: string }[]).map((part) => part.text);
    const answer = JSON.parse(text) as Record<string, unknown>;
    return { isError: result.isError === true, answer, notes, bytes: Buffer.byteLength(JSON.stringify(result)) };
  }
}
