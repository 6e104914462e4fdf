import pino from 'pino';
import { fetch } from 'undici';
import { createMetrics, serveMetrics } from '../../process/metrics';
import { startApi } from '../../process/api';
import { findFreePort } from '../../cli/embedded/ports';
import { instructionBody } from '../support/builders';
import { startTestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  await startTestPartner(stack.database, stack.vault, { name: 'metrics' });
});

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? NaN : Number(line.slice(series.length));
}

describe('/metrics', () => {
  it('counts requests by operation and status, and is not on the public port', async () => {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const api = await startApi({ ...stack.settings, port, metricsPort }, pino({ enabled: false }));
    try {
      const base = `http://127.0.0.1:${api.port}`;
      for (let count = 0; count < 3; count += 1) await fetch(`${base}/v1/rate-limit`);
      expect((await fetch(`${base}/metrics`)).status).toBe(404);
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      const text = await answer.text();
      const series = 'corridor_http_request_seconds_count{operation="getRateLimit",method="GET",status="401"}';
      expect([answer.status, valueOf(text, series)]).toEqual([200, 3]);
      expect(valueOf(text, 'corridor_database_up')).toBe(1);
      expect(Math.abs(valueOf(text, 'corridor_clock_offset_seconds'))).toBeLessThan(60);
      expect(valueOf(text, 'corridor_fact_age_seconds{kind="vat"}')).toBeGreaterThanOrEqual(0);
      expect(valueOf(text, 'corridor_facts_due{kind="vat"}')).toBeGreaterThanOrEqual(0);
      expect(valueOf(text, 'corridor_database_connections{state="all"}')).toBeGreaterThan(0);
      expect((await fetch(`http://127.0.0.1:${metricsPort}/other`)).status).toBe(404);
    } finally {
      await api.stop();
    }
  });

  it('tells what waits: payments by status, and the outbox by lane with the age of the oldest', async () => {
    const key = await stack.createKey('metrics');
    for (let count = 0; count < 2; count += 1) {
      const made = await stack.call('POST', '/api/v1/payments/instructions', { key, body: instructionBody() });
      expect(made.status).toBe(201);
    }
    const text = await createMetrics(stack.database).text();
    expect(valueOf(text, 'corridor_payments{kind="pending"}')).toBe(2);
    expect(valueOf(text, 'corridor_payments_oldest_seconds{kind="pending"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'corridor_outbox{kind="payments"}')).toBeGreaterThanOrEqual(1);
  });

  it('says that Postgres is away instead of failing', async () => {
    const broken = {
      connectionCounts: stack.database.connectionCounts,
      query: () => Promise.reject(new Error('away')),
    };
    const metrics = createMetrics(broken as unknown as typeof stack.database);
    const server = await serveMetrics(metrics, '127.0.0.1', 0);
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    await server.close();
    expect(valueOf(text, 'corridor_database_up')).toBe(0);
  });

  it('asks Postgres nothing for a scrape right after another', async () => {
    let asked = 0;
    const query = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new Error('away'));
    };
    const { connectionCounts } = stack.database;
    const metrics = createMetrics({ connectionCounts, query } as unknown as typeof stack.database);
    await metrics.text();
    const askedFirst = asked;
    await metrics.text();
    expect(askedFirst).toBeGreaterThan(0);
    expect(asked).toBe(askedFirst);
  });
});
