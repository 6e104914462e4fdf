/**
 * `node scripts/containers.mjs` makes a container engine with stand-ins for the images that docker-compose.yml names, prints
 * the program that reads compose files and the address of the engine's Docker-compatible socket, one a line, and serves it
 * until its standard input ends. Where that cannot be, it prints nothing but, on standard error, what is missing.
 */
import { ensureContainers, serveContainers } from './lib/containers.mjs';
import { runMain } from './lib/failure.mjs';

await runMain(async () => {
  const compose = await ensureContainers();
  const { host, stop } = await serveContainers();
  process.stdout.write(`${compose}\n${host}\n`);
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  stop();
  return 0;
});
