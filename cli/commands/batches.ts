import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { z } from 'zod';
import { retryBatch } from '../../db/payments/batches/retry-batch';
import { Batch, BatchFileQuery, isXmlFile } from '../../domain/payments/batches/batch-schema';
import { BATCH_MODES, MAX_NAMED, type BatchMode } from '../../domain/payments/batches/status';
import { faultCode } from '../../lib/fault-code';
import { apiAccess, httpUrl, readRefusal, refusalOf, type ApiAccess, type ApiRefusal } from '../api-access';
import { actor } from '../actor';
import { dataDirOf, UsageError } from '../context';
import { cardOf, minuteOf, tableOf, terminalWidth, type Column } from '../table';
import { addResult } from './answer';
import { fitting, oneOf, printLines } from './values';

const BATCHES = '/api/v1/payments/batches';

interface SubmitOptions {
  mode: BatchMode;
  name?: string;
  api?: string;
  idempotencyKey?: string;
}

type ShownBatch = z.output<typeof Batch>;

/** A fault of a row; `row` counts from 0, without the header, and is null for a fault of the file as a whole. */
interface RowFault {
  row: number | null;
  field: string;
  message: string;
}

const FAULTS: readonly Column<RowFault>[] = [
  { title: 'ROW', align: 'right', isWhole: true, of: ({ row }) => (row === null ? null : row + 1) },
  { title: 'FIELD', isWhole: true, of: ({ field }) => field },
  { title: 'FAULT', of: ({ message }) => message },
];

function idempotencyKey(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 255 characters of ASCII, without spaces.');
}

/** @param field path of a fault in the batch, such as `items[3].currency` */
function faultOf({ field, message }: { field: string; message: string }): RowFault {
  const [, row, member = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  return row === undefined ? { row: null, field, message } : { row: Number(row), field: member, message };
}

/** Where the outcome is not known, money could be sent twice. */
const repeatAdvice = (key: string): string =>
  `The batch may have been taken. Repeat the command with --idempotency-key ${key}: it is taken once.`;

/**
 * Sends a file as a batch to the API.
 * @returns the batch, or the refusal
 * @throws UsageError where the answer does not tell whether the batch was taken, and for a refused key
 */
async function sendBatch(
  { baseUrl, key }: ApiAccess,
  bytes: Buffer,
  { mode, name, idempotencyKey: repeatKey = randomUUID() }: SubmitOptions,
): Promise<ShownBatch | ApiRefusal> {
  const query = new URLSearchParams({ mode, ...(name === undefined ? {} : { name }) });
  const response = await fetch(`${baseUrl}${BATCHES}?${query.toString()}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': isXmlFile(bytes) ? 'application/xml' : 'text/csv',
      'Idempotency-Key': repeatKey,
    },
    body: new Uint8Array(bytes),
  }).catch((fault: unknown) => {
    const code = faultCode(fault instanceof Error ? fault.cause : fault);
    const advice = code === 'ECONNREFUSED' ? [] : [repeatAdvice(repeatKey)];
    throw new UsageError([`The API at ${baseUrl} does not answer: ${code}`, ...advice].join('\n'));
  });
  if (!response.ok) {
    const refusal = await readRefusal(response);
    if (response.status === 400) return refusal;
    const { message } = refusalOf(refusal);
    throw new UsageError(response.status >= 500 ? `${message}\n${repeatAdvice(repeatKey)}` : message);
  }
  const answer = z.object({ data: Batch }).safeParse(await response.json().catch(() => null));
  if (answer.success) return answer.data.data;
  throw new UsageError(
    `The server at ${baseUrl} answered ${response.status} without a batch.\n${repeatAdvice(repeatKey)}`,
  );
}

/** The lines that show a batch to a person. */
function batchCard(batch: ShownBatch, { baseUrl, key }: ApiAccess): string[] {
  const { counts, refused, ignored = [], normalised = [] } = batch;
  const width = terminalWidth();
  const rows = Object.entries(counts).flatMap(([state, count]) => (count === 0 ? [] : [`${count} ${state}`]));
  const facts: [name: string, value: string][] = [
    ['Name', batch.name ?? ''],
    ['Side', key.startsWith('crd_test_') ? 'test' : 'live'],
    ['Mode', batch.mode],
    ['Created', `${minuteOf(new Date(batch.createdAt))} UTC`],
    ['Rows', rows.join(', ')],
    ['Ignored', ignored.join(', ')],
    ['Taken in another form', normalised.join(', ')],
    ['Follow it', `GET ${baseUrl}${BATCHES}/${batch.batchId}`],
  ];
  const faults = refused.flatMap(({ row, faults: own }) => own.map((fault) => ({ row, ...fault })));
  const hidden = counts.refused - refused.length;
  return [
    `${batch.batchId}  ${batch.status}`,
    '',
    ...cardOf(
      facts.filter(([, value]) => value !== ''),
      width,
    ),
    ...(faults.length === 0 ? [] : ['', 'Refused rows', ...tableOf(faults, FAULTS, width)]),
    ...(hidden <= 0 ? [] : [`${hidden} more: GET ${baseUrl}${BATCHES}/${batch.batchId}/rows?state=refused`]),
  ];
}

/** The lines that show why a batch was refused, with its faults as a table. */
function refusalLines(message: string, faults: readonly RowFault[]): string[] {
  return [
    `Nothing was taken. ${message}`,
    ...(faults.length === 0 ? [] : ['', ...tableOf(faults, FAULTS, terminalWidth())]),
    ...(faults.length < MAX_NAMED ? [] : [`Only the first ${MAX_NAMED} faults are named.`]),
  ];
}

/** Runs `corridor batches submit`. */
async function runSubmit(file: string, options: SubmitOptions, command: Command): Promise<void> {
  const api = apiAccess(dataDirOf(command), options.api);
  const bytes = await readFile(file).catch((fault: unknown) => {
    throw new UsageError(`${file} cannot be read: ${faultCode(fault)}`);
  });
  const answered = await sendBatch(api, bytes, options);
  if ('batchId' in answered) {
    printLines(command, answered, batchCard(answered, api));
    return;
  }
  const { message, details } = answered;
  const faults = details.map(faultOf);
  printLines(command, { error: { message, faults } }, refusalLines(message, faults));
  process.exitCode = 1;
}

/**
 * Adds `corridor batches …`: commands for clients with their own key, and for operators about failed rows. Source:
 * docs/GAPS.md#P18
 */
export function addBatchCommands(program: Command): void {
  const batches = program.command('batches');
  batches
    .command('submit')
    .argument('<file>', 'CSV with a header, or a pain.001; at most 10,000 payments')
    .description('Send the payments of a file as one batch, with the key in CORRIDOR_API_KEY')
    .requiredOption('--mode <mode>', `of ${BATCH_MODES.join(', ')}: what a fault of a row refuses`, oneOf(BATCH_MODES))
    .option('--name <text>', 'what people call the batch', fitting(BatchFileQuery.shape.name.unwrap()))
    .option('--api <url>', 'address of the API; by default that of the service in --data-dir', httpUrl)
    .option('--idempotency-key <key>', 'key of an earlier try whose outcome is unknown', idempotencyKey)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExit code: 0 when the batch is taken, 1 when it is refused.' +
        '\n\nExample:\n  corridor batches submit march.csv --mode all_or_nothing --name March',
    )
    .action(runSubmit);
  const retry = batches
    .command('retry')
    .argument('<batch>', 'id of the batch')
    .description('Make the failed rows of a batch');
  addResult(retry, async ({ database, id }) => {
    const isKnown = await retryBatch(database, { tenant: null, batchId: id, actor: actor() });
    if (!isKnown) throw new UsageError(`There is no batch ${id}.`);
    return { id, retried: true };
  });
}
