import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout that these scripts belong to. */
export const PROJECT_DIRECTORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * @param {...string} parts path below the checkout
 * @returns {string} absolute path
 */
export function inProject(...parts) {
  return path.join(PROJECT_DIRECTORY, ...parts);
}
