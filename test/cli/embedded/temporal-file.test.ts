import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../cli/embedded/ports';
import { startTemporalDev } from '../../../cli/embedded/temporal';

/** Source: OWASP ASVS 5.0, 14.2 */
it("keeps the files of Temporal's development server from other users of the machine", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'corridor-temporal-file-'));
  const cli = process.env['CORRIDOR_TEMPORAL_CLI'] ?? '';
  const options = { cli, port: await findFreePort(), uiPort: null, log: () => undefined, namespace: 'default' };
  const server = await startTemporalDev({ ...options, dataFile: path.join(directory, 'temporal.db') });
  try {
    const files = readdirSync(directory).filter((name) => name.startsWith('temporal.db') && !name.endsWith('.json'));
    expect(files).toContain('temporal.db');
    const open = files.filter((name) => (statSync(path.join(directory, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
