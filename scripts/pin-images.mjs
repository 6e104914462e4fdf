/**
 * Prints the images of the deployment with the digests that their tags have now, as lines for .env. A tag may be given
 * to another image at any time; a digest is that of its bytes. Needs a Docker that reaches the registry:
 *
 *   node scripts/pin-images.mjs >> .env
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';

const ASK_LIMIT_MS = 60_000;

/** Variable and tag of each image: `${NODE_IMAGE:-node:24-bookworm-slim}`. */
function images() {
  const text = readFileSync(inProject('docker-compose.yml'), 'utf8');
  const found = [...text.matchAll(/\$\{([A-Z_]+_IMAGE):-([^}]+)\}/g)].map(([, variable, tag]) => [variable, tag]);
  return [...new Map(found)];
}

function digestOf(tag) {
  const args = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}'];
  const answer = execFileSync('docker', args, { timeout: ASK_LIMIT_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  const digest = answer.toString().trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`the answer is no digest: ${digest}`);
  return digest;
}

for (const [variable, tag] of images()) {
  try {
    console.log(`${variable}=${tag}@${digestOf(tag)}`);
  } catch (fault) {
    console.error(`${tag} cannot be pinned: ${fault.stderr?.toString().trim() || fault.message}`);
    process.exitCode = 1;
  }
}
