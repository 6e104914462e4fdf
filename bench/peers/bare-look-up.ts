import Koa from 'koa';
import { Pool } from 'pg';
import type { AddressInfo } from 'node:net';

/**
 * The floor for reads: Koa, a pool, one prepared look-up by key, nothing else. Run as a process of its own; it tells
 * its parent the port.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = new Koa();
app.use(async (context) => {
  const { rows } = await pool.query<object>({
    name: 'look-up',
    text: 'select code, description, expression, ad_valorem from tariff_lines where schedule = $1 and code = $2',
    values: ['US', '61091000'],
  });
  context.body = { success: true, data: rows[0] };
});
const server = app.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
