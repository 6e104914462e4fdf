import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 100;

/** @returns {Promise<number>} a free port of 127.0.0.1 */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** @returns {Promise<boolean>} whether a process listens on the port */
function isListening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

async function untilListening(child, port) {
  const limit = Date.now() + START_LIMIT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended before it listened');
    if (Date.now() > limit) throw new Error(`it did not listen within ${START_LIMIT_MS / 1000} s`);
    await delay(POLL_MS);
  }
}

/**
 * Writes the classes that a Java server loads at its start into an archive that later starts map into memory: a third of
 * the processor time, so that a busy machine does not miss the deadline that the starter gives.
 * @param {{command: string, archive: string}} what the server's launcher, which hands JAVA_TOOL_OPTIONS to Java and
 *   takes the port as its argument; the file to write
 * @throws Error when the server does not start; an archive is not missed by one that does without
 */
export async function archiveClasses({ command, archive }) {
  const port = await freePort();
  const env = { ...process.env, JAVA_TOOL_OPTIONS: `-XX:ArchiveClassesAtExit=${archive}` };
  const child = spawn(command, [String(port)], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    await untilListening(child, port);
    child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_LIMIT_MS, null, { ref: false })]);
  } finally {
    child.kill('SIGKILL');
  }
}
