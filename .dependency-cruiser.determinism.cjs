/**
 * What is loaded when the program runs: imports of types are gone here, so "reachable" means "executed". A workflow is
 * replayed from its history and must do the same again; whatever its bundle could reach, it could do differently.
 */
const structure = require('./.dependency-cruiser.cjs');

/** Files that may be in the bundle of workflows; client/ and search-attributes.ts speak to Temporal from outside. */
const DETERMINISTIC = '^(domain|workflows)/(?!client/|search-attributes\\.ts$)';

/** Packages that may be in the bundle: the SDK's own half for workflows. */
const SANDBOXED = 'node_modules/@temporalio/(workflow|common)/';

module.exports = {
  forbidden: [
    {
      name: 'workflows-stay-deterministic',
      comment:
        'A workflow reaches domain/ without zod and without Node, and the SDK; nothing that could differ on replay.',
      severity: 'error',
      from: { path: '^workflows/index\\.ts$' },
      to: { reachable: true, pathNot: [DETERMINISTIC, SANDBOXED] },
    },
  ],
  options: { ...structure.options, tsPreCompilationDeps: false },
};
