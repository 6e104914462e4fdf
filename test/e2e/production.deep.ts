import { execFile } from 'node:child_process';
import path from 'node:path';
import { describeWith } from '../support/tools';

/** The built drill: it makes the engine and the stand-ins for images where they are missing, which takes a quarter of an hour. */
const DRILLS = path.join(__dirname, '..', '..', 'dist', 'lab', 'drills', 'main.js');
const LIMIT_MS = 3_600_000;

describeWith('Linux with root', process.platform === 'linux' && process.getuid?.() === 0)('docker-compose.yml', () => {
  it(
    'runs as README.md and docs/OPERATIONS.md say, through a restart, a backup and an upgrade',
    async () => {
      const output = await new Promise<string>((resolve) => {
        execFile(process.execPath, [DRILLS, 'production', '--quick'], { timeout: LIMIT_MS }, (_fault, table, told) =>
          resolve(`${told}\n${table}`),
        );
      });
      expect(/^steps that failed +(\d+)$/m.exec(output)?.[1] ?? output).toBe('0');
    },
    LIMIT_MS + 10_000,
  );
});
