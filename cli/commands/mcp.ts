import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { apiAccess, httpUrl, readRefusal, type ApiAccess } from '../api-access';
import { dataDirOf } from '../context';

/** Documents take up to ten seconds, and an overloaded service may take longer. */
const PATIENCE_MS = 60_000;

/**
 * Forwards one MCP message to the service.
 * @returns its answer; null for a message that asks for none
 */
async function forward({ baseUrl, key }: ApiAccess, message: JSONRPCMessage): Promise<JSONRPCMessage | null> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error((await readRefusal(response)).message);
  const text = await response.text();
  return text === '' ? null : JSONRPCMessageSchema.parse(JSON.parse(text));
}

/** The error that answers a request which could not be forwarded; null for a message that expects no answer. */
function failure(message: JSONRPCMessage, fault: unknown): JSONRPCMessage | null {
  if (!('method' in message) || !('id' in message)) return null;
  const text = fault instanceof Error ? fault.message : String(fault);
  return { jsonrpc: '2.0', id: message.id, error: { code: ErrorCode.InternalError, message: text } };
}

/** Adds `corridor mcp`: passes messages between the standard streams and the service. Source: docs/GAPS.md#agents */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'Serve the tools of the API to an agent on this machine, by the Model Context Protocol on the standard streams',
    )
    .option('--api <address>', 'address of the API (default: the service in the data directory)', httpUrl)
    .addHelpText(
      'after',
      '\nThe key comes from CORRIDOR_API_KEY; give an agent one with few scopes, such as payments:propose.',
    )
    .action(async ({ api }: { api?: string }, command: Command) => {
      const access = apiAccess(dataDirOf(command), api);
      const streams = new StdioServerTransport();
      streams.onmessage = (message) => {
        void forward(access, message)
          .catch((fault: unknown) => failure(message, fault))
          .then((answer) => (answer === null ? undefined : streams.send(answer)));
      };
      await streams.start();
    });
}
