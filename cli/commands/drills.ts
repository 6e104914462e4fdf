import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { output } from 'zod';
import { drillView } from '../../api/webhooks/drills';
import type { Database } from '../../db/database';
import { findDrill, readTenantOfDrill, startDrill, type DrillRow } from '../../db/webhooks/drills';
import { readTenantOf } from '../../db/webhooks/listening';
import { isIdOf, type IdKind } from '../../domain/ids';
import { DRILL_SCENARIOS, type DrillOutcome } from '../../domain/webhooks/drills/scenarios';
import type { Drill, DrillResult } from '../../domain/webhooks/drills/schemas';
import { actor } from '../actor';
import { contextOf, printProgress, UsageError, withDatabase } from '../context';
import { printLines } from './values';

const LOOK_MS = 500;
/** A drill takes a minute or two; it goes on without the command. */
const PATIENCE_MS = 10 * 60_000;

const SIGNS: Readonly<Record<DrillOutcome, string>> = {
  passed: 'ok',
  warned: 'warn',
  failed: 'FAULT',
  skipped: '-',
};

function idOf(kind: IdKind, example: string): (text: string) => string {
  return (text) => {
    if (isIdOf(kind, text)) return text;
    throw new InvalidArgumentError(`It must be an id such as ${example}….`);
  };
}

function linesOf({ scenario, title, outcome, fault, message, advice }: output<typeof DrillResult>): string[] {
  const found = message === null ? [] : [`       ${fault ?? ''}: ${message}`, `       ${advice ?? ''}`];
  return [`${SIGNS[outcome].padEnd(6)} ${scenario}: the receiver ${title}`, ...found];
}

function print(command: Command, drill: output<typeof Drill>): void {
  const { id, status, verdict, results } = drill;
  printLines(command, drill, [`${id} ${status}: ${verdict ?? 'no verdict'}`, ...results.flatMap(linesOf)]);
}

async function read(database: Database, id: string): Promise<DrillRow> {
  const tenant = await readTenantOfDrill(database, id);
  const drill = tenant === null ? null : await findDrill(database, tenant, id);
  if (drill === null) throw new UsageError(`There is no drill ${id}.`);
  return drill;
}

async function follow(database: Database, id: string): Promise<DrillRow> {
  const until = performance.now() + PATIENCE_MS;
  let said = -1;
  for (;;) {
    const drill = await read(database, id);
    const { length } = drill.results;
    if (drill.status !== 'running' || performance.now() > until) return drill;
    if (length !== said) printProgress(`${id}: ${length} of ${DRILL_SCENARIOS.length} scenarios done.`);
    said = length;
    await delay(LOOK_MS);
  }
}

async function start({ webhook }: { webhook: string }, command: Command): Promise<void> {
  const drill = await withDatabase(contextOf(command), async (database) => {
    const tenant = await readTenantOf(database, webhook);
    if (tenant === null) throw new UsageError(`There is no subscription ${webhook}.`);
    if (tenant.environment !== 'test') throw new UsageError('Drills run on the test side only.');
    const started = await startDrill(database, { tenant, webhookId: webhook, actor: actor(), held: null });
    if (started === null) throw new UsageError(`There is no subscription ${webhook}.`);
    return follow(database, started.id);
  });
  print(command, drillView(drill));
  if (drill.verdict !== 'passed') process.exitCode = 1;
}

async function show(id: string, _options: unknown, command: Command): Promise<void> {
  print(command, drillView(await withDatabase(contextOf(command), (database) => read(database, id))));
}

/** `corridor drills …`. Source: docs/GAPS.md#drills */
export function addDrillCommands(program: Command): void {
  const drills = program.command('drills');
  const json = (command: Command): Command => command.option('--json', 'print one JSON object');
  json(drills.command('start'))
    .description('Examine the receiver of a subscription of the test side; wait for the result and print it')
    .requiredOption('--webhook <id>', 'id of the subscription', idOf('webhook', 'wh_'))
    .action(start);
  json(drills.command('show'))
    .description('What a drill has shown')
    .argument('<id>', 'id of the drill', idOf('drill', 'drl_'))
    .action(show);
}
