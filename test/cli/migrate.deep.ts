import { randomBytes } from 'node:crypto';
import { CommandLine } from '../support/command-line';
import { createTestDatabase } from '../support/database';

it('`corridor migrate` asks nothing of Temporal where its namespaces are made by others', async () => {
  const settings = {
    DATABASE_URL: (await createTestDatabase()).url,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    DATA_KEY: randomBytes(32).toString('base64'),
    CORRIDOR_DATA_DIR: '',
  };
  const migrating = new CommandLine(settings).run('migrate', '--skip-search-attributes', '--json');
  expect(await migrating).toMatchObject({ code: 0, said: { applied: 0 } });
});
