import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import {
  readRecordedAnswers,
  SAMPLE_ID,
  showSampleRequests,
  type ShownRequest,
} from '../../activities/partners/described/dry-run';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import type { FieldFault } from '../../domain/errors';
import { readSettings } from '../../domain/payments/dispatch/adapters';
import type { AnswerReading } from '../../domain/payments/dispatch/description/reading';
import { RecordedAnswers } from '../../domain/payments/dispatch/description/recorded';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { isJson, printResult, UsageError } from '../context';
import { readInput } from './bank-credentials';
import { oneOf } from './values';

interface TryOptions {
  description: string;
  answers?: string;
  environment: Environment;
}

/** The description or an answer has a fault; 1 is that of a command that could not do its work. */
const FAULTY = 2;

/**
 * Parses a file of JSON.
 * @throws UsageError for a file that cannot be read or parsed
 */
export function readDocument(file: string): unknown {
  const text = readInput(file);
  try {
    return JSON.parse(text);
  } catch (fault) {
    throw new UsageError(`${file} is no JSON: ${fault instanceof Error ? fault.message : ''}`);
  }
}

function jsonFilesAt(place: string): string[] {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [place];
  const files = readdirSync(place).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new UsageError(`${place} has no file that ends with .json.`);
  return files.sort().map((name) => path.join(place, name));
}

/** @throws UsageError naming each member of the file that is wrong */
function answersIn(file: string): RecordedAnswers {
  const parsed = RecordedAnswers.safeParse(readDocument(file));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${file}: ${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new UsageError(lines.join('\n'));
}

interface Tried {
  file: string;
  readings: AnswerReading[];
}

const lineOf = ({ field, message }: FieldFault): string => `${field}: ${message}`;

function requestLines({ operation, method, url, headers, body, rejected }: ShownRequest): string[] {
  if (rejected !== null) return [`== ${operation}: nothing is sent: ${rejected}`, ''];
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`== ${operation}`, `${method} ${url}`, ...named, ...(body === null ? [] : ['', body.trimEnd()]), ''];
}

function readingLines({ operation, name, rule, places, read, notes, faults }: AnswerReading): string[] {
  const said = Object.entries(read).map(([member, value]) => `${member} ${value}`);
  const isFaulty = (one: FieldFault): boolean =>
    faults.some(({ field, code }) => field === one.field && code === one.code);
  return [
    `${faults.length > 0 ? 'FAULT' : 'ok   '} ${operation}: ${name}`,
    `      ${said.join(', ')}${rule === null ? '' : ` (by ${rule})`}`,
    ...places.map(({ member, at, value }) => `      ${member} ${at}: ${value ?? '-'}`),
    ...notes.filter((one) => !isFaulty(one)).map((one) => `      note   ${lineOf(one)}`),
    ...faults.map((one) => `      fault  ${lineOf(one)}`),
  ];
}

/** Prints the sample requests of a description and the readings of its recorded answers. */
function printTried(description: Description, requests: ShownRequest[], tried: Tried[]): void {
  if (description.tls !== undefined) {
    const { certificate, key } = description.tls;
    console.log(`Each connection proves itself with ***${certificate}*** and ***${key}***.\n`);
  }
  for (const line of requests.flatMap(requestLines)) console.log(line);
  for (const { file, readings } of tried) {
    console.log(`== answers of ${file}`);
    for (const line of readings.flatMap(readingLines)) console.log(line);
    console.log('');
  }
}

/** Runs `corridor partners try`; exits with 2 where the description or an answer has a fault. */
async function tryDescription(options: TryOptions, command: Command): Promise<void> {
  const { environment } = options;
  const settings = readSettings('described', {
    config: { description: readDocument(options.description) },
    environment,
  });
  if (settings.kind === 'faulty') {
    if (isJson(command)) printResult(command, { sound: false, faults: settings.faults });
    else for (const fault of settings.faults) console.log(`fault  ${lineOf(fault)}`);
    process.exitCode = FAULTY;
    return;
  }
  const { description } = settings.config;
  const now = new Date();
  const recorded = options.answers === undefined ? [] : jsonFilesAt(options.answers);
  const tried = recorded.map((file): Tried => {
    const { instructionId = SAMPLE_ID, answers } = answersIn(file);
    return { file, readings: readRecordedAnswers({ description, instructionId, now }, answers) };
  });
  const requests = await showSampleRequests({ description, instructionId: SAMPLE_ID, now });
  const faults: FieldFault[] = [
    ...requests.flatMap(({ operation, rejected }) =>
      rejected === null ? [] : [{ field: operation, code: 'not_sent', message: rejected }],
    ),
    ...tried.flatMap(({ readings }) => readings.flatMap((reading) => reading.faults)),
  ];
  const isSound = faults.length === 0;
  if (isJson(command)) printResult(command, { sound: isSound, requests, answers: tried, faults });
  else {
    printTried(description, requests, tried);
    const count = tried.reduce((sum, { readings }) => sum + readings.length, 0);
    console.log(`${isSound ? 'SOUND' : 'FAULTY'}: ${count} answers read, ${faults.length} faults`);
  }
  if (!isSound) process.exitCode = FAULTY;
}

/** Adds `corridor partners try`, which shows what a described bank would be sent, and sends nothing. Source: docs/GAPS.md#described */
export function addTry(partners: Command): void {
  partners
    .command('try')
    .description(
      'Show what a described bank would be sent for a sample payment, and how its recorded answers are read; nothing is sent. Exits with 2 where the description or an answer has a fault',
    )
    .requiredOption('--description <file>', 'description of the API of the bank, as a file of JSON')
    .option('--answers <file>', 'recorded answers of the bank: a file of JSON, or a folder of such files')
    .option(
      '--environment <side>',
      'test or live: the side whose rules the address follows',
      oneOf(ENVIRONMENTS),
      'test',
    )
    .option('--json', 'print one JSON object')
    .action(tryDescription);
}
