import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { output } from 'zod';
import { drillView } from '../../api/webhooks/drills';
import type { Database } from '../../db/database';
import { readDrill, readTenantOfDrill, startDrill, type DrillRow } from '../../db/webhooks/drills';
import { readTenantOf } from '../../db/webhooks/listening';
import { isIdOf, type IdKind } from '../../domain/ids';
import { DRILL_SCENARIOS, type DrillOutcome } from '../../domain/webhooks/drills/scenarios';
import type { Drill, DrillResult } from '../../domain/webhooks/drills/schemas';
import { actor } from '../actor';
import { printProgress, UsageError } from '../context';
import { addResult } from './answer';

const LOOK_MS = 500;
/** A drill takes a minute or two; it goes on without the command. */
const PATIENCE_MS = 10 * 60_000;

const SIGNS: Readonly<Record<DrillOutcome, string>> = {
  passed: 'ok',
  warned: 'warn',
  failed: 'FAULT',
  skipped: '-',
};

/** A parser of an option that takes an id of this kind alone. */
function idParser(kind: IdKind, example: string): (text: string) => string {
  return (text) => {
    if (isIdOf(kind, text)) return text;
    throw new InvalidArgumentError(`It must be an id such as ${example}….`);
  };
}

function linesOf({ scenario, title, outcome, fault, message, advice }: output<typeof DrillResult>): string[] {
  const found = message === null ? [] : [`       ${fault ?? ''}: ${message}`, `       ${advice ?? ''}`];
  return [`${SIGNS[outcome].padEnd(6)} ${scenario}: the receiver ${title}`, ...found];
}

function drillSummary(drill: output<typeof Drill>): [result: output<typeof Drill>, lines: string[]] {
  const { id, status, verdict, results } = drill;
  return [drill, [`${id} ${status}: ${verdict ?? 'no verdict'}`, ...results.flatMap(linesOf)]];
}

async function readDrillById(database: Database, id: string): Promise<DrillRow> {
  const tenant = await readTenantOfDrill(database, id);
  if (tenant === null) throw new UsageError(`There is no drill ${id}.`);
  return readDrill(database, tenant, id);
}

/** Polls a drill until it ends, for a limited time, and prints its progress. */
async function followDrill(database: Database, id: string): Promise<DrillRow> {
  const until = performance.now() + PATIENCE_MS;
  let said = -1;
  for (;;) {
    const drill = await readDrillById(database, id);
    const { length } = drill.results;
    if (drill.status !== 'running' || performance.now() > until) return drill;
    if (length !== said) printProgress(`${id}: ${length} of ${DRILL_SCENARIOS.length} scenarios done.`);
    said = length;
    await delay(LOOK_MS);
  }
}

/** Adds `corridor drills …`. Source: docs/GAPS.md#drills */
export function addDrillCommands(program: Command): void {
  const drills = program.command('drills');
  const start = drills
    .command('start')
    .description('Examine the receiver of a subscription of the test side; wait for the result and print it')
    .requiredOption('--webhook <id>', 'id of the subscription', idParser('webhook', 'wh_'));
  addResult<{ webhook: string }>(start, async ({ database, options: { webhook } }) => {
    const tenant = await readTenantOf(database, webhook);
    if (tenant === null) throw new UsageError(`There is no subscription ${webhook}.`);
    if (tenant.environment !== 'test') throw new UsageError('Drills run on the test side only.');
    const started = await startDrill(database, { tenant, webhookId: webhook, actor: actor(), held: null });
    if (started === null) throw new UsageError(`There is no subscription ${webhook}.`);
    const drill = await followDrill(database, started.id);
    if (drill.verdict !== 'passed') process.exitCode = 1;
    return drillSummary(drillView(drill));
  });
  const show = drills
    .command('show')
    .description('What a drill has shown')
    .argument('<id>', 'id of the drill', idParser('drill', 'drl_'));
  addResult(show, async ({ database, id }) => drillSummary(drillView(await readDrillById(database, id))));
}
