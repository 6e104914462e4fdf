import { randomBytes } from 'node:crypto';
import Koa, { type Context } from 'koa';
import { Pool } from 'pg';
import rawBody from 'raw-body';
import { request } from 'undici';
import { INSERT_SQL, READ_SQL, SUBMITTED_SQL } from './sql';
import { utcDate } from '../../../domain/calendar-dates';

/** Connections to Postgres, as many as the API has. */
const POOL_SIZE = 10;
const SEALED_BYTES = 300;

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: POOL_SIZE });
const partnerUrl = process.env['PARTNER_URL'] ?? '';

async function bodyOf(context: Context): Promise<Record<string, unknown>> {
  return JSON.parse(await rawBody(context.req, { encoding: 'utf8' })) as Record<string, unknown>;
}

async function insert(body: Record<string, unknown>): Promise<string> {
  const id = `pay_${Date.now().toString(32)}${randomBytes(8).toString('hex')}`;
  const now = new Date();
  const today = utcDate(now);
  const route = JSON.stringify({ settlementTimeline: 'same_day' });
  const list = JSON.stringify([{ code: 'only', message: 'The only route' }]);
  const sealed = randomBytes(SEALED_BYTES);
  const values = [
    id,
    body['amount'],
    body['currency'],
    'US',
    'trade_settlement',
    sealed,
    route,
    list,
    today,
    list,
    '5',
  ];
  await pool.query({ name: 'insert', text: INSERT_SQL, values: [...values, list, now] });
  return id;
}

/** F1, F2 and F3: Koa without a router, pg with prepared statements, and nothing else. */
async function answer(context: Context): Promise<void> {
  if (context.method === 'GET') {
    const id = context.path.slice(context.path.lastIndexOf('/') + 1);
    const found = await pool.query<object>({ name: 'read', text: READ_SQL, values: [id] });
    context.status = found.rows.length === 0 ? 404 : 200;
    context.body = found.rows[0] ?? {};
    return;
  }
  const body = await bodyOf(context);
  const id = await insert(body);
  if (context.path === '/direct') {
    const sent = JSON.stringify({ instructionId: id, ...body });
    const headers = { 'content-type': 'application/json' };
    const response = await request(`${partnerUrl}/instructions`, { method: 'POST', headers, body: sent });
    const said = (await response.body.json()) as { partnerReference: string };
    await pool.query({ name: 'submitted', text: SUBMITTED_SQL, values: [id, said.partnerReference] });
  }
  context.status = 201;
  context.body = { id };
}

const app = new Koa({ env: 'production' });
app.use(answer);
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end().then(() => process.exit(0)));
});
