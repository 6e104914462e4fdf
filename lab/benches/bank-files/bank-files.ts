import { fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { atMost, plainRow, rowOf, type BenchContext, type BenchModule, type BenchTable, type Round } from '../harness';
import { median } from '../statistics';

const PAYMENTS = 10_000;
const ENTRIES = 100_000;
const ROUNDS = { quick: 1, default: 3, long: 5 };
const MIB = 1024 * 1024;
const PARTNER = 'ptn_bench';
/** The schemas that the tests judge messages by. */
const SCHEMA = path.join(__dirname, '../../../../test/fixtures/iso20022/pain.001.001.09.xsd');

const Measured = z.object({ seconds: z.record(z.string(), z.number()), peakBytes: z.number() });
type Measured = z.output<typeof Measured>;

/** Runs a task in a process of its own, whose memory is that of the task. */
async function measure(...args: string[]): Promise<Measured> {
  const child = fork(path.join(__dirname, 'tasks.js'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(Measured.parse(message)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The task ${args[0] ?? ''} ended with ${code ?? 'a signal'}.`)));
  });
}

/** So many settled payments of one partner, as reports without figures leave them. No trigger acts meanwhile. */
const FILL_SQL = `
set session_replication_role = replica;
insert into accounts (id, name) values ('acc_bench', 'bench');
insert into partners (id, name, adapter, url, environment) values ('${PARTNER}', 'bench', 'http', 'https://partner.example', 'live');
insert into routes (id, partner_id, channel, currencies, countries, timelines, environment)
  values ('rt_bench', '${PARTNER}', 'swift', '{USD}', '{US}', '{standard}', 'live');
insert into payment_instructions (id, account_id, request_id, status, version, amount, currency, beneficiary_country, purpose_code, private_sealed,
    requested_route, partner_id, partner_name, route_id, channel, timeline, route_reasons, expected_date, date_explanation,
    fee_estimated, fee_breakdown, partner_reference, submitted_at, dispatched_at, settled_at, last_updated_at, environment, uetr)
  select 'instr_' || lpad(n::text, 26, '0'), 'acc_bench', 'req_' || n, 'settled', 4, 100 + n / 100.0, 'USD', 'US', 'trade_settlement', '\\x00',
    '{}', '${PARTNER}', 'bench', 'rt_bench', 'swift', 'standard', '[]', current_date, '{}', 1, '{}', 'north-' || n,
    now() - interval '1 day', now() - interval '1 day', now(), now(), 'live', md5(n::text)::uuid
  from generate_series(1, ${ENTRIES}) n;
insert into dispatches (instruction_id, attempt, partner_id, partner_name, route_id, channel, timeline, route_reasons, fee_estimated,
    expected_date, state, started_at, finished_at)
  select id, 1, partner_id, partner_name, route_id, channel, timeline, route_reasons, fee_estimated, expected_date, 'delivered',
    dispatched_at, dispatched_at
  from payment_instructions;
analyze payment_instructions;
analyze dispatches;`;

function* statementText(messageId: string): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-27T18:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S-1</Id>\n`;
  for (let number = 1; number <= ENTRIES; number += 1) {
    const amount = (100 + number / 100).toFixed(2);
    const id = `instr_${String(number).padStart(26, '0')}`;
    yield `<Ntry><NtryRef>N-${messageId}-${number}</NtryRef><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt><ValDt><Dt>2026-11-27</Dt></ValDt><NtryDtls><TxDtls><Refs><AcctSvcrRef>B-${messageId}-${number}</AcctSvcrRef><EndToEndId>${id}</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Payee ${number}</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>\n`;
  }
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

const sumOf = ({ seconds }: Measured, ...parts: string[]): number =>
  parts.reduce((sum, part) => sum + (seconds[part] ?? NaN), 0);
const mostMemory = (all: readonly Measured[]): number => Math.max(...all.map(({ peakBytes }) => peakBytes)) / MIB;

async function run({ pace, say, stage }: BenchContext): Promise<BenchTable> {
  const { databaseUrl } = await stage.postgres();
  say(`Writing ${ENTRIES} payments …`);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(FILL_SQL).finally(() => client.end());
  const orders: Measured[] = [];
  const statements: Measured[] = [];
  const written: Round[] = [];
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS[pace]; round += 1) {
    say(`Round ${round + 1} …`);
    const order = stage.dataDir.file(`order-${round}.xml`);
    const message = await measure('write', String(PAYMENTS), SCHEMA, order);
    orders.push(message);
    written.push({
      floor: sumOf(await measure('parse', order), 'floor'),
      ours: sumOf(message, 'written', 'validated'),
    });
    const file = stage.dataDir.file(`statement-${round}.xml`);
    await pipeline(Readable.from(statementText(`M-${round}`)), createWriteStream(file));
    const floor = await measure('parse', file);
    const ours = await measure('match', file, databaseUrl, PARTNER);
    statements.push(ours);
    rounds.push({ floor: sumOf(floor, 'floor'), ours: sumOf(ours, 'read', 'stored', 'compared') });
  }
  const shown = { unit: 's', floorName: 'saxes', must: null, aim: null };
  const read = statements.map((one, index) => ({ floor: rounds[index]?.floor ?? NaN, ours: sumOf(one, 'read') }));
  const [pain, camt] = [`pain.001 of ${PAYMENTS} payments`, `camt.053 of ${ENTRIES} entries`];
  const seconds = (most: number) => ({ unit: 's', must: atMost(most), aim: null });
  const memory = { unit: 'MiB', aim: null };
  return {
    title: 'Files of banks: large messages',
    rows: [
      plainRow({
        operation: `${pain}, written and validated`,
        ...seconds(10),
        ours: median(written.map(({ ours }) => ours)),
      }),
      plainRow({ operation: 'the same, most memory', ...memory, must: atMost(200), ours: mostMemory(orders) }),
      rowOf({ operation: 'the same beside parsing it', ...shown }, written),
      plainRow({ operation: `${camt}, matched`, ...seconds(60), ours: median(rounds.map(({ ours }) => ours)) }),
      plainRow({ operation: 'the same, most memory', ...memory, must: null, ours: mostMemory(statements) }),
      rowOf({ operation: 'the same beside parsing it', ...shown }, rounds),
      rowOf({ operation: `${camt}, read alone`, ...shown }, read),
    ],
    notes: [
      'Each measurement is a process of its own; its memory is the most that it ever held, Node, the schema and the validator included.',
      'The adapter orders one payment a message; one message of so many is written by the same function.',
      'The statement is read as a stream and imported as `corridor statements import` does it: each entry names one of as many settled payments of one partner, and has to confirm it.',
      'The floor is the XML parser alone on the same text.',
    ],
  };
}

export const bankFiles: BenchModule = {
  name: 'bank-files',
  needs: ['postgres'],
  describe: 'A pain.001 of 10,000 payments, and a camt.053 of 100,000 entries matched',
  run,
};
