import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../cli/embedded/ports';
import type { Stops } from '../drill';
import { ROOT, type Containers } from './containers';

const run = promisify(execFile);
const LIMIT_MS = 1_200_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** A receiver of webhooks in a container that the workers reach; each request is a line of its log. */
const RECEIVER = `require('node:http').createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString('base64');
  console.log(JSON.stringify({ headers: request.headers, body }));
  response.end();
}).listen(9000)`;

/** Beside docker-compose.yml: the receiver, and what the stand-in of the engine cannot read, a seccomp profile by its text. */
const BESIDE = `services:
  worker-documents:
    security_opt: !override ['no-new-privileges:true']
  receiver:
    image: corridor:local
    init: true
    networks: [outbound]
    entrypoint: [node, -e]
    command: [${JSON.stringify(RECEIVER)}]
`;

/** Output of a command that failed is in its message. */
function failure(fault: unknown): Error {
  const { stdout = '', stderr = '' } = fault as { stdout?: string; stderr?: string };
  const told = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
  return new Error(`${String(fault).split('\n')[0]}\n${told}`);
}

/**
 * The dependencies run already. Podman lists the networks of a container otherwise than Compose has made them, so that Compose
 * would make each anew that has several.
 */
export const withoutDependencies = (line: string): string => line.replace('run --rm', 'run --rm --no-deps -T');

/** A clone of the project whose service runs in containers. */
export class Installation {
  private constructor(
    readonly folder: string,
    readonly baseUrl: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Clones a commit; a program `docker` that knows \`compose\` alone stands first on the path. */
  static async clone(commit: string, { compose, host }: Containers, stops: Stops): Promise<Installation> {
    const place = mkdtempSync(path.join(tmpdir(), 'corridor-production-'));
    stops.push(async () => rmSync(place, { recursive: true, force: true }));
    const programs = path.join(place, 'programs');
    mkdirSync(programs);
    writeFileSync(path.join(programs, 'docker'), `#!/bin/sh\nshift\nexec '${compose}' "$@"\n`);
    chmodSync(path.join(programs, 'docker'), 0o755);
    const folder = path.join(place, 'corridor');
    const [port, uiPort] = [await findFreePort(), await findFreePort()];
    const baseUrl = `http://127.0.0.1:${port}`;
    const installation = new Installation(folder, baseUrl, {
      ...process.env,
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      DOCKER_HOST: host,
      DOCKER_BUILDKIT: '0',
      COMPOSE_PROJECT_NAME: path.basename(place).toLowerCase(),
      COMPOSE_FILE: 'docker-compose.yml:docker-compose.beside.yml',
      ...{ API_PORT: String(port), TEMPORAL_UI_PORT: String(uiPort), PUBLIC_URL: baseUrl },
      WEBHOOK_TRUSTED_ORIGINS: 'http://receiver:9000',
    });
    await run('git', ['clone', '--quiet', ROOT, folder]);
    await installation.checkOut(commit);
    writeFileSync(path.join(folder, 'docker-compose.beside.yml'), BESIDE);
    stops.push(() => installation.bash('docker compose --profile commands down --volumes --timeout 5'));
    return installation;
  }

  async checkOut(commit: string): Promise<void> {
    await run('git', ['checkout', '--quiet', commit], { cwd: this.folder });
  }

  /** The commands that README.md gives under a heading, as a reader pastes them. */
  readmeCommands(heading: string): string[] {
    const text = readFileSync(path.join(this.folder, 'README.md'), 'utf8');
    const [, block = ''] = new RegExp(`^## ${heading}\n+\`\`\`bash\n([^]*?)^\`\`\``, 'm').exec(text) ?? [];
    return block.split('\n').filter((line) => line !== '');
  }

  /** @returns the output of a line of shell in the clone. @throws Error with its last words */
  async bash(line: string, input = ''): Promise<string> {
    const options = { cwd: this.folder, env: this.environment, timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES };
    const running = run('bash', ['-euo', 'pipefail', '-c', line], options);
    running.child.stdin?.end(input);
    return (await running.catch((fault: unknown) => Promise.reject(failure(fault)))).stdout;
  }

  /** Runs a command of an operator, as docs/OPERATIONS.md has it. @returns what it prints as JSON */
  async corridor(args: string, input = ''): Promise<Record<string, unknown>> {
    const text = await this.bash(`${withoutDependencies(`docker compose run --rm corridor ${args}`)} --json`, input);
    return JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>;
  }

  /** @returns the output of a line of shell in the first container of a service */
  inside(service: string, line: string): Promise<string> {
    return this.bash(`docker compose exec -T ${service} sh -c '${line}'`);
  }
}
