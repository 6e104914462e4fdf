import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cachedFolder, makeOnce } from './cache.mjs';
import { buildWithGo, findGo } from './go-build.mjs';
import { importImage, podman } from './podman.mjs';
import { showing } from './progress.mjs';
import { inProject } from './project.mjs';
import { findOnPath, run } from './run.mjs';
import { ensureNode } from './runtime.mjs';
import { ensureTemporalCli } from './temporal-cli.mjs';
import { ensureTemporalServer } from './temporal-server.mjs';
import { COMPOSE_VERSION, TEMPORAL_CLI_VERSION, TEMPORAL_SERVER_VERSION } from './versions.mjs';

const DEFINITION = inProject('scripts', 'stand-ins');
const BASE = 'localhost/debian:bookworm';
const [STEP_LIMIT_MS, BUILD_LIMIT_MS] = [600_000, 1_200_000];

/** Target in scripts/stand-ins/Dockerfile, and the image of docker-compose.yml in whose place it runs. */
const STAND_INS = {
  node: 'NODE_IMAGE',
  postgres: 'POSTGRES_IMAGE',
  temporal: 'TEMPORAL_IMAGE',
  'temporal-admin': 'TEMPORAL_ADMIN_IMAGE',
  'temporal-ui': 'TEMPORAL_UI_IMAGE',
  nginx: 'NGINX_IMAGE',
};

const has = async (image) =>
  podman(['image', 'exists', image]).then(
    () => true,
    () => false,
  );

async function ensureBase() {
  if (await has(BASE)) return;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-base-'));
  const title = 'Making a base image with debootstrap';
  try {
    await showing({ title, expectation: 'about 2 minutes, once' }, async () => {
      await run('debootstrap', ['--variant=minbase', 'bookworm', folder], { limitMs: STEP_LIMIT_MS });
      for (const name of ['sources.list', 'sources.list.d']) {
        const source = path.join('/etc/apt', name);
        if (existsSync(source)) cpSync(source, path.join(folder, 'etc/apt', name), { recursive: true, force: true });
      }
      await importImage(folder, BASE);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Temporal's pages as a server of their own, of the version that the pinned CLI has in it. */
async function ensureTemporalUi(go) {
  const folder = cachedFolder('temporal-ui', TEMPORAL_CLI_VERSION);
  const module = inProject('scripts', 'go', 'temporal-cli');
  const title = 'Building the Temporal UI with Go';
  const source = 'github.com/temporalio/ui-server/v2/cmd/server';
  await makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'about 2 minutes, once' }, async () => {
        await buildWithGo({
          go,
          module: 'temporal-cli',
          programs: [{ source, output: path.join(into, 'temporal-ui') }],
        });
        cpSync(
          path.join(await moduleFolder(go, module, 'github.com/temporalio/ui-server/v2'), 'config'),
          path.join(into, 'config'),
          { recursive: true },
        );
      }),
  });
  return folder;
}

async function moduleFolder(go, cwd, module) {
  const answer = await run(go, ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', module], {
    cwd,
    limitMs: STEP_LIMIT_MS,
  });
  return answer.trim();
}

/**
 * Compose as a program of its own, from the published module and with the sums that it pins itself.
 * @returns {Promise<string>} the program
 */
export async function ensureComposeProgram() {
  const go = await requireGo();
  const folder = cachedFolder('docker-compose', COMPOSE_VERSION);
  const program = path.join(folder, 'docker-compose');
  const title = `Building Docker Compose ${COMPOSE_VERSION} with Go`;
  await makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'about 4 minutes, once' }, async () => {
        const source = path.join(into, 'source');
        const ask = ['mod', 'download', '-json', `github.com/docker/compose/v2@v${COMPOSE_VERSION}`];
        const { Dir } = JSON.parse(await run(go, ask, { cwd: os.tmpdir(), limitMs: STEP_LIMIT_MS }));
        cpSync(Dir, source, { recursive: true });
        await run('chmod', ['-R', 'u+w', source], { limitMs: STEP_LIMIT_MS });
        const args = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'];
        const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
        await run(go, [...args, '-o', path.join(into, 'docker-compose'), './cmd'], {
          cwd: source,
          env,
          limitMs: BUILD_LIMIT_MS,
        });
        rmSync(source, { recursive: true });
      }),
  });
  return program;
}

async function requireGo() {
  const go = await findGo();
  if (go === null) throw new Error('Go 1.26 or later is missing, which builds Temporal and Compose: https://go.dev/dl');
  return go;
}

/** Everything that scripts/stand-ins/Dockerfile copies. */
async function fillContext(context) {
  const go = await requireGo();
  const server = await ensureTemporalServer();
  if (server === null) throw new Error('the Temporal server cannot be built');
  const ui = await ensureTemporalUi(go);
  cpSync(DEFINITION, context, { recursive: true });
  const schema = await moduleFolder(go, inProject('scripts', 'go', 'temporal-server'), 'go.temporal.io/server');
  cpSync(path.join(schema, 'schema'), path.join(context, 'schema'), { recursive: true });
  cpSync(path.join(ui, 'config'), path.join(context, 'temporal-ui-config'), { recursive: true });
  const npm = path.join(path.dirname(realpathSync(findOnPath('npm'))), '..');
  cpSync(npm, path.join(context, 'npm'), { recursive: true });
  const programs = {
    node: await ensureNode(),
    temporal: await ensureTemporalCli(),
    'temporal-server': server.server,
    'temporal-sql-tool': server.sqlTool,
    'temporal-ui': path.join(ui, 'temporal-ui'),
  };
  for (const [name, program] of Object.entries(programs)) {
    copyFileSync(realpathSync(program), path.join(context, name));
    chmodSync(path.join(context, name), 0o755);
  }
  const registry = (await run('npm', ['config', 'get', 'registry'], { limitMs: STEP_LIMIT_MS })).trim();
  writeFileSync(path.join(context, 'npmrc'), `registry=${registry}\ncafile=/etc/ssl/certs/ca-certificates.crt\n`);
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(context, 'authorities.pem'));
}

/** Changes with whatever a stand-in is made of. */
function digest() {
  const hash = createHash('sha256').update(`${TEMPORAL_SERVER_VERSION} ${TEMPORAL_CLI_VERSION} ${process.version}`);
  for (const name of readdirSync(DEFINITION).sort()) hash.update(readFileSync(path.join(DEFINITION, name)));
  return hash.digest('hex').slice(0, 12);
}

/** @returns {[string, string][]} target and full name of the image that docker-compose.yml names */
function images() {
  const text = readFileSync(inProject('docker-compose.yml'), 'utf8');
  return Object.entries(STAND_INS).map(([target, variable]) => {
    const name = new RegExp(`\\$\\{${variable}:-([^}]+)\\}`).exec(text)[1];
    return [target, `docker.io/${name.includes('/') ? '' : 'library/'}${name}`];
  });
}

/** Makes the stand-ins that are missing, and gives all of them the names that docker-compose.yml expects. */
export async function ensureStandIns() {
  const kept = digest();
  const tagOf = (target) => `localhost/corridor-stand-in-${target}:${kept}`;
  const all = images();
  const missing = [];
  for (const [target] of all) if (!(await has(tagOf(target)))) missing.push(target);
  if (missing.length > 0) {
    await ensureBase();
    const context = mkdtempSync(path.join(os.tmpdir(), 'corridor-stand-ins-'));
    try {
      await fillContext(context);
      for (const target of missing) {
        const title = `Building the stand-in ${target}`;
        const args = ['build', '--network=host', '--target', target, '--tag', tagOf(target), context];
        await showing({ title, expectation: 'about 1 minute, once' }, () => podman(args, { limitMs: BUILD_LIMIT_MS }));
      }
    } finally {
      rmSync(context, { recursive: true, force: true });
    }
  }
  for (const [target, image] of all) await podman(['tag', tagOf(target), image]);
}
