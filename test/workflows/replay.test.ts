import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { workflowBundle } from '../support/time-skipping';

const FOLDER = path.join(__dirname, '..', 'fixtures', 'histories');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

interface HistoryEvent {
  eventType?: string;
  activityTaskScheduledEventAttributes?: { activityType?: { name?: string } };
  timerStartedEventAttributes?: object;
}

function read(name: string): { events: HistoryEvent[] } {
  return JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as { events: HistoryEvent[] };
}

function replay(history: unknown): Promise<void> {
  return Worker.runReplayHistory({ workflowBundle: workflowBundle() }, history, 'replayed');
}

beforeAll(() => installRuntime(pino({ enabled: false })));

describe('recorded histories', () => {
  it('cover every branch', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(9);
  });

  it.each(FILES)('%s replays', async (name) => {
    await expect(replay(read(name))).resolves.toBeUndefined();
  });

  it.each(FILES)('%s holds no name, account number or secret', (name) => {
    const text = readFileSync(path.join(FOLDER, name), 'utf8');
    const payloads = [...text.matchAll(/"data": "([A-Za-z0-9+/=]+)"/g)].map((match) =>
      Buffer.from(match[1] ?? '', 'base64').toString(),
    );
    for (const planted of [
      'Example Trading',
      '9876543210',
      '3210',
      'Example Bank',
      'BOFAUS3N',
      'Invoice 1001',
      'whsec_',
      'crd_',
    ]) {
      expect([text, ...payloads].join('\n')).not.toContain(planted);
    }
  });

  it('a copy whose steps are in another order fails', async () => {
    const history = read('payment-held-and-cancelled.json');
    const noted = history.events.findIndex((event) => event.activityTaskScheduledEventAttributes !== undefined);
    const timer = history.events.findIndex((event) => event.timerStartedEventAttributes !== undefined);
    expect(noted).toBeGreaterThan(0);
    expect(timer).toBeGreaterThan(noted);
    const scheduled = history.events[noted]?.activityTaskScheduledEventAttributes;
    if (scheduled?.activityType !== undefined) scheduled.activityType.name = 'flagSilence';
    await expect(replay(history)).rejects.toThrow(/[Nn]ondeterminism|determinism/);
  });
});
