import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';

/** Smaller answers fit into one packet as they are. */
const THRESHOLD_BYTES = 1024;

const compressed = compress({ threshold: THRESHOLD_BYTES, zstd: false, deflate: false });

/** Weak, because the same content is sent in several encodings. Source: RFC 9110, "Weak versus Strong" */
const etagOf = (body: string): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/**
 * For answers that hold no secret and are the same for whoever asks the same: they are compressed, have an `ETag`, and are
 * 304 where the client has them. Length tells what a compressed answer repeats, so others stay as they are.
 */
export const publicAnswer: Middleware = async (context: Context, next) => {
  await compressed(context, async () => {
    await next();
    const body: unknown = context.body;
    if (context.status !== 200 || typeof body !== 'string') return;
    if (context.response.get('Cache-Control') === 'no-store') context.set('Cache-Control', 'private, no-cache');
    context.set('ETag', etagOf(body));
    if (context.fresh) context.status = 304;
  });
};
