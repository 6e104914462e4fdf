import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeAtEnd } from '../support/closing';
import { describeWith } from '../support/tools';
import { DOCUMENTS, isOfCompose, ROOT, shellBlocksOf } from './shell-blocks';

/** The program that reads compose files; null where the set-up found none. */
const COMPOSE = process.env['CORRIDOR_COMPOSE'] ?? null;
const describeWithCompose = describeWith('Docker Compose', COMPOSE !== null);

const VARIANTS = readdirSync(path.join(ROOT, 'deploy')).filter((file) => /^docker-compose\..*\.yml$/.test(file));
const COPIED = ['docker-compose.yml', '.env.example', 'deploy'];

/**
 * What a reader has who cloned the project, with a `docker` whose `compose` starts nothing: whatever it is to do, it reads
 * the files and says what they come to.
 */
function freshCopy(): { run(text: string): string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-compose-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  const docker = `#!/bin/bash
shift
PATH="\${PATH#*:}"
options=()
while [[ "$1" == -* ]]; do options+=("$1" "$2"); shift 2; done
exec ${COMPOSE ?? ''} "\${options[@]}" config
`;
  writeFileSync(path.join(programs, 'docker'), docker);
  chmodSync(path.join(programs, 'docker'), 0o755);
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  return {
    run: (text) => execFileSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, encoding: 'utf8' }),
  };
}

describeWithCompose('docker compose, as the documents type it,', () => {
  const blocks = DOCUMENTS.flatMap(shellBlocksOf).filter(isOfCompose);

  it('stands in the documents', () => {
    expect(blocks.map(({ document }) => document)).toEqual(['README.md', 'docs/OPERATIONS.md', 'docs/MANAGED.md']);
  });

  it.each(blocks.map((block) => [`${block.document}:${block.line}`, block] as const))(
    'takes the files in a fresh clone: %s',
    (_, { text }) => {
      const said = freshCopy().run(text);
      expect(said).toContain('corridor:local');
      expect(said).toContain('/run/secrets/data_key');
    },
  );

  it.each(VARIANTS)('takes %s beside it', (file) => {
    const { run } = freshCopy();
    run('cp .env.example .env && sh deploy/docker/make-secrets.sh && touch secrets/oidc_client_secret');
    const settings = 'OIDC_ISSUER=https://login.example.com OIDC_CLIENT_ID=corridor';
    expect(run(`${settings} docker compose -f docker-compose.yml -f deploy/${file} up`)).toContain('corridor:local');
  });

  it.each(['commands', 'metrics'])('takes the profile %s', (profile) => {
    const { run } = freshCopy();
    run('cp .env.example .env && sh deploy/docker/make-secrets.sh');
    expect(run(`docker compose --profile ${profile} up -d`)).toContain(profile === 'metrics' ? 'prometheus' : '--help');
  });

  it('reaches a managed Postgres by its name and authority, through networks that lead out', () => {
    const { run } = freshCopy();
    const said = run(`cp .env.example .env
      DATABASE_HOST=db.example.com:5432 DATABASE_OPTIONS='?sslmode=verify-full' sh deploy/docker/make-secrets.sh >/dev/null
      cat secrets/database_url_worker
      docker compose -f docker-compose.yml -f deploy/docker-compose.managed.yml up`);
    expect(said).toMatch(/^postgres:\/\/corridor_worker:\w+@db\.example\.com:5432\/corridor\?sslmode=verify-full$/m);
    // The version of Compose that says `internal: false` says it thrice; the other one leaves it out.
    expect(said.match(/internal: true/g)).toHaveLength(2);
  });

  it('gives every process what .env says', () => {
    const { run } = freshCopy();
    run('cp .env.example .env && sh deploy/docker/make-secrets.sh && echo SIGN_UP=open >> .env');
    expect(run('docker compose up').match(/SIGN_UP: open/g)?.length).toBeGreaterThan(5);
  });
});

const text = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');

it('gives the worker with the browser keys and certificates of its own, and those of nothing else', () => {
  const [, service = ''] = /^ {2}worker-documents:\n((?: {4}.*\n|\n)+)/m.exec(text) ?? [];
  expect(service).toContain("DATA_KEY_FILE: ''\n");
  const own = ['temporal_api_key_documents', 'database_url_documents', 'database_direct_url_documents'];
  expect(/secrets: \[(.*)\]/.exec(service)?.[1]?.split(', ')).toEqual(['documents_data_key', ...own]);
  for (const name of own) expect(service).toContain(`_FILE: /run/secrets/${name}\n`);
  expect(/volumes: (.*)/.exec(service)?.[1]).toBe("['./deploy/certificates-documents:/certificates:ro']");
  const others = text.replace(service, '').replace(/^secrets:\n(?: {2}.*\n)+/m, '');
  for (const name of ['certificates-documents', ...own]) expect(others).not.toContain(name);
});

describe('the networks of docker-compose.yml', () => {
  const internal = [...text.matchAll(/^ {2}(\w+): \{ internal: true \}$/gm)].map(([, name]) => name ?? '');
  const networksOf = (service: string): string[] =>
    (new RegExp(`^  ${service}:\\n(?:(?: {4}.*)?\\n)*? {4}networks: \\[(.*)\\]`, 'm').exec(text)?.[1] ?? '').split(
      ', ',
    );

  it('let no process of the API and no browser out', () => {
    expect(networksOf('api')).toEqual(['edge', 'database', 'engine', 'metrics']);
    for (const service of ['api', 'worker-documents', 'corridor', 'migrate']) {
      expect([service, networksOf(service).filter((network) => !internal.includes(network))]).toEqual([service, []]);
    }
  });

  it('lead the worker of the sandbox to the API, whose public address may name nothing in a container', () => {
    expect(networksOf('worker-sandbox')).toEqual(['database', 'engine', 'metrics', 'edge']);
    expect(/^ {2}worker-sandbox:\n(?: {4}.*\n)+/m.exec(text)?.[0]).toContain('PUBLIC_URL: http://api:8080\n');
  });

  it('publish no port to other hosts but that of TLS', () => {
    const ports = [...text.matchAll(/'([^']+):\d+:\d+'|'([^']+:\d+)'/g)].map(([port]) => port);
    const published = ports.filter((port) => port.includes('$'));
    expect(published.length).toBeGreaterThan(3);
    expect(published.filter((port) => !/^'(127\.0\.0\.1|\$\{API_ADDRESS:-127\.0\.0\.1\}):/.test(port))).toEqual([]);
  });
});
