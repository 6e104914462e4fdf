import autocannon from 'autocannon';
import { dataDirectory, loadReferenceData, STARTER_NOTE } from './reference-data';
import { atLeast, alternate, rowOf, type BenchContext, type BenchModule, type BenchTable } from './harness';
import { readPaths } from './load';

const CONNECTIONS = 50;
const ROUNDS = { quick: 3, default: 5, long: 5 };
const SECONDS = { quick: 2, default: 3, long: 3 };
const PATH = '/api/v1/tariffs/calculate';
/** Different consignments, so that no answer could be remembered. */
const CONSIGNMENTS = 200;

function consignment(index: number): string {
  const hsCode = ['851713', '610910', '010130', '850811', '420222'][index % 5];
  const destination = ['US', 'GB', 'DE', 'FR'][index % 4];
  return JSON.stringify({ hsCode, origin: 'MX', destination, value: 100 + index, currency: 'EUR' });
}

async function calculations(url: string, key: string, seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const requests = Array.from({ length: CONSIGNMENTS }, (_, index) => ({
    method: 'POST' as const,
    path: PATH,
    headers,
    body: consignment(index),
  }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calculations were refused`);
  return result.requests.average;
}

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const floors = await stage.floors();
  const service = await stage.service();
  await loadReferenceData(service.database);
  say('Calculations …');
  const seconds = SECONDS[pace];
  const floor = async (): Promise<number> => {
    const load = { connections: CONNECTIONS, seconds, paths: floors.paths, headers: {} };
    return (await readPaths(floors.url, load)).rate;
  };
  const ours = (): Promise<number> => calculations(service.url, service.customer.key, seconds);
  await floor();
  await ours();
  const rounds = await alternate(ROUNDS[pace], floor, ours);
  const label = { operation: 'POST calculate, 50 connections', unit: 'per s', floorName: 'F1' };
  return {
    title: 'Tariff calculation (F1: bare Koa and one prepared look-up through pg)',
    rows: [rowOf({ ...label, must: atLeast(0.7), aim: atLeast(1.5) }, rounds)],
    notes: [
      'Authenticated, counted against limits, with all agreements and sources in each answer.',
      ...(dataDirectory() === null ? [STARTER_NOTE] : []),
    ],
  };
}

export const calculate: BenchModule = {
  name: 'calculate',
  describe: 'Duty and VAT of a consignment over HTTP, against a bare look-up',
  run,
};
