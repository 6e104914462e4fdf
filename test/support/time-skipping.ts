import { existsSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { searchAttributeTypes } from '../../workflows/search-attributes';
import { closeAtEnd } from './closing';
import { describeWith } from './tools';

/** Address of the time-skipping server's launcher, or null where neither a JDK nor a download was to be had. */
export const TEST_SERVER = process.env['CORRIDOR_TEST_SERVER'] ?? null;

/** A suite that needs the time-skipping server. */
export const describeWithTimers = describeWith(
  'the time-skipping server (Java and Maven, or a download)',
  TEST_SERVER !== null,
);

/** A Temporal whose clock jumps from timer to timer, until the file's tests are over. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  if (TEST_SERVER === null) throw new Error('the time-skipping server is not there');
  installRuntime(pino({ enabled: false }));
  const environment = await createEnvironment(TEST_SERVER);
  closeAtEnd(() => environment.teardown());
  // This server can be told of search attributes but not asked for them.
  const searchAttributes = searchAttributeTypes();
  await environment.connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes });
  return environment;
}

/** The SDK gives the server 5 s to start, which a Java process on a busy machine may miss; what is tested starts later. */
const START_TRIES = 5;

async function createEnvironment(executable: string): Promise<TestWorkflowEnvironment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path: executable } },
      });
    } catch (fault) {
      if (attempt === START_TRIES) throw fault;
    }
  }
}

/** Durations of the timers that a workflow started, in seconds and in order, as its history has them. */
export async function timerSeconds(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap((event) => {
    const timeout = event.timerStartedEventAttributes?.startToFireTimeout;
    return timeout === undefined || timeout === null ? [] : [Math.round(tsToMs(timeout) / 1000)];
  });
}

/** The workflows as they are shipped. */
export function workflowBundle(): { codePath: string } {
  const codePath = path.join(__dirname, '..', '..', 'dist', 'workflow-bundle.js');
  if (!existsSync(codePath)) throw new Error('Run the tests with "npm test": it builds the workflow bundle.');
  return { codePath };
}
