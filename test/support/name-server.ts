import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';
import { closeAtEnd } from './closing';

export interface NameServer {
  /** As settings name it: address and port. */
  address: string;
  /** Names that were asked for, each once, in the order of their first question. */
  asked(): string[];
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const TTL_SECONDS = 60;

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

/** A record about the name of the question. */
function recordOf(type: number, address: string): Buffer {
  const bytes = ipaddr.parse(address).toByteArray();
  return Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, TTL_SECONDS, 0, bytes.length, ...bytes]);
}

function answerOf(query: Buffer, addresses: readonly string[]): Buffer {
  const { type, end } = questionOf(query);
  const asked = addresses.filter((address) => type === (ipaddr.IPv4.isValid(address) ? TYPE_A : TYPE_AAAA));
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, asked.length, 0, 0, 0, 0]);
  const records = asked.map((address) => recordOf(type, address));
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
}

/**
 * A name server on a port of its own.
 * @param addressesOf the address of a name, or several; null swallows the question
 */
export async function startNameServer(
  addressesOf: (name: string) => string | readonly string[] | null,
): Promise<NameServer> {
  const names = new Set<string>();
  const socket = createSocket('udp4', (query, from) => {
    const { name } = questionOf(query);
    names.add(name);
    const addresses = addressesOf(name);
    if (addresses !== null) socket.send(answerOf(query, [addresses].flat()), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closeAtEnd(() => socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => [...names],
  };
}
