import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory } from './cache.mjs';
import { run } from './run.mjs';

const STEP_LIMIT_MS = 600_000;

/** The engine's whole state: the containers of other programs on this machine are neither seen nor touched. */
const STATE = path.join(cacheDirectory(), 'containers');
/** Where the engine listens as Docker does. */
export const SOCKET = path.join(STATE, 'engine.sock');

/** What runs on machines whose kernel has no room for the engine's own defaults. */
const CONFIGURATION = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
# As Docker has it: a process without rights may listen on any port of its container.
default_sysctls = ["net.ipv4.ip_unprivileged_port_start=0"]
[network]
network_backend = "netavark"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`;

function environment() {
  mkdirSync(STATE, { recursive: true });
  const file = path.join(STATE, 'containers.conf');
  writeFileSync(file, CONFIGURATION);
  return { ...process.env, CONTAINERS_CONF: file, BUILDAH_ISOLATION: 'chroot' };
}

const PLACES = [
  ...['--root', path.join(STATE, 'storage'), '--runroot', path.join(STATE, 'run')],
  ...['--network-config-dir', path.join(STATE, 'networks'), '--tmpdir', path.join(STATE, 'tmp')],
];

/** Runs the engine's own command. @returns {Promise<string>} its output */
export const podman = (args, options = {}) =>
  run('podman', [...PLACES, ...args], { env: environment(), limitMs: STEP_LIMIT_MS, ...options });

/** Makes an image of the files below a folder. */
export function importImage(folder, name) {
  const pack = `tar -C "$1" -c . | podman "\${@:2}"`;
  const args = ['-o', 'pipefail', '-c', pack, 'bash', folder, ...PLACES, 'import', '-', name];
  return run('bash', args, { env: environment(), limitMs: STEP_LIMIT_MS });
}

/** Starts the engine on its socket. @returns {import('node:child_process').ChildProcess} */
export function spawnEngine() {
  const args = [...PLACES, 'system', 'service', '--time=0', `unix://${SOCKET}`];
  return spawn('podman', args, { env: environment(), stdio: 'ignore' });
}
