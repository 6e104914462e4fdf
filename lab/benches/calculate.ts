import autocannon from 'autocannon';
import { dataDirectory, loadReferenceData, STARTER_NOTE } from './reference-data';
import {
  alternate,
  atLeast,
  atMost,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchTable,
} from './harness';
import { readPaths } from './load';
import type { Service } from './service';

const CONNECTIONS = 50;
const ROUNDS = { quick: 3, default: 5, long: 5 };
const SECONDS = { quick: 2, default: 3, long: 3 };
const HS_CODES = ['851713', '610910', '010130', '850811', '420222'];
/** As many as one comparison takes, of countries that a schedule is loaded of. */
const DESTINATIONS = 'US GB DE FR IT ES NL BE AT PL SE DK FI IE PT CZ HU RO GR BG'.split(' ');
const MS = 1000;
const MB = 1_000_000;
const MEMORY_MB = 220;
/** Different consignments, so that no answer could be remembered. */
const CONSIGNMENTS = 200;

function consignment(index: number): string {
  const hsCode = HS_CODES[index % HS_CODES.length];
  const destination = ['US', 'GB', 'DE', 'FR'][index % 4];
  return JSON.stringify({ hsCode, origin: 'MX', destination, value: 100 + index, currency: 'EUR' });
}

function comparison(index: number): string {
  const hsCode = HS_CODES[index % HS_CODES.length];
  return JSON.stringify({ hsCode, origin: 'MX', destinations: DESTINATIONS, value: 100 + index, currency: 'EUR' });
}

interface Questions {
  path: string;
  bodyOf: (index: number) => string;
}

/** @returns answers per second */
async function answered(service: Service, { path, bodyOf }: Questions, seconds: number): Promise<number> {
  const { url, customer } = service;
  const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
  const requests = Array.from({ length: CONSIGNMENTS }, (_, index) => ({
    method: 'POST' as const,
    path,
    headers,
    body: bodyOf(index),
  }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} requests of ${path} were refused`);
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
  const calculations = { path: '/api/v1/tariffs/calculate', bodyOf: consignment };
  const comparisons = { path: '/api/v1/tariffs/compare', bodyOf: comparison };
  const ours = (): Promise<number> => answered(service, calculations, seconds);
  const msOf = async (questions: Questions): Promise<number> => MS / (await answered(service, questions, seconds));
  await floor();
  await ours();
  await answered(service, comparisons, 1);
  const rounds = await alternate(ROUNDS[pace], floor, ours);
  const compared = await alternate(
    ROUNDS[pace],
    () => msOf(calculations),
    () => msOf(comparisons),
  );
  const { target } = service.customer;
  for (const query of ['cotton t-shirt', 'vaccum claener', 'Lederhandschuhe'])
    await target.expect([200], 'POST', '/api/v1/hs-codes/search', { query });
  const label = { operation: 'POST calculate, 50 connections', unit: 'per s', floorName: 'F1' };
  const times = { operation: 'POST compare, 20 destinations', unit: 'ms each', floorName: 'calculate' };
  const memory = { operation: 'API with everything loaded, resident', unit: 'MB', aim: null };
  return {
    title: 'Tariff calculation (F1: bare Koa and one prepared look-up through pg)',
    rows: [
      rowOf({ ...label, must: atLeast(0.6), aim: atLeast(1.5) }, rounds),
      rowOf({ ...times, must: atMost(3), aim: null }, compared),
      plainRow({ ...memory, ours: service.api.residentBytes() / MB, must: atMost(MEMORY_MB) }),
    ],
    notes: [
      'Authenticated, counted against limits, with all agreements and sources in each answer.',
      'Where other benchmarks ran before, their load is in the memory too.',
      ...(dataDirectory() === null ? [STARTER_NOTE] : []),
    ],
  };
}

export const calculate: BenchModule = {
  name: 'calculate',
  describe: 'Duty and VAT of a consignment over HTTP, against a bare look-up',
  run,
};
