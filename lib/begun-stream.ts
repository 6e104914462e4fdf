import { Readable } from 'node:stream';

/**
 * Makes the first chunk before there is a stream: what fails until then is answered as a fault, since nothing was sent.
 * What fails later destroys the stream, and with it the connection.
 * @param head sent before the chunks
 * @throws what the first chunk throws
 */
export async function begunStream(head: string, chunks: AsyncGenerator<string>): Promise<Readable> {
  const first = await chunks.next();
  async function* replayed(): AsyncGenerator<string> {
    yield head;
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  }
  return Readable.from(replayed());
}
