/**
 * Limits for what never ends, and no measure of speed: other work may share the machine, and a test then has a tenth of a
 * processor. The slowest need 30 s of one.
 */
const OF_RULES_MS = 60_000;
const OF_SERVICES_MS = 300_000;

const isOfRules = /\/test\/(domain|lib)\//.test(expect.getState().testPath ?? '');
jest.setTimeout(isOfRules ? OF_RULES_MS : OF_SERVICES_MS);
