import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WithStartWorkflowOperation, type WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { z } from 'zod';
import { HISTORIES } from '../support/history';
import { startTimeSkipping, workflowBundle } from '../support/time-skipping';
import type { Scenario } from './histories/scenario';
import { SCENARIOS } from './histories/scenarios';
import { toRecord } from './histories/to-record';

const ROOT = path.join(__dirname, '..', '..');
const LIMIT_MS = 300_000;

function currentRelease(): string {
  const file: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(file).version;
}

/** Histories of a release that is out belong to payments that are under way: they are never made anew. */
function refuseReleased(release: string): void {
  const tags = execFileSync('git', ['tag', '--list', `v${release}`], { cwd: ROOT }).toString();
  if (tags.trim() !== '') throw new Error(`${release} is out: raise the version in package.json before recording.`);
}

/** Starts it, with an update where one is named: as a client's request does. */
async function start(
  environment: TestWorkflowEnvironment,
  { workflow, name, args, update }: Scenario,
  taskQueue: string,
): Promise<WorkflowHandle> {
  const { client } = environment;
  const input = typeof args === 'function' ? args(await environment.currentTimeMs()) : args;
  const options = { taskQueue, workflowId: name, args: input };
  if (update === undefined) return client.workflow.start(workflow, options);
  const startWorkflowOperation = new WithStartWorkflowOperation(workflow, {
    ...options,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  await client.workflow.executeUpdateWithStart(update, { startWorkflowOperation });
  return startWorkflowOperation.workflowHandle();
}

async function record(environment: TestWorkflowEnvironment, scenario: Scenario): Promise<string> {
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: workflowBundle(),
    activities: scenario.activities,
    shutdownGraceTime: 0,
    shutdownForceTime: '2 s',
  });
  const run = worker.run();
  try {
    const handle = await start(environment, scenario, taskQueue);
    const { runId } = await handle.describe();
    // Its first run: one that goes on in another has ended, too.
    const first = environment.client.workflow.getHandle(scenario.name, runId, { followRuns: false });
    await scenario.drive?.(handle, environment);
    const ended = first.result();
    if (scenario.fails === true) await expect(ended).rejects.toThrow();
    else await ended.catch(unlessContinued);
    const history = await first.fetchHistory();
    // Neither who recorded it nor where stands in it.
    return historyToJSON(history)
      .replace(/"identity":\s*"[^"]*"/g, '"identity": "worker"')
      .replace(/"stackTrace":\s*"(?:[^"\\]|\\.)*"/g, '"stackTrace": ""');
  } finally {
    worker.shutdown();
    // What a scenario leaves hanging is ended by force, which is a fault for nobody here.
    await run.catch(() => undefined);
  }
}

/** A run that goes on in another one has its history all the same. */
function unlessContinued(fault: unknown): void {
  if (!(fault instanceof Error) || fault.name !== 'WorkflowExecutionContinuedAsNewError') throw fault;
}

// Not part of the tests: `npm run record-histories` records what the release in hand lacks, and with
// `HISTORIES=name,name` those that are named anew.
describe('histories of every branch', () => {
  const release = currentRelease();
  const folder = path.join(HISTORIES, release);
  mkdirSync(folder, { recursive: true });
  const recorded = new Set(readdirSync(folder).map((file) => path.basename(file, '.json')));
  const scenarios = toRecord(SCENARIOS, recorded, process.env['HISTORIES']);
  let environment: TestWorkflowEnvironment;

  beforeAll(async () => {
    refuseReleased(release);
    environment = await startTimeSkipping();
  });

  for (const scenario of scenarios) {
    const file = path.join(folder, `${scenario.name}.json`);
    it(
      `records ${scenario.name}`,
      async () => writeFileSync(file, `${await record(environment, scenario)}\n`),
      LIMIT_MS,
    );
  }
  if (scenarios.length === 0) it('has all of them', () => expect(recorded.size).toBeGreaterThan(0));
});
