import { request, type IncomingHttpHeaders } from 'node:http';

/** What is sent; `chunks` are written one by one, without a length. */
interface RawRequest {
  method: string;
  headers: Record<string, string>;
  chunks: readonly string[];
}

/** Sends what `fetch` refuses to send. */
export function requestRaw(
  url: string,
  { method, headers, chunks }: RawRequest,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}
