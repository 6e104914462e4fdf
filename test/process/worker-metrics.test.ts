import { readFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { fetch } from 'undici';
import { findFreePort } from '../../cli/embedded/ports';
import { startWorkers } from '../../process/worker';
import { QUEUES } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { startStack, type Stack } from '../support/stack';
import { clientOf } from '../support/temporal';

const ALERTS = readFileSync(path.join(__dirname, '../../deploy/docker/prometheus/alerts.yml'), 'utf8');

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

describe('/metrics of a worker', () => {
  it('counts tasks of workflows that fail, under the name that the alert asks for', async () => {
    const { settings, database, vault, services } = stack;
    const port = await findFreePort();
    const workers = await startWorkers({
      ...settings,
      database,
      vault,
      workflows: services.workflows,
      log: pino({ enabled: false }),
      queues: ['sandbox'],
      sandboxStepDelayMs: 0,
      metricsAddress: `127.0.0.1:${port}`,
    });
    const { workflow } = clientOf(services.workflows);
    // The task of a workflow that no worker knows fails again and again, as one that was changed without a patch does.
    const handle = await workflow.start('changed', { taskQueue: QUEUES.sandbox, workflowId: 'changed' });
    const number = /increase\((temporal_\w+)\[/.exec(ALERTS)?.[1] ?? 'none';
    try {
      const text = await eventually(
        async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
        (found) => found.includes(number),
        'the failure to be counted',
      );
      expect(text).toMatch(/^corridor_clock_offset_seconds(\{[^}]*\})? [\d.]/m);
      expect(text).toMatch(new RegExp(`^${number}\\{[^}]*workflow_type="changed"[^}]*\\} [1-9]`, 'm'));
    } finally {
      await handle.terminate();
      await workers.stop();
    }
  });
});
