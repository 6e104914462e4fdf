import { setTimeout as delay } from 'node:timers/promises';
import { loadSyntheticWatchList } from '../../../activities/importers/load-starter';
import { createClientKey } from '../../../db/auth/credentials';
import { createOperatorKey } from '../../../db/auth/operator-keys';
import { createUser } from '../../../db/auth/users';
import { memberOf } from '../../../domain/unknown-value';
import {
  atMost,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
  type Pace,
} from '../harness';
import { allAnswered, closedLoop, HttpTarget } from '../load';
import { countUnsubmitted, type Service } from '../service';
import { instructionBody } from './bodies';

const BATCHES = '/api/v1/payments/batches';
const BULK = '/v1/operator/bulk-decisions';
const ROWS = 10_000;
const HEADER =
  'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber,' +
  'beneficiary.bankAccount.swiftBic,beneficiary.bankAccount.country,purpose.code,clientReference,remittance.text';
const HOLDS: Record<Pace, number> = { quick: 200, default: 1_000, long: 1_000 };
/** Resembles a name of importers/starter-data/watch-list.json, so that the payment is held. */
const HELD_NAME = 'Quillon Zhadrek';
const MAKERS = 16;
/** Clients that look payments up, each with one call at a time. */
const READERS = 2;
const READABLE = 200;
const ALONE_SECONDS = { quick: 5, default: 15, long: 15 };
const MAKING_SECONDS = { quick: 10, default: 30, long: 30 };
const LIMIT_MS = 300_000;
const POLL_MS = 100;

function file(): string {
  const row = (index: number): string =>
    `${index + 1}.50,USD,Example Trading ${index} Ltd,US,98765${index},BOFAUS3N,US,trade_settlement,order-${index},Invoice ${index}`;
  return [HEADER, ...Array.from({ length: ROWS }, (_, index) => row(index))].join('\n');
}

/** @returns p99 of look-ups in milliseconds, which go on until the work has ended */
async function lookUpsBeside(service: Service, ids: readonly string[], work: Promise<unknown>): Promise<number> {
  const load = { clients: READERS, limitMs: LIMIT_MS, maxCalls: Infinity };
  const ended = work.finally(() => (load.maxCalls = 0));
  const read = (index: number): Promise<unknown> =>
    service.customer.target.expect([200], 'GET', `/api/v1/payments/instructions/${ids[index % ids.length] ?? ''}`);
  const [looked] = await Promise.all([closedLoop(load, read), ended]);
  return allAnswered(looked, 'look-ups').p99Ms;
}

/** @returns a key of the same account with the limits of a plan, at which the payments of its batches are made */
async function limitedKey({ database, customer: { accountId } }: Service): Promise<string> {
  const request = {
    accountId,
    environment: 'test',
    label: 'batch',
    plan: 'professional',
    endpointLimits: false,
  } as const;
  return (await createClientKey(database, request)).key;
}

/** Sends a file, follows its payments for a while and cancels the others. */
async function batches({ pace, say }: BenchContext, service: Service): Promise<BenchRow[]> {
  const ids = await service.takeSubmitted(READABLE);
  say('Look-ups alone …');
  await lookUpsBeside(service, ids, delay(ALONE_SECONDS[pace] * 1_000));
  const alone = await lookUpsBeside(service, ids, delay(ALONE_SECONDS[pace] * 1_000));
  say(`A batch of ${ROWS} rows …`);
  const key = await limitedKey(service);
  const startedAt = performance.now();
  let validatedS = NaN;
  const sending = fetch(`${service.url}${BATCHES}?mode=all_or_nothing`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: file(),
  }).then(async (answer) => {
    validatedS = (performance.now() - startedAt) / 1_000;
    return { status: answer.status, body: (await answer.json()) as unknown };
  });
  const validating = await lookUpsBeside(service, ids, sending);
  const sent = await sending;
  if (sent.status !== 202) throw new Error(`the batch was answered with ${sent.status}`);
  const batchId = String(memberOf(sent.body, 'data', 'batchId'));
  const path = `${BATCHES}/${batchId}`;
  say('Its payments are made …');
  const making = await lookUpsBeside(service, ids, delay(MAKING_SECONDS[pace] * 1_000));
  const [row] = await service.database.query<{ made: number }>(
    `select count(*)::int as made from payment_batch_rows where batch_id = $1 and state = 'made'`,
    [batchId],
  );
  await service.customer.target.expect([202], 'POST', `${path}/cancel`, { reason: 'the benchmark is over' });
  const beside = { unit: 'ms', floorName: 'alone', must: atMost(2), aim: null };
  return [
    plainRow({
      operation: `a batch of ${ROWS} rows validated`,
      unit: 's',
      must: atMost(10),
      aim: null,
      ours: validatedS,
    }),
    rowOf({ ...beside, operation: 'look-ups beside its validation, p99' }, [{ floor: alone, ours: validating }]),
    rowOf({ ...beside, operation: 'look-ups while its payments are made, p99' }, [{ floor: alone, ours: making }]),
    plainRow({
      operation: 'payments made of the batch',
      unit: 'per s',
      must: null,
      aim: null,
      ours: (row?.made ?? NaN) / MAKING_SECONDS[pace],
    }),
  ];
}

async function operatorTarget({ database, url }: Service): Promise<HttpTarget> {
  const person = { email: 'operator@example.com', name: 'operator', role: 'operator', accountId: null } as const;
  const userId = await createUser(database, { ...person, password: null, actor: 'command:bench' });
  const { key } = await createOperatorKey(database, { label: 'bench', userId });
  return new HttpTarget(url, 1, { authorization: `Bearer ${key}` });
}

/** Holds payments, and releases them by one decision. */
async function bulkRelease({ pace, say }: BenchContext, service: Service): Promise<BenchRow> {
  const count = HOLDS[pace];
  say(`${count} payments are held …`);
  await loadSyntheticWatchList(service.database);
  const body = instructionBody();
  const held = { ...body, beneficiary: { ...(body['beneficiary'] as object), name: HELD_NAME } };
  const ids: string[] = [];
  const load = { clients: MAKERS, limitMs: LIMIT_MS, maxCalls: count };
  const hold = async (): Promise<unknown> => ids.push((await service.customer.create(held)).instructionId);
  allAnswered(await closedLoop(load, hold), 'creates');
  const operator = await operatorTarget(service);
  const request = { decision: 'release', reason: 'the benchmark', filter: { waiting: 'compliance_review' } };
  const { body: bulk } = await operator.expect([201], 'POST', BULK, request);
  const path = `${BULK}/${String(memberOf(bulk, 'bulkDecisionId'))}`;
  say('One decision releases them …');
  const startedAt = performance.now();
  const endsAt = startedAt + LIMIT_MS;
  await operator.expect([202], 'POST', `${path}/start`);
  for (;;) {
    const { body: shown } = await operator.expect([200], 'GET', path);
    if (memberOf(shown, 'status') === 'completed') break;
    if (performance.now() > endsAt) throw new Error('the bulk decision did not end in time');
    await delay(POLL_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const left = await countUnsubmitted(service.database, ids);
  if (left > 0) throw new Error(`${left} of ${count} released payments did not reach the partner`);
  await operator.close();
  return plainRow({
    operation: `a bulk release of ${count} holds`,
    unit: 's',
    must: atMost(60),
    aim: null,
    ours: seconds,
  });
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  const service = await stage.service();
  const bulk = await bulkRelease(context, service);
  return {
    title: 'Many at once: a batch from a file, and one decision about many holds',
    rows: [...(await batches(context, service)), bulk],
    notes: [
      `${READERS} clients look payments up, one call at a time each. The batch is made at the limits of the plan professional, 300 requests a minute.`,
      'Of the batch some payments are made and the others cancelled; every released payment reaches its partner, or the run ends.',
    ],
  };
}

export const atOnce: BenchModule = {
  name: 'at-once',
  hasOwnStage: true,
  needs: ['postgres', 'temporal'],
  describe: 'a batch of 10,000 rows from a file beside look-ups, and a bulk release of many holds',
  run,
};
