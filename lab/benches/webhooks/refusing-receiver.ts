import { startRefusing } from '../loopback';

/** A receiver that answers 503 to everything, until SIGTERM; at the port of the first argument. */
async function main(): Promise<void> {
  const server = await startRefusing(Number(process.argv[2]));
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.send?.('ready');
}

void main();
