import { showStep } from '../../cli/progress';
import { KeptServer, type Health, type RunningServer } from '../../cli/kept-server';

interface FakeServer extends RunningServer {
  end(how: string): void;
}

function fakeServer(pid: number): FakeServer {
  let end: (how: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));
  return { pid, ended, end, stop: () => Promise.resolve(end('code 0')) };
}

/** A kept server whose starts are scripted, and how to wait for what it says. */
function keep(start: (count: number) => Promise<FakeServer>, health?: Health<FakeServer>) {
  const lines: string[] = [];
  const started: FakeServer[] = [];
  const waiting: { line: string; resolve: () => void }[] = [];
  let count = 0;
  const kept = new KeptServer<FakeServer>({
    name: 'Postgres',
    firstPauseMs: 1,
    ...(health === undefined ? {} : { health }),
    start: () => start((count += 1)),
    onStart: (server) => started.push(server),
    print(line) {
      lines.push(line);
      for (const { line: wanted, resolve } of waiting) if (wanted === line) resolve();
    },
  });
  const said = (line: string): Promise<void> =>
    lines.includes(line) ? Promise.resolve() : new Promise((resolve) => waiting.push({ line, resolve }));
  return { kept, lines, started, said };
}

describe('a kept server', () => {
  it('is started again when it ends by itself, and says so', async () => {
    const { kept, lines, started, said } = keep((count) => Promise.resolve(fakeServer(count)));
    const first = await kept.start();
    first.end('signal SIGKILL');
    await said('Postgres runs again.');
    expect(lines).toEqual(['Postgres ended (signal SIGKILL) and is restarted.', 'Postgres runs again.']);
    expect(started.map(({ pid }) => pid)).toEqual([1, 2]);
    await kept.stop();
  });

  it('is tried again when it cannot be started, with the reason', async () => {
    const { kept, lines, said } = keep((count) =>
      count === 2 ? Promise.reject(new Error('The disk is full.')) : Promise.resolve(fakeServer(count)),
    );
    const first = await kept.start();
    first.end('code 1');
    await said('Postgres runs again.');
    expect(lines).toContain('Postgres cannot be started: The disk is full.');
    await kept.stop();
  });

  it('is ended and started again when it lives but does no work, time after time', async () => {
    const looks: number[] = [];
    const answers = [true, false, true, false, false, false];
    const isWell = ({ pid }: FakeServer): Promise<boolean> => {
      looks.push(pid);
      return Promise.resolve(pid === 2 || (answers.shift() ?? false));
    };
    const health = { everyMs: 1, patience: 3, isWell };
    const { kept, lines, started, said } = keep((count) => Promise.resolve(fakeServer(count)), health);
    await kept.start();
    await said('Postgres runs again.');
    expect(lines).toEqual([
      'Postgres runs, but has done nothing in 3 looks at it.',
      'Postgres ended (code 0) and is restarted.',
      'Postgres runs again.',
    ]);
    expect(looks.filter((pid) => pid === 1)).toHaveLength(6);
    expect(started.map(({ pid }) => pid)).toEqual([1, 2]);
    await kept.stop();
  });

  it('is left alone once it was told to stop', async () => {
    const { kept, lines, started } = keep((count) => Promise.resolve(fakeServer(count)));
    await kept.start();
    await kept.stop();
    expect(lines).toEqual([]);
    expect(started).toHaveLength(1);
  });

  it('tells whoever starts it why it does not start the first time', async () => {
    const { kept } = keep(() => Promise.reject(new Error('The port is taken.')));
    await expect(kept.start()).rejects.toThrow('The port is taken.');
  });
});

describe('a step of the start', () => {
  it('says every 15 seconds that it goes on, and how long it took', async () => {
    jest.useFakeTimers();
    try {
      const lines: string[] = [];
      const step = showStep(
        { title: 'Starting Temporal', print: (line) => lines.push(line) },
        () => new Promise((resolve) => setTimeout(resolve, 62_000)),
      );
      await jest.advanceTimersByTimeAsync(62_000);
      await step;
      expect(lines).toEqual([
        'Starting Temporal …',
        'Starting Temporal … 15 s',
        'Starting Temporal … 30 s',
        'Starting Temporal … 45 s',
        'Starting Temporal … 60 s (longer than usual; this machine is busy)',
        'Starting Temporal: done in 62 s',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });
});
