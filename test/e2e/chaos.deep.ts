import { execFile } from 'node:child_process';
import path from 'node:path';

/** The built harness: its processes are those of a deployment, which load compiled modules. */
const CHAOS = path.join(__dirname, '..', '..', 'dist', 'lab', 'chaos', 'main.js');
/** The run ends earlier by itself, as soon as nothing is open any more; a slow machine may need all of `settle`. */
const LIMIT_MS = 400_000;
const PLAN = {
  seed: 7,
  payments: 24,
  minutes: 0.5,
  faults: 12,
  settle: 240,
  // Lost workflows are begun again within minutes: longer than this test may take. `npm run chaos` has them.
  without: 'terminate_workflows,cancel_workflows,restore_temporal,lose_temporal',
};

interface Run {
  code: number;
  output: string;
}

function runChaos(reach: string): Promise<Run> {
  const options = Object.entries({ ...PLAN, reach }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Promise((resolve) => {
    // SIGTERM lets it end the servers and processes that it has started.
    const child = execFile(process.execPath, [CHAOS, ...options], { timeout: LIMIT_MS }, (_fault, output, told) =>
      resolve({ code: child.exitCode ?? -1, output: `${told}\n${output}` }),
    );
  });
}

it.each(['http', 'iso20022'])(
  'keeps every promise through crashes, standstills, broken networks and odd partners, the first one reached by %s',
  async (reach) => {
    const { code, output } = await runChaos(reach);
    // The output names each broken promise and the way to reproduce it.
    expect(code === 0 ? 'every promise was kept' : output).toBe('every promise was kept');
    expect(output).toContain('Seed 7: 24 payments');
  },
  LIMIT_MS + 10_000,
);
