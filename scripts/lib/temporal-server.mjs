import path from 'node:path';
import { cachedFolder, makeOnce } from './cache.mjs';
import { messageOf } from './failure.mjs';
import { buildWithGo, findGo } from './go-build.mjs';
import { say, showing } from './progress.mjs';
import { isExecutable } from './run.mjs';
import { TEMPORAL_SERVER_VERSION } from './versions.mjs';

const TOOL = 'temporal-server';

/**
 * Finds or builds the Temporal server that keeps its state in Postgres, and the tool that sets up its tables.
 * The tool carries the table definitions in itself.
 * @returns {Promise<{server: string, sqlTool: string}|null>} absolute paths; null, with a sentence, when they cannot be had
 */
export async function ensureTemporalServer() {
  const folder = cachedFolder(TOOL, TEMPORAL_SERVER_VERSION);
  const server = process.env.CORRIDOR_TEMPORAL_SERVER ?? path.join(folder, 'temporal-server');
  const sqlTool = process.env.CORRIDOR_TEMPORAL_SQL_TOOL ?? path.join(folder, 'temporal-sql-tool');
  if (isExecutable(server) && isExecutable(sqlTool)) return { server, sqlTool };

  const go = await findGo();
  if (go === null) {
    say('The Temporal server with Postgres cannot be built without Go: install Go 1.26 or later (https://go.dev/dl).');
    return null;
  }
  const title = `Building Temporal server ${TEMPORAL_SERVER_VERSION} with Go`;
  try {
    await makeOnce({
      folder,
      title,
      make: (into) => showing({ title, expectation: 'about 6 minutes, once' }, () => build(go, into)),
    });
  } catch (error) {
    say(`The Temporal server with Postgres cannot be built: ${messageOf(error)}.`);
    return null;
  }
  return { server: path.join(folder, 'temporal-server'), sqlTool: path.join(folder, 'temporal-sql-tool') };
}

function build(go, into) {
  return buildWithGo({
    go,
    module: TOOL,
    programs: [
      { source: 'go.temporal.io/server/cmd/server', output: path.join(into, 'temporal-server') },
      { source: 'go.temporal.io/server/cmd/tools/sql', output: path.join(into, 'temporal-sql-tool') },
    ],
  });
}
