import { createSocket } from 'node:dgram';
import { closeAtEnd } from './closing';

export interface NameServer {
  /** As settings name it: address and port. */
  address: string;
  /** Names that were asked for, each once, in the order of their first question. */
  asked(): string[];
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** The name of a question, and its type, as RFC 1035 writes them. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerOf(query: Buffer, address: string): Buffer {
  const { type, end } = questionOf(query);
  const found = type === TYPE_A;
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0]);
  const record = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), Buffer.from(found ? record : [])]);
}

/**
 * A name server on a port of its own.
 * @param addressOf the IPv4 address of a name; null swallows the question
 */
export async function startNameServer(addressOf: (name: string) => string | null): Promise<NameServer> {
  const names = new Set<string>();
  const socket = createSocket('udp4', (query, from) => {
    const { name } = questionOf(query);
    names.add(name);
    const address = addressOf(name);
    if (address !== null) socket.send(answerOf(query, address), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closeAtEnd(() => socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => [...names],
  };
}
