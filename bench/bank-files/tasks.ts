import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { openDatabase } from '../../db/database';
import { readStatement } from '../../db/payments/settlement/read-statements';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { judgeStatement } from '../../db/payments/settlement/judge-statement';
import { writePain001, type CreditTransfer, type OrderingParty } from '../../domain/payments/iso20022/credit-transfer';
import { hashFile } from '../../importers/read-file';
import { openVault } from '../../lib/vault';
import { readCamtFile } from '../../importers/statements/camt';

/** What a task took, by the name of each part. */
export type Seconds = Record<string, number>;

const CONNECTIONS = 4;
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

const FROM: OrderingParty = {
  name: 'Example Trading GmbH',
  country: 'DE',
  address: { street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin' },
  accountNumber: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
};

function order(number: number): CreditTransfer {
  const instructionId = `instr_${String(number).padStart(26, '0')}`;
  const clearing = { scheme: 'USABA' as const, code: '021000021' };
  return {
    instructionId,
    messageId: `${instructionId}-1`,
    createdAt: new Date('2026-11-27T08:00:00.000Z'),
    amount: 100 + number / 100,
    currency: 'USD',
    timeline: 'standard',
    valueDate: '2026-11-30',
    uetr: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    chargeBearer: 'SHAR',
    beneficiary: {
      name: `Payee ${number}`,
      country: 'US',
      bankAccount: { accountNumber: String(1_000_000_000 + number), clearing, country: 'US' },
      address: { street: 'Main Street', building: '12', city: 'Springfield', postalCode: '62701', state: 'IL' },
    },
    purpose: { code: 'trade_settlement' },
    remittance: { text: `Invoice ${number}` },
  };
}

async function timed<Result>(seconds: Seconds, part: string, work: () => Promise<Result> | Result): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  seconds[part] = (performance.now() - startedAt) / 1000;
  return result;
}

/** Writes one message of so many payments into a file, and judges it by the schema. */
async function write(count: string, schemaFile: string, file: string): Promise<Seconds> {
  const seconds: Seconds = {};
  const message = await timed(seconds, 'written', () => {
    const [first, ...others] = Array.from({ length: Number(count) }, (_, number) => order(number));
    if (first === undefined) throw new Error('a message has a payment');
    const text = Buffer.from(writePain001([first, ...others], FROM));
    writeFileSync(file, text);
    return text;
  });
  await timed(seconds, 'validated', async () => {
    const xml = { fileName: 'message.xml', contents: message };
    const options = { stream: true, maxMemoryPages: 64 * memoryPages.MiB };
    const { valid, errors } = await validateXML({ xml, schema: readFileSync(schemaFile, 'utf8'), ...options });
    if (!valid) throw new Error(errors[0]?.message ?? 'the schema refuses the message');
  });
  return seconds;
}

/** Reads a file by the parser alone. */
async function parse(file: string): Promise<Seconds> {
  const seconds: Seconds = {};
  await timed(seconds, 'floor', async () => {
    const parser = new SaxesParser({ xmlns: true });
    for await (const chunk of createReadStream(file, 'utf8')) parser.write(String(chunk));
    parser.close();
  });
  return seconds;
}

/** Imports a statement as `corridor statements import` does; each of its entries has to confirm a payment. */
async function match(file: string, databaseUrl: string, partnerId: string): Promise<Seconds> {
  const seconds: Seconds = {};
  const database = openDatabase(databaseUrl, CONNECTIONS);
  try {
    const statement = await timed(seconds, 'read', () => readCamtFile({ name: 'statement.xml', path: file }));
    const kept = { ...statement, partnerId, fileHash: await hashFile({ name: 'statement.xml', path: file }) };
    const { id } = await timed(seconds, 'stored', () =>
      insertStatement(database, kept, { actor: 'corridor', comparedBy: 'caller', vault: VAULT }),
    );
    await timed(seconds, 'compared', () => judgeStatement(database, id));
    const found = await readStatement(database, id);
    if (found === null || found.confirmed !== statement.entries.length)
      throw new Error(`of ${statement.entries.length} entries ${found?.confirmed ?? 0} are confirmed`);
  } finally {
    await database.close();
  }
  return seconds;
}

const TASKS: Readonly<Record<string, (...args: [string, string, string]) => Promise<Seconds>>> = {
  write,
  parse,
  match,
};

async function main(): Promise<void> {
  const [name = '', first = '', second = '', third = ''] = process.argv.slice(2);
  const task = TASKS[name];
  if (task === undefined) throw new Error(`there is no task ${name}`);
  const seconds = await task(first, second, third);
  process.send?.({ seconds, peakBytes: process.resourceUsage().maxRSS * 1024 });
}

void main().catch((fault: unknown) => {
  console.error(fault);
  process.exitCode = 1;
});
